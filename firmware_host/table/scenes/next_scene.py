"""Which scene the game awaits now; and the one after its end, with what people may do then.

While a machine is at turn, the program throws for it if people have chosen that, or it thinks.
Keys, dice and board stay live meanwhile.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Self

from msgspec.structs import replace

from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.throw import ProgramThrowsView
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session import names
from firmware_host.session.replay import GameReplay
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup, next_colours
from firmware_host.table.context import SceneContext, layout, throw_source
from firmware_host.table.effects import (
    Apply,
    BeginGame,
    Explain,
    GoHome,
    HandleDice,
    ShowMenu,
)
from firmware_host.table.scene import Cover, Effects, Resume, Scene, Show
from firmware_host.table.scenes.additions import (
    AFTER_GAME_LINES,
    FOLLOWING,
    NEXT_GAME_LINES,
    ON_SWAP,
)
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    EntryList,
    plain_entry,
    returning,
)
from firmware_host.table.scenes.choose import Choose
from firmware_host.table.scenes.guide import Guide, SetUpBoard
from firmware_host.table.scenes.kept_games import ReplayOfKept
from firmware_host.table.scenes.throw import SET_STEPS, AwaitThrow, ThrowAtRandom
from firmware_host.table.scenes.why_not import Pass
from firmware_host.thinking.inline import Answer, Question
from games.actions import PASS, Move, Throw, sent_back
from games.message import Message, msg
from hardware.dice.tray import DiceEvent


class MachineTurn(Scene, frozen=True):
    """The seat to act thinks about the ``question``."""

    help = msg("The machine is thinking. Right: move now. Back: menu. Hold left: take back.")
    question: Question
    is_hurried: bool = False

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return ThinkingView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "right":
                return (Show(replace(self, is_hurried=True)),)
            case "back":
                return (ShowMenu(),)
            case "ok":
                return ()  # pressed once more after a hand step, or out of impatience
        return None

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        return (Apply({"do": str(answer.ranked[0])}), Resume())

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


WAIT_SECONDS = 0.8
"""People see first whose turn it is, then the throw."""
BY_HAND = ("lifted", "rolling", "provisional", "settled")
"""What dice do that people throw."""


class ProgramThrows(Scene, frozen=True):
    """The machine at the seat to act gets its throw at ``deadline``, or at once by OK.

    Whoever lifts the cup, or begins to enter a throw, throws for it.
    """

    help = msg(
        "The program throws for the machine. OK: throw now. You may throw for it: with the dice, or"
        " with up and down. Back: menu. Hold left: take back."
    )
    deadline: float

    @classmethod
    def begin(cls, context: SceneContext) -> Self | None:
        """Begin to wait; None if people make this throw."""
        session = context.playing
        is_machine = session.game.dice and session.state.turn in session.seats.machines
        if not (is_machine and context.preferences.throws_for_machines):
            return None
        return cls(context.now + WAIT_SECONDS)

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return ProgramThrowsView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return self.tick(context)
            case "back":
                return (ShowMenu(),)
        if key in SET_STEPS:
            return AwaitThrow.begin(context).press(key, context)
        return None

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Let people throw whose dice are in their hands."""
        if throw_source(context) != "tray" or event.kind not in BY_HAND:
            return super().dice(event, context)
        return (Show(AwaitThrow.begin(context)), HandleDice(event))

    def tick(self, context: SceneContext) -> Effects:
        return (ThrowAtRandom(of_machine=True),)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


FIGURES = msg("The game in figures")
MINUTES = msg("Minutes: {count}")
TURNS = msg("Turns: {count}")
THROWS = msg("Throws: {count}")
CAPTURES = msg("Captures: {count}")
JUMPS = msg("Pieces jumped over: {count}")


class Over(ConfirmScene, frozen=True):
    """The game has ended: the result over the last position."""

    help = msg("OK: play again, replay and more. Back: menu. Hold left: take the last move back.")

    def view(self, context: SceneContext) -> View:
        outcome = context.playing.outcome
        assert outcome is not None, "only a game that is over leads here"
        return GameOverView(layout(context), outcome, tuple(_figures(context)))

    def confirm(self, context: SceneContext) -> Effects:
        return (Cover(AfterGame()),)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        is_agreed = context.playing.seats.agreed is not None
        return None if is_agreed else context.sight.mismatch(context.playing)


class AfterGame(EntryList, frozen=True):
    """What people may do after a game; back shows the result again."""

    help = msg("Up and down: choose a line. OK: open it. Back: result.")
    back = msg("Back: result")
    is_overlay = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("What next?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        session = context.playing
        figures = Explain(Message.of(FIGURES), _listed(context))
        return (
            *(entry for lines in NEXT_GAME_LINES for entry in lines(context)),
            plain_entry(
                msg("Play again"),
                msg("The same game, seats and options."),
                returning(BeginGame(session.setup.again())),
            ),
            plain_entry(
                msg("Swap sides"),
                msg(
                    "The same game: everybody plays the next colour. If only people play, the"
                    " next colour begins."
                ),
                swapped,
            ),
            plain_entry(
                msg("Replay the game"),
                msg("Go through the moves of this game."),
                lambda _: (Cover(ReplayOfKept(GameReplay.of_session(session))),),
            ),
            *(entry for lines in AFTER_GAME_LINES for entry in lines(context)),
            Entry(Message.of(FIGURES), _listed(context), returning(figures)),
            plain_entry(
                msg("Other games"),
                msg("The list of games, games played and settings."),
                returning(GoHome()),
            ),
        )


def swapped(context: SceneContext) -> Effects:
    """Return what begins the same game, in which everybody plays the next colour."""
    order = next_colours(len(context.playing.game.seats))
    return (
        *(effect for swap in ON_SWAP for effect in swap(context, order)),
        BeginGame(rotated(context.playing)),
    )


def rotated(session: Session) -> Setup:
    """Return the set-up of another game in which everybody plays at the next seat.

    Where only persons play, they change places themselves, and the next seat begins. A handicap
    goes along.
    """
    order = next_colours(len(session.game.seats))
    setup, players = session.setup.passed_on(session.game, order), session.players_again(order)
    if len(set(players)) > 1:
        return replace(setup.again(), players=players)
    return replace(setup, first=((setup.first or 0) + 1) % len(players))


def _figures(context: SceneContext) -> Iterator[Message]:
    """Yield what the game was like: minutes if they are known, turns, throws and captures."""
    session, seconds = context.playing, context.device.played_seconds()
    if seconds is not None:
        yield Message.of(MINUTES, count=max(1, round(seconds / 60)))
    yield Message.of(
        TURNS, count=sum(1 for _ in groupby(session.states[:-1], lambda state: state.turn))
    )
    if session.game.dice:
        yield Message.of(THROWS, count=sum(isinstance(each, Throw) for each in session.actions))
    moves = [each for each in session.actions if isinstance(each, Move)]
    jumped = sum(len(sent_back(move, session.game.board)) for move in moves)
    captured = sum(piece.count for move in moves for piece in move.captures) - jumped
    yield Message.of(JUMPS, count=jumped) if jumped else Message.of(CAPTURES, count=captured)


def _listed(context: SceneContext) -> Message:
    return names.join(tuple(_figures(context)), between="\n")


def next_scene(context: SceneContext) -> Scene:
    """Return the scene of what is to be done in the game, or in what is on the table instead."""
    in_interlude = _of_features(context) if context.is_interlude else None
    return in_interlude or _in_game(context)


def _in_game(context: SceneContext) -> Scene:
    session = context.playing
    if session.is_over:
        return Over()
    set_up = SetUpBoard.begin(context)
    if set_up is not None:
        return set_up
    if session.hand_steps.due:
        return Guide()
    return _of_features(context) or _of_turn(context)


def _of_features(context: SceneContext) -> Scene | None:
    return next((scene for each in FOLLOWING if (scene := each(context)) is not None), None)


def _of_turn(context: SceneContext) -> Scene:
    """Return the scene of the seat that acts at this table."""
    session = context.playing
    state = session.state
    if state.is_chance:
        return ProgramThrows.begin(context) or AwaitThrow.begin(context)
    moves = state.legal_moves()
    if moves == (PASS,):
        return Pass.begin(context)
    if session.is_machines_choice(state):
        return MachineTurn(context.machine_question())
    return Choose.among(moves, context)
