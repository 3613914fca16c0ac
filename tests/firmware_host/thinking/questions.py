"""Questions that a process does not answer, each in its own way."""

import os
import sys
import threading

from firmware_host.thinking.inline import Answer, Question
from games.budget import Stop


class BadQuestion(Question, frozen=True):
    """A question that only a quick look answers."""

    def find_answer(self, stop: Stop) -> Answer:
        return super().find_answer(stop) if stop() else self.go_wrong(stop)

    def go_wrong(self, stop: Stop) -> Answer:
        raise NotImplementedError


class Deadly(BadQuestion, frozen=True):
    def go_wrong(self, stop: Stop) -> Answer:
        os._exit(1)


class Endless(BadQuestion, frozen=True):
    def go_wrong(self, stop: Stop) -> Answer:
        threading.Event().wait()
        raise AssertionError


class Puzzling(BadQuestion, frozen=True):
    def go_wrong(self, stop: Stop) -> Answer:
        raise ValueError("no idea")


class Talkative(Question, frozen=True):
    def find_answer(self, stop: Stop) -> Answer:
        print("one of my own words", file=sys.stderr, flush=True)
        return super().find_answer(stop)
