"""Why a piece may not go there, and why nothing can be moved: the reasons of the game itself.

Somebody points at a piece and at a place; in a turn without a move the game tells piece by piece.
"""

from collections.abc import Collection
from typing import Final, Self

from msgspec.structs import replace

from firmware_host.screens.moves import WHY_NOT, PassView, WhyNotView
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session import names
from firmware_host.session.chooser import ARROWS, Chooser, next_spot, spots_of
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Explain, Remember
from firmware_host.table.scene import Close, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.base import ConfirmScene
from firmware_host.table.scenes.choose import ReasonGiven
from firmware_host.text.translator import OFF
from games.actions import PASS
from games.core import State
from games.equipment import PLACES_BESIDE
from games.message import IllegalMove, Message, msg
from games.why_not import MUST_PASS, NO_PIECE, NONE_BESIDE, NOT_YOURS, why_not

WHY = msg("Why?")
NOTHING_COUNTS = msg("These throws are void: they do not count, so you have nothing to play.")

Obstacle = tuple[str, IllegalMove]
"""A place where pieces of the mover stand, and why none of them can go anywhere."""


def why_stuck(state: State) -> Message:
    """Return what is in the way of each piece, one line a place."""
    lines = [
        Message.of("- {place}: {reason}", place=names.place(place), reason=names.refusal(reason))
        for place, reason in obstacles(state)
    ]
    return names.join(lines, between="\n") if lines else Message.of(NOTHING_COUNTS)


def obstacles(state: State) -> tuple[Obstacle, ...]:
    """Return what is in the way of each piece in ``state``, in which the mover can only pass.

    The result is empty where the game gives no reason for single pieces, as when no throw counts.

    >>> import games
    >>> game = games.load("thaayam", seats=2)
    >>> for place, reason in obstacles(game.state("0 move 24,0,0,0/0,0,0,0 2 - -")):
    ...     print(place, reason)
    c2 from c2 exactly 1 leads into the fortress. You threw 2.
    hand only a 1 brings a piece in. You threw 2.
    """
    own = [piece.place for piece in state.pieces() if piece.seat == state.mover]
    found: list[Obstacle] = []
    anywhere = state.game.board.points[0].name
    for place in dict.fromkeys(own):
        reason = None if place == OFF else why_not(state, place, anywhere)
        if reason is not None and reason.message.text != MUST_PASS:
            found.append((place, reason))
    return tuple(found)


EXPLAIN_KEYS = ("hint", "up", "down")
PASS_SECONDS: Final = 2.5
"""People read first that a machine has no move."""
SEEN_SECONDS: Final = 6.0
"""So long people have for their own, where a sensing board spares them keys."""


class Pass(ConfirmScene, frozen=True):
    """Nothing can be moved, which people acknowledge.

    A machine passes at ``deadline``, and so do people whose board sees their moves.
    """

    help = msg("No move is possible. OK: continue. Hint: why. Back: menu. Hold left: take back.")
    deadline: float | None = None

    @classmethod
    def begin(cls, context: SceneContext) -> Self:
        """Begin to show it; None waits for people."""
        if context.playing.is_machines_choice(context.playing.state):
            return cls(context.now + PASS_SECONDS)
        return cls(context.now + SEEN_SECONDS if context.sight.is_working else None)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in EXPLAIN_KEYS:
            return (Explain(Message.of(WHY), why_stuck(context.playing.state)),)
        return super().press(key, context)

    def view(self, context: SceneContext) -> View:
        session = context.playing
        has_thrown = bool(session.game.dice)
        return PassView(layout(context), session.seat_to_act, session.state.pending, has_thrown)

    def confirm(self, context: SceneContext) -> Effects:
        return (Apply({"do": str(PASS)}), Resume())

    def tick(self, context: SceneContext) -> Effects:
        return self.confirm(context)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


ALLOWED = msg("It can go there: choose the move with the arrows.")
STANDS_THERE = msg("It stands here. Choose where it should go")
NOT_THEIRS = (NO_PIECE, NONE_BESIDE, NOT_YOURS)


def can_ask(session: Session) -> bool:
    """Return whether the real board is as the position says and somebody is to move."""
    return not session.hand_steps.remaining and bool(session.state.legal_moves())


class AskWhy(Scene, frozen=True):
    """Pointing at a piece, then at the place where it should go.

    ``places`` are all that can be pointed at now, in reading order, what is beside the board last;
    ``cursor`` is the index of one. ``origin`` is where the piece stands, None before it is known.
    """

    help = msg(
        "Choose a piece with the arrows and press OK. Then choose where you want it to go. Back:"
        " the piece again, then menu."
    )
    is_overlay = True
    times_out = True
    places: tuple[str, ...]
    cursor: int
    origin: str | None = None

    @classmethod
    def of(cls, session: Session) -> Self:
        """Begin to ask, with the cursor on the piece with which choosing begins.

        In a turn without a move it is on a piece of the mover, if there is one.
        """
        state, places = session.state, _origins(session.state)
        move, *_ = Chooser.of(state.legal_moves(), session.game.board).preview
        chosen = [each.value for each in move.choices if each.value in places]
        own = [piece.place for piece in state.pieces() if piece.seat == state.mover]
        return cls(places, places.index(next(iter((*chosen, *own)), places[0])))

    @property
    def place(self) -> str:
        """The place under the cursor."""
        return self.places[self.cursor]

    def view(self, context: SceneContext) -> View:
        return WhyNotView(layout(context), context.playing.seat_to_act, self.place, self.origin)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in ARROWS:
            places = spots_of(context.playing.game.board, self.places)
            return (Show(replace(self, cursor=next_spot(places, self.cursor, key))),)
        if key == "ok":
            return self._point(context) if self.origin is None else self._answer(context)
        return self._back(context) if key == "back" else None

    def _point(self, context: SceneContext) -> Effects:
        """Take what is under the cursor as the piece that is asked about."""
        state, origin = context.playing.state, self.place
        reason = why_not(state, origin, origin)
        if reason is not None and reason.message.text in NOT_THEIRS:
            return (Explain(Message.of(WHY_NOT), names.refusal(reason)),)
        places = _targets(state, origin)
        return (Show(AskWhy(places, places.index(origin), origin)),)

    def _answer(self, context: SceneContext) -> Effects:
        """Say over the scene that the game awaits why the piece may not go to the cursor."""
        origin = self.origin or self.place
        if origin == self.place:
            return (Notify(Message.of(STANDS_THERE)),)
        reason = why_not(context.playing.state, origin, self.place)
        said = Message.of(ALLOWED) if reason is None else names.refusal(reason)
        asked = Message.of(
            msg("Why not {origin} → {place}?"),
            origin=names.place(origin),
            place=names.place(self.place),
        )
        explain = Explain(asked, said)
        given = ReasonGiven(str(context.playing.state), explain)
        return (Resume(), Remember(given), explain)

    def _back(self, context: SceneContext) -> Effects:
        if self.origin is None:
            return (Close(),)
        places = _origins(context.playing.state)
        return (Show(AskWhy(places, places.index(self.origin))),)


def _origins(state: State) -> tuple[str, ...]:
    """Return the places where a piece may stand: the board, and beside it those that have one."""
    return _places(state, {piece.place for piece in state.pieces()})


def _targets(state: State, origin: str) -> tuple[str, ...]:
    """Return where the piece on ``origin`` may be wanted: beside the board where it could lead."""
    beside = {origin}.union(
        end for place in PLACES_BESIDE for _, end in state.attempts(origin, place)
    )
    return _places(state, beside)


def _places(state: State, beside: Collection[str]) -> tuple[str, ...]:
    """Return the points of the board in reading order, then the places ``beside`` it."""
    points = sorted(state.game.board.points, key=lambda point: (-point.y, point.x))
    return (
        *(point.name for point in points),
        *(place for place in PLACES_BESIDE if place in beside),
    )
