"""Thinking about a choice: beside the loop, so that keys, dice and display stay live.

What is to be thought about is a :class:`Question`; a :class:`Thinker` finds the :class:`Answer`, at
once or in a process of its own.
"""

from firmware_host.thinking.inline import AtOnce
from firmware_host.thinking.process import InProcess
from firmware_host.thinking.question import Answer, OpenThinker, Question, Thinker

__all__ = ["Answer", "AtOnce", "InProcess", "OpenThinker", "Question", "Thinker"]
