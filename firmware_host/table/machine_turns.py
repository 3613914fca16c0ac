"""What the table wants to be thought about, how long it waits for the answer, and what it was told.

Times are seconds.
"""

from typing import TYPE_CHECKING, Final

from firmware_host.thinking.inline import Answer, Question, find_answer
from firmware_host.timing import has_come

if TYPE_CHECKING:
    from firmware_host.table.table import Table

PATIENCE_SECONDS: Final = 5.0
"""Longer than anybody thinks; then a quick look has to do, so that no game ever stands still."""

HURRIED_SECONDS: Final = 0.5
"""The same for who has been told to hurry."""


class Pondering:
    """Watches what the scene of ``table`` asks."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._of_seat: Question | None = None
        self._known: Answer | None = None
        self._asked: tuple[Question | None, bool] = None, False
        self._asked_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do if no answer comes; None while nothing is asked."""
        question, is_hurried = self._asked
        if question is None or self._asked_at is None:
            return None
        return self._asked_at + (HURRIED_SECONDS if is_hurried else PATIENCE_SECONDS)

    @property
    def is_waiting(self) -> bool:
        """Whether the question has been on the display already."""
        return self._asked_at is not None and self._table.now > self._asked_at

    def of_seat(self) -> Question:
        """What the machine at the seat to act is asked: the same until something has happened."""
        session = self._table.playing
        state, last = session.state, self._of_seat
        player = session.player(self._table.seat_to_act.index)
        if last is None or (last.state, last.player) != (state, player):
            last = self._of_seat = Question(state, player, self._table.rng.getrandbits(32))
        return last

    def opened(self) -> None:
        """The table shows something else."""
        asked = self._table.scene.question, self._table.scene.is_hurried
        if asked != self._asked:
            self._asked, self._asked_at = asked, None

    def told(self, answer: Answer) -> None:
        """Keep ``answer`` for the same question."""
        self._known = answer

    def tick(self) -> None:
        """Answer what is known already, or was asked too long ago."""
        table, (question, _) = self._table, self._asked
        if question is None:
            return
        if self._asked_at is None:
            self._asked_at = table.now
        if self._known is not None and self._known.question == question:
            table.answer(self._known, table.now)
        elif has_come(self.deadline, table.now):
            table.answer(find_answer(question, stop=lambda: True), table.now)
