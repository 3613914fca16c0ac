"""Thinks about positions while keys, dice and display go on working.

It finds moves for machine seats and hints; features ask it questions of their own.

``inline``
    What is asked (:class:`Question`), what is answered (:class:`Answer`), the protocol
    :class:`Thinker`, and :class:`InlineThinker`, which thinks in the calling thread: on virtual
    time, and as a fallback.
``process``
    :class:`ProcessThinker`, which thinks in a child process; the loop only asks whether it is done.
``worker``
    :class:`WorkerThinker`, which thinks in another worker of a browser.
``child_processes``
    Child processes that end together with the program, and what they answer.
"""
