"""A sensing board for the tests: hands that lift and put at a table on virtual time."""

import random
from collections.abc import Collection, Sequence

import games
from firmware_host.screens import draw
from firmware_host.sensing.observed_board import Fields
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import Device
from firmware_host.table.scene import Resume
from firmware_host.table.scenes.throw import count
from firmware_host.table.table import Table
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import find_answer
from games.actions import Throw
from games.budget import never
from games.core import Catalogue
from hardware.board import BoardEvent
from hardware.input.edges import KeyEvent

A_MOMENT = 0.1


class SensingTable:
    """A table with a sensing board as large as the board of the game, all pieces in place.

    ``position`` is put on both; the points ``empty`` are empty on the board all the same.
    """

    def __init__(
        self,
        setup: Setup,
        position: str | None = None,
        catalogue: Catalogue = games,
        empty: Collection[str] = (),
    ) -> None:
        self.now = 100.0
        device = Device(has_lights=True)
        self.table = Table(catalogue, random.Random(1), lambda dice: False, setup, device=device)
        self.fields = Fields(self.table.game.playing.game.board)
        self.records: list[JournalRecord] = []
        if position is not None:
            self.table.game.playing.states[-1] = self.table.game.playing.game.state(position)
            self.table.game.place(None)
            self.table.run(Resume())
        standing = {piece.place for piece in self.table.game.playing.standing()}
        self.occupied = (standing & self.fields.points) - set(empty)
        self.plug()
        self.wait(1)

    def plug(self) -> None:
        """Plug the sensing board in."""
        fields = {self.fields.middle(point) for point in self.occupied}
        self.table.plug_board(self.fields.size, fields, self.now)

    def unplug(self) -> None:
        self.table.plug_board(None, (), self.now)

    def lift(self, *points: str) -> None:
        for point in points:
            self.occupied.remove(point)
            self._event("lift", point)

    def put(self, *points: str) -> None:
        for point in points:
            assert point not in self.occupied
            self.occupied.add(point)
            self._event("put", point)

    def move(self, origin: str, target: str) -> None:
        self.lift(origin)
        self.put(target)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.wait(0.3)
            self.table.handle(KeyEvent(key, "press"), self.now)
            self._settle()

    def wait(self, seconds: float) -> None:
        """Let time pass, and let the table do what is due."""
        end = self.now + seconds
        while (due := self.table.deadline) is not None and due <= end:
            self.now = max(self.now, due)
            self._settle()
        self.now = end
        self._settle()

    def throw(self, text: str) -> None:
        """Make a throw as if it had been typed in, and wait for the next screen."""
        throw = self.table.game.playing.state.parse(text)
        assert isinstance(throw, Throw)
        self.table.advance(self.now)
        self.table.run(*count(throw, self.table.context))
        self.wait(1.3)

    @property
    def actions(self) -> Sequence[str]:
        """The actions that were played, as text."""
        return [str(action) for action in self.table.game.playing.actions]

    @property
    def scene(self) -> str:
        return type(self.table.scene).__name__

    @property
    def words(self) -> str:
        return draw(self.table.frame, (128, 64), Language("en")).words

    @property
    def agrees(self) -> bool:
        """Whether the pieces on the board stand as in the position."""
        standing = {piece.place for piece in self.table.game.playing.standing()}
        return self.occupied == standing & self.fields.points

    def _event(self, kind: str, point: str) -> None:
        self.wait(A_MOMENT)
        event = BoardEvent("lift" if kind == "lift" else "put", *self.fields.middle(point))
        self.table.handle(event, self.now)
        self._settle()

    def _settle(self) -> None:
        self.table.tick(self.now)
        if self.table.question is not None:
            self.table.answer(find_answer(self.table.question, never), self.now)
        self.records += self.table.take_records()
