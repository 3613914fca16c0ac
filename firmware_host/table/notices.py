"""Shows a notice over the last line of the display for a while."""

from firmware_host.base.timing import has_come
from games.message import Message

NOTICE_SECONDS = 2.5


class Notices:
    """The notice that is shown now, if there is one.

    >>> notices = Notices()
    >>> notices.show(Message.of("Cup!"), 10.0)
    >>> notices.deadline
    12.5
    >>> notices.tick(12.5)
    >>> notices.shown is None
    True
    """

    def __init__(self) -> None:
        self.shown: Message | None = None
        self._until = 0.0

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` removes it (seconds); None if there is none."""
        return None if self.shown is None else self._until

    def show(self, notice: Message, now: float) -> None:
        """Show ``notice`` from ``now`` (seconds) on."""
        self.shown, self._until = notice, now + NOTICE_SECONDS

    def clear(self) -> None:
        """Remove the notice."""
        self.shown = None

    def tick(self, now: float) -> None:
        """Remove the notice if its time is over at ``now`` (seconds)."""
        if has_come(self.deadline, now):
            self.clear()
