"""Open a thinker with the first question: many tables never ask one.

What a child process needs takes 1.4 MiB, and a moment to import. That is done in a thread, so that
neither a table at rest pays for it nor the press that asks.
"""

import logging
from collections.abc import Callable
from threading import Thread

from firmware_host.thinking.inline import Answer, InlineThinker, OpenThinker, Question, Thinker

log = logging.getLogger(__name__)


class LateThinker:
    """The thinker that ``open_thinker`` opens, from the first question or preparation on.

    ``wake`` is called from another thread when the thinker is there, and when an answer is.
    """

    def __init__(self, wake: Callable[[], None], open_thinker: OpenThinker | None = None) -> None:
        self._wake, self._open_thinker = wake, open_thinker or _process_thinker
        self._thinker: Thinker | None = None
        self._opening: Thread | None = None

    @property
    def answer(self) -> Answer | None:
        return self._thinker.answer if self._thinker is not None else None

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        # the loop asks at every step, so also when the thinker is there
        if self._thinker is not None:
            self._thinker.ask(question, is_hurried=is_hurried)
        elif question is not None:
            self._open()

    def prepare(self) -> None:
        if self._thinker is not None:
            self._thinker.prepare()
        else:
            self._open()

    def close(self) -> None:
        if self._opening is not None:
            self._opening.join()
        if self._thinker is not None:
            self._thinker.close()

    def _open(self) -> None:
        if self._opening is None:
            self._opening = Thread(target=self._do_open, name="opening the thinker", daemon=True)
            self._opening.start()

    def _do_open(self) -> None:
        try:
            self._thinker = self._open_thinker(self._wake)
        except Exception:
            log.exception("thinking failed: using a quick look instead")
            self._thinker = InlineThinker(stop=lambda: True)
        self._wake()


def _process_thinker(wake: Callable[[], None]) -> Thinker:
    from firmware_host.thinking.process import ProcessThinker

    return ProcessThinker(wake)
