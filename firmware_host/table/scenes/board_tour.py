"""The board is told to people who ask: where pieces stand, row by row, and what may move.

Nothing here changes the game.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.facts import Fact
from firmware_host.screens.board_tour import BoardTourView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.board_tour import BoardTeller, Told
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Explain, Prefer
from firmware_host.table.scene import Close, Cover, Effects, Notify, Scene, Show, Stop, TableParts
from firmware_host.table.scenes.entries import EntriesOverGame, Entry
from games.equipment import Seat
from games.message import Message, msg

BOARD: Final = msg("Hear the board")
BOARD_HELP: Final = msg("Where the pieces stand, row by row or seat by seat, and what may move.")
MAY_MOVE: Final = msg("What may move")
MAY_MOVE_HELP: Final = msg("Each piece that may move now, and where it may go.")
NOTHING_MOVES: Final = msg("No piece can be moved now.")
ALL_PIECES: Final = msg("All pieces")
ALL_PIECES_HELP: Final = msg("Where the pieces of each seat stand.")
ROWS: Final = msg("Row by row")
ROWS_HELP: Final = msg("What stands in each row, from the top. OK goes through its squares.")
SEAT_HELP: Final = msg("Each piece of this seat, from the top of the board to the bottom.")
MUTE: Final = msg("This table does not speak")
AGAIN: Final = msg("Switch: say again")
EACH: Final = msg("Switch: one by one")
STEPS: Final = {"up": -1, "left": -1, "down": 1, "right": 1}

Tell = Callable[[BoardTeller], tuple[Told, ...]]


class Repeats(Fact, frozen=True):
    """How often somebody has asked to hear everything again."""

    count: int = 0


class SayAgain(Struct, frozen=True):
    """Say everything that is shown again; where speech is off, turn it on."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.context.device.has_voice:
            return (Notify(Message.of(MUTE)),)
        table.note(Repeats(table.context.fact(Repeats).count + 1))
        is_on = table.context.preferences.speech
        return () if is_on else (Prefer({"speech": True}, for_good=False),)


class ShowBoardTour(Struct, frozen=True):
    """Tell people of the board, at a table that speaks."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.context.device.has_voice:
            return (Notify(Message.of(MUTE)),)
        is_told = isinstance(table.scenes.shown, BoardTour | BoardWalk)
        return () if is_told or not table.game.in_game else (Cover(BoardTour()),)


class BoardTour(EntriesOverGame, frozen=True):
    """The list of what is told of the board."""

    help = msg("Up and down: choose a line. OK: hear it. Hint: what it is. Back: done.")
    back: ClassVar[str] = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(BOARD)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        moves = context.playing.state.legal_moves()
        seats = (
            _entry(names.seat(seat), SEAT_HELP, _told_of(seat))
            for seat in _teller(context).owners()
        )
        return (
            _entry(Message.of(MAY_MOVE), MAY_MOVE_HELP, lambda teller: teller.movable(moves)),
            _entry(Message.of(ALL_PIECES), ALL_PIECES_HELP, BoardTeller.all_pieces),
            *seats,
            _entry(Message.of(ROWS), ROWS_HELP, BoardTeller.rows),
        )


class BoardWalk(Scene, frozen=True):
    """One thing after the other that is ``told`` of the board; ``number`` counts from 0."""

    help = msg("Up and down: the next one. OK: say it again, or go into a row. Back: the list.")
    is_overlay = True
    times_out = True
    title: Message
    told: tuple[Told, ...]
    number: int = 0

    @property
    def here(self) -> Told:
        """What is told now."""
        return self.told[self.number]

    def view(self, context: SceneContext) -> View:
        return BoardTourView(
            layout(context), self.title, self.here, self.number + 1, len(self.told)
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            return (Show(replace(self, number=(self.number + STEPS[key]) % len(self.told))),)
        if key == "ok":
            return (_walk(self.here.about, self.here.parts),) if self.here.parts else (SayAgain(),)
        return (Close(),) if key == "back" else None

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        return tuple(
            Stop(replace(self, number=number), says=EACH if told.parts else AGAIN)
            for number, told in enumerate(self.told)
        )


def _teller(context: SceneContext) -> BoardTeller:
    session = context.playing
    return BoardTeller(session.game, session.pieces_to_show())


def _told_of(seat: Seat) -> Tell:
    return lambda teller: teller.pieces_of(seat)


def _entry(label: Message, about: str, tell: Tell) -> Entry:
    def hear(context: SceneContext) -> Effects:
        told = tell(_teller(context))
        if not told:
            return (Explain(label, Message.of(NOTHING_MOVES)),)
        return (_walk(label, told),)

    return Entry(label, Message.of(about), hear)


def _walk(title: Message, told: tuple[Told, ...]) -> Cover:
    return Cover(BoardWalk(title, told))
