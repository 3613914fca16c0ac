"""A position that people make: the list of what to do, those that are kept, and its best move.

The fact :class:`PositionHere` says what they have made so far; keys, pieces and pages change it.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.positions.feature import (
    ANY_POSITION,
    OverPosition,
    changed,
    made_position,
)
from firmware_host.features.positions.remote import (
    KeptPosition,
    KeptPositions,
    PositionHere,
    PositionShelf,
    chosen_options,
)
from firmware_host.screens.board_screen import PastBoardView
from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import move_lights, move_lines, spoken_move
from firmware_host.screens.sheet import Sheet, TextLine
from firmware_host.screens.view import Layout, View, sentences
from firmware_host.session import names
from firmware_host.session.board_check import MadePosition
from firmware_host.session.seats import LEVELS, Player
from firmware_host.session.setup import PERSON, Lineup, Setup, game_of, may_sit
from firmware_host.table.context import SceneContext, draft
from firmware_host.table.effects import READING, BeginGame, Explain, GoHome, Remember
from firmware_host.table.scene import (
    AwaitFiles,
    Close,
    Cover,
    Effects,
    Notify,
    Show,
    TableParts,
    UseFiles,
)
from firmware_host.table.scenes.base import (
    Confirmation,
    Entry,
    EntryList,
    plain_entry,
    returning,
    turned,
)
from firmware_host.table.scenes.game_setup import GameSetup
from firmware_host.table.scenes.kept_games import with_room
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import Advice, Answer, Question, advice_question, advise
from games.actions import PASS, Move
from games.core import State
from games.equipment import Seat
from games.message import Message, msg

TITLE, _ = ANY_POSITION
SQUARES: Final = (
    msg("Pieces"),
    msg("Go to a square and choose what stands there. On a sensing board: move the pieces."),
)
CLEAR: Final = msg("Clear the board"), msg("All pieces go beside the board.")
RESET: Final = msg("Start position"), msg("All pieces go where they stand when a game begins.")
TO_MOVE: Final = msg("To move"), msg("Whose turn it is. A change clears the throw.")
THROWN: Final = (
    msg("Thrown"),
    msg("A throw that is still to be played. Without one, the dice are thrown first."),
)
NOTHING: Final = msg("not yet")
PLAY: Final = msg("Play on"), msg("Choose who plays: people, or machines. A new game begins here.")
SOLVE: Final = (
    msg("Solve"),
    msg("You play whoever is to move. The strongest machine gives the best answers."),
)
BEST: Final = msg("Best move"), msg("What the strongest machine would play here.")
KEEP: Final = msg("Keep"), msg("Keeps the position on this device.")
KEPT: Final = msg("Kept positions"), msg("The positions that were kept: open or delete them.")
DELETE: Final = msg("Delete"), msg("Removes the kept position from this device for good.")
ASK_DELETE: Final = msg("Delete the position?")
DELETES: Final = msg("OK: the kept position is removed for good.")
IS_KEPT: Final = msg("Kept as number {name}")
NOT_KEPT: Final = msg("Not kept: the memory card is full or cannot be written.")
NONE_KEPT: Final = msg("No position is kept")
_squares: Final = partial(import_module, "firmware_host.features.positions.squares")
"""Returns the scenes of the squares, which are loaded when people come to them."""

NOT_ALLOWED: Final = msg("Not possible")
NUMBERED: Final = msg("{name}: {game}, {seat}")
MOST_THROWS: Final = 4


def opened(state: State, kept: str = "") -> Effects:
    """Return what shows the position of ``state``, to be changed or played."""
    return (ShowPosition(PositionHere.of(MadePosition.of(state), kept)),)


def begin(game: str, context: SceneContext) -> Effects:
    """Return what shows the start of ``game`` as it was played last."""
    return opened(_start(draft(game, context), context))


def _start(setup: Setup, context: SceneContext) -> State:
    return game_of(setup, context.catalogue).start(setup.first or 0)


class ShowPosition(Struct, frozen=True):
    """Show the position ``here``; a game on the table waits, and can be gone on with."""

    here: PositionHere

    def carry_out(self, table: TableParts) -> Effects:
        leave = (GoHome(self.here.game),) if table.game.in_game else ()
        return (*leave, WatchBoard(self.here), Remember(self.here), Cover(PositionPage()))


class WatchBoard(Struct, frozen=True):
    """Watch a sensing board for the game of the position ``here``."""

    here: PositionHere

    def carry_out(self, table: TableParts) -> Effects:
        table.watch_board(self.here.arrangement(table.context.catalogue).base.game.board)
        return ()


def _state(context: SceneContext) -> State:
    """Return the position, which the game allows."""
    return made_position(context).reached()


class PositionPage(EntryList, OverPosition, frozen=True):
    """What people may change of the position, and do with it; below stands what is wrong."""

    help = msg(
        "Up and down: choose a line. Left and right: change it. OK: open it. Hint: what it does."
        " Back: leave."
    )
    back = msg("Back: leave")

    def title(self, context: SceneContext) -> Message:
        return Message.of(TITLE)

    def view(self, context: SceneContext) -> ListView:
        return replace(super().view(context), note=context.fact(PositionHere).problem)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        here, made = context.fact(PositionHere), made_position(context)
        return (
            plain_entry(*SQUARES, lambda then: (Cover(_squares().SetSquare.begin(then)),)),
            self._seat(made),
            *self._throws(made),
            plain_entry(*PLAY, _if_allowed(_play_on)),
            plain_entry(*SOLVE, _if_allowed(_solve)),
            *self._best(here, context),
            plain_entry(*CLEAR, lambda _: changed(made.cleared())),
            plain_entry(*RESET, lambda _: changed(reset(made))),
            *_shelf_lines(here, context),
        )

    def _seat(self, made: MadePosition) -> Entry:
        seats, present = made.base.game.seats, made.base.turn or 0

        def change(step: int) -> Effects:
            return changed(made.at_turn(turned(range(len(seats)), present, step)))

        label, words = map(Message.of, TO_MOVE)
        return Entry(label, words, value=names.seat(seats[present]), change=change)

    def _throws(self, made: MadePosition) -> tuple[Entry, ...]:
        """Return a line for each throw that is still to be played, and one for another."""
        lines: list[Entry] = []
        for number in range(min(MOST_THROWS, len(made.throws) + 1)):
            possible = made.possible_throws(number)
            if possible:
                lines.append(_throw(made, number, ("", *possible)))
        return tuple(lines)

    def _best(self, here: PositionHere, context: SceneContext) -> tuple[Entry, ...]:
        if not here.text:
            return ()
        state = _state(context)
        moves = () if state.is_chance else tuple(state.legal_moves())
        if not moves or moves == (PASS,):
            return ()
        return (plain_entry(*BEST, returning(Cover(BestMove(state, advice_question(state))))),)

    def board_changed(self, context: SceneContext) -> Effects:
        """Follow the hands: they have begun to move the pieces."""
        touch = context.sight.last_touch
        if not context.sight.is_working or touch is None:
            return ()
        squares = _squares().SetSquare.begin(context)
        squares = replace(squares, seen=squares.seen ^ {touch.point})
        return (Cover(squares), *squares.board_changed(context))


def _throw(made: MadePosition, number: int, choices: tuple[str, ...]) -> Entry:
    present = made.throws[number] if number < len(made.throws) else ""

    def change(step: int) -> Effects:
        return changed(made.thrown(number, turned(choices, present, step)))

    label, words = map(Message.of, THROWN)
    value = Message.of("{throw}", throw=present) if present else Message.of(NOTHING)
    return Entry(label, words, value=value, change=change)


def reset(made: MadePosition) -> MadePosition:
    """Return ``made`` with all pieces where they stand when a game begins."""
    return MadePosition.of(made.base.game.start(made.base.turn or 0))


def _if_allowed(act: Callable[[SceneContext], Effects]) -> Callable[[SceneContext], Effects]:
    """Return ``act``, or what says why the game does not allow the position."""

    def either(context: SceneContext) -> Effects:
        problem = context.fact(PositionHere).problem
        return act(context) if problem is None else (Explain(Message.of(NOT_ALLOWED), problem),)

    return either


def _setup(context: SceneContext) -> Setup:
    state = _state(context)
    options = chosen_options(state.game)
    return Setup(state.game.name, options, state.turn, position=str(state))


def _play_on(context: SceneContext) -> Effects:
    setup, catalogue = _setup(context), context.catalogue
    people = Lineup.of(draft(setup.game, context), catalogue).people
    people = max(1, min(people, len(game_of(setup, catalogue).seats)))
    return (Cover(GameSetup(draft=Lineup(people).seated(setup, catalogue) or setup)),)


def _solve(context: SceneContext) -> Effects:
    return against(LEVELS[-1], context)


def against(others: Player, context: SceneContext) -> Effects:
    """Return what begins a game from the position: a person acts, ``others`` play against them."""
    setup = _setup(context)
    seats = game_of(setup, context.catalogue).seats
    side = seats[setup.first or 0].team
    players = tuple(PERSON if seat.team == side else others for seat in seats)
    if not may_sit(game_of(setup, context.catalogue), players):
        return ()
    return with_room((BeginGame(replace(setup, players=players)),), context)


def _shelf_lines(here: PositionHere, context: SceneContext) -> tuple[Entry, ...]:
    if context.fact(PositionShelf).kept is None:
        return ()
    kept = plain_entry(*KEEP, _if_allowed(keep))
    return (
        plain_entry(*DELETE, _ask_delete) if here.kept else kept,
        plain_entry(*KEPT, _list_kept),
    )


def _shelf(context: SceneContext) -> KeptPositions:
    kept = context.fact(PositionShelf).kept
    assert kept is not None, "lines lead here only where something is kept"
    return kept


def keep(context: SceneContext) -> Effects:
    """Keep the position on the card."""
    here, state = context.fact(PositionHere), _state(context)

    def write() -> Effects:
        try:
            name = _shelf(context).keep(state)
        except (OSError, ValueError):
            return (Notify(Message.of(NOT_KEPT)),)
        return (NoteKept(replace(here, kept=name)),)

    return (UseFiles(write),)


class NoteKept(Struct, frozen=True):
    """Note that the position ``here`` is kept, unless people have changed it meanwhile."""

    here: PositionHere

    def carry_out(self, table: TableParts) -> Effects:
        if table.context.fact(PositionHere) == replace(self.here, kept=""):
            table.note(self.here)
        return (Notify(Message.of(IS_KEPT, name=self.here.kept)),)


def _ask_delete(context: SceneContext) -> Effects:
    here = context.fact(PositionHere)

    def delete() -> Effects:
        try:
            _shelf(context).delete(here.kept)
        except OSError:
            return (Notify(Message.of(NOT_KEPT)),)
        return (Remember(replace(here, kept="")),)

    agreed = (Close(), UseFiles(delete))
    return (Cover(Confirmation(Message.of(ASK_DELETE), Message.of(DELETES), agreed)),)


def _list_kept(context: SceneContext) -> Effects:
    def read() -> Effects:
        kept = _shelf(context).all()
        return (Cover(KeptList(kept=kept)),) if kept else (Notify(Message.of(NONE_KEPT)),)

    return (AwaitFiles(Message.of(KEPT[0]), Message.of(READING), read),)


class KeptList(EntryList, OverPosition, frozen=True, kw_only=True):
    """The positions that are ``kept``."""

    help = msg("Up and down: choose a position. OK: open it. Back: leave.")
    back = msg("Back: leave")
    kept: tuple[KeptPosition, ...]

    def title(self, context: SceneContext) -> Message:
        return Message.of(KEPT[0])

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(map(_kept_entry, self.kept))


def _kept_entry(kept: KeptPosition) -> Entry:
    name, state = kept
    seat = names.seat(state.game.seats[state.turn or 0])
    line = Message.of(NUMBERED, name=name, game=Message.of(state.game.title), seat=seat)
    text = Message.of("{text}", text=str(state))
    here = PositionHere.of(MadePosition.of(state), name)
    return Entry(line, text, returning(Close(), Remember(here), WatchBoard(here)))


class BestMove(OverPosition, frozen=True):
    """The best move in the position ``state``: the ``asked`` question, then the ``advice``."""

    help = msg("The best move here. OK or back: return.")
    state: State
    asked: Question | None
    advice: Advice | None = None

    @property
    def question(self) -> Question | None:
        return self.asked

    def view(self, context: SceneContext) -> View:
        state = self.state
        seat = state.game.seats[state.turn or 0]
        if self.advice is None:
            return ThinkingView(_layout(state), seat, state.pending)
        return BestMoveView(_layout(state), seat, *self.advice)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),) if key in ("ok", "back", "hint") else None

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        advice = advise(answer, self.state.legal_moves())
        return (Show(replace(self, asked=None, advice=advice)),)


def _layout(state: State) -> Layout:
    return Layout(state.game.board, state.game.seats, state.pieces())


class BestMoveView(PastBoardView, frozen=True):
    """The best ``move`` of ``seat`` in a position that people have made; it is not played."""

    seat: Seat
    move: Move
    reason: Message | None

    prompt = Message.of(msg("This is the best move. `ok`: return"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(spoken_move(self.layout, self.move), self.reason, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        reason = TextLine(say.heading(self.reason) if self.reason else "", is_minor=True)
        lines, foot = move_lines(self.layout, self.move, say), (say(msg("OK: close")),)
        return Sheet(say(BEST[0]), (reason, *lines), foot, self.seat, move_lights(self.move))
