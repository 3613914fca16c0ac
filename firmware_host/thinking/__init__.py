"""Finds the best move for a machine seat or a hint, while keys, dice and display go on working.

``inline``
    What is asked (:class:`Question`), what is answered (:class:`Answer`), the protocol
    :class:`Thinker`, and :class:`InlineThinker`, which thinks in the calling thread: on virtual
    time, and as a fallback.
``process``
    :class:`ProcessThinker`, which thinks in a child process; the loop only asks whether it is done.
``shared``
    :class:`SharedThinking`, one child process that thinks for many tables in turn.
``child_processes``
    Child processes that end together with the program.
``advice``
    What the table advises in a position, and why.
"""
