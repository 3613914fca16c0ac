"""Hands at a table with a sensing board: they move pieces, and press keys only when asked.

Hands move each piece by touches, in one of the orders that people use.

Rules list hand steps one after the other. People lift the moving piece before or after they remove
the captured one, put one piece beside another first, use both hands, or carry a piece through two
steps without putting it down.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Literal

from msgspec import Struct, structs

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.view import Frame, View
from firmware_host.simulator.hands import Hands, Refused, keys_for
from firmware_host.simulator.simulated_table import World
from firmware_host.table.keys import SURPRISE_SECONDS
from games.actions import Action, Move, Step
from games.equipment import PLACES_BESIDE, Piece

TAKEN_LAST = 0.25
"""How often a captured piece is removed after the other piece was put beside it."""

ALL_THE_WAY = 0.5
"""How often a piece that moves twice is not put down in between."""

HANDS = 2


class PieceTouch(Struct, frozen=True):
    """A piece is lifted from its place, or put down there as ``piece``.

    ``act`` is the number of the hand step. ``held`` is the piece as it was lifted, and ``origin``
    the place where that was; ``takes_off`` marks the lift of a piece that leaves the board.
    """

    verb: Literal["lift", "put"]
    piece: Piece
    held: Piece
    act: int
    takes_off: bool = False

    @property
    def place(self) -> str:
        """Where the piece is lifted or put down."""
        return self.piece.place

    @property
    def origin(self) -> str:
        """Where the piece was lifted."""
        return self.held.place


def natural_order(steps: Sequence[Step], rng: random.Random) -> tuple[PieceTouch, ...]:
    """Return the touches that carry out ``steps``, in an order that ``rng`` chooses.

    >>> stone, other = Piece(0, "stone", "a1"), Piece(1, "stone", "b1")
    >>> steps = [Step("take_off", other, "b1", "off"), Step("move", stone, "a1", "b1")]
    >>> [f"{touch.verb} {touch.place}" for touch in natural_order(steps, random.Random(3))]
    ['lift a1', 'lift b1', 'put off', 'put b1']
    """
    touches = tuple(_touches(steps))
    if rng.random() < ALL_THE_WAY:
        touches = _carried_through(touches)
    before = _constraints(touches, rng)
    ordered: list[PieceTouch] = []
    while len(ordered) < len(touches):
        ready = [
            touch for touch in touches if touch not in ordered and before[touch] <= set(ordered)
        ]
        ordered.append(rng.choice(_within_two_hands(ready, ordered)))
    return tuple(ordered)


def _touches(steps: Iterable[Step]) -> Iterator[PieceTouch]:
    act = 0
    for step in steps:
        before = replace(step.piece, place=step.origin, count=1)
        for _ in range(step.piece.count):
            yield PieceTouch("lift", before, before, act, takes_off=step.verb == "take_off")
            yield PieceTouch("put", replace(step.result, count=1), before, act)
            act += 1


def _carried_through(touches: tuple[PieceTouch, ...]) -> tuple[PieceTouch, ...]:
    """Return ``touches`` without putting down pieces that are lifted again later."""
    for put, lift in product(touches, touches):
        if _continues(put, lift):
            joined = (
                structs.replace(touch, act=put.act, held=put.held)
                if touch.act == lift.act
                else touch
                for touch in touches
                if touch not in (put, lift)
            )
            return _carried_through(tuple(joined))
    return touches


def _continues(put: PieceTouch, lift: PieceTouch) -> bool:
    is_again = (put.verb, lift.verb) == ("put", "lift") and put.act < lift.act
    return is_again and put.piece == lift.piece


def _constraints(
    touches: Sequence[PieceTouch], rng: random.Random
) -> dict[PieceTouch, set[PieceTouch]]:
    """Return the touches that must come before each touch."""
    before: dict[PieceTouch, set[PieceTouch]] = {touch: set() for touch in touches}
    lifts = [touch for touch in touches if touch.verb == "lift"]
    puts = [touch for touch in touches if touch.verb == "put"]
    taken_last = {lift for lift in lifts if lift.takes_off and rng.random() < TAKEN_LAST}
    for put, lift in product(puts, lifts):
        match _is_put_first(put, lift, lift in taken_last):
            case True:
                before[lift].add(put)
            case False:
                before[put].add(lift)
    return before


def _is_put_first(put: PieceTouch, lift: PieceTouch, is_taken_last: bool) -> bool | None:
    """Return whether ``put`` must come before ``lift``; None if both orders are possible."""
    if put.act == lift.act:
        return False
    if put.place != lift.place:
        return None
    if put.piece == lift.piece:
        return True if put.act < lift.act else None
    if put.place in PLACES_BESIDE:
        return None
    return put.act < lift.act or is_taken_last


def _within_two_hands(ready: list[PieceTouch], done: Sequence[PieceTouch]) -> list[PieceTouch]:
    held = sum(1 if touch.verb == "lift" else -1 for touch in done)
    puts = [touch for touch in ready if touch.verb == "put"]
    return puts if puts and held >= HANDS else ready


GAPS = ((0.02, 0.08), (0.15, 0.5), (0.5, 0.9))
"""Seconds between two touches: with two hands, with one hand, with hesitation."""

UNDERSTANDING = 5.0
"""Seconds for which the hands wait until the table understands a move."""

SEEING = 2.0
"""Seconds for which the hands wait until the table sees a hand step, before they press OK."""

TRIES = 3
"""How often the hands try to answer, or wait until the screen is still."""

Act = tuple[int, str, int]
"""A hand step: how many actions came before, why the screen asks for it, and its number."""

Accident = Callable[["SensingHands", PieceTouch], None]
"""What may happen to a piece in the hand before it is put down."""


def nothing_happens(hands: "SensingHands", put: PieceTouch) -> None:
    """Do nothing: the usual case."""


class SensingHands(Hands):
    """Hands in a ``world`` with a sensing board; ``rng`` chooses their order and pace.

    ``accident`` may happen to a piece before it is put down. :attr:`moves` counts the moves that
    were lifted and put, :attr:`questions` those that then needed keys, and :attr:`keys` every key
    that was pressed. While the serial cable is unplugged, they use the keys.
    """

    def __init__(
        self, world: World, rng: random.Random, accident: Accident = nothing_happens
    ) -> None:
        super().__init__(world)
        self.rng = rng
        self.moves = self.questions = self.keys = 0
        self._accident = accident
        self._done: set[Act | None] = set()

    @property
    def are_seen(self) -> bool:
        """Whether the table can see the pieces."""
        return self.world.pi.faults.is_plugged("serial")

    def press(self, key: str, seconds: float = 0.1) -> None:
        """Press ``key`` for ``seconds``, once the screen does not change by itself any more."""
        self._wait_for_a_still_screen()
        self.keys += 1
        super().press(key, seconds)

    def obey(self) -> None:
        if self._awaited_act() not in self._done:
            super().obey()

    def play(self, text: str) -> None:
        """Make the move ``text`` on the board, and answer if the screen asks which move it was.

        Refused if no move is awaited, or if the table understands another one; IllegalMove if the
        move is not legal now.
        """
        self.look_up()
        self.follow()
        view, move = self.world.view, self.state.parse(text)
        if self.are_seen and isinstance(view, ChooseView) and move.steps:
            self._move(move)
            self.follow()
        else:
            super().play(text)

    def follow(self) -> None:
        """Do every hand step that the screen asks for; press OK if the table cannot see it."""
        if not self.are_seen:
            super().follow()
            return
        while isinstance(view := self.world.view, SetUpView | HandStepView):
            act = self._awaited_act()
            if isinstance(view, HandStepView) and act not in self._done:
                self._done.add(act)
                self._carry_out((view.step,))
            if not self._has_gone_on(view):
                self.press("ok")
            if self.world.view == view:
                raise Refused(f"OK has no effect; the screen shows: {self.world.app.words}")
        self._done.clear()

    def lift(self, place: str) -> None:
        """Lift the top piece from ``place``; beside the board, a piece of the seat that acts.

        Refused if the table cannot see it; ValueError if there is none.
        """
        self._check_seen()
        self.world.board.lift(place, self._beside(place))
        self._pause()

    def put(self, place: str) -> None:
        """Put the piece that was lifted last down at ``place``, and wait until the table sees it.

        Turn pieces as the position requires, and put away what is still held. Refused if the table
        cannot see it; ValueError if no piece is in the hand.
        """
        self._check_seen()
        self.world.board.put(place)
        session = self.world.app.table.game.playing
        self.world.wait_for(lambda: self.world.board.settle(session.standing()), UNDERSTANDING)

    def _check_seen(self) -> None:
        if not self.are_seen:
            raise Refused("the table cannot see it: the serial cable is unplugged")

    def _beside(self, place: str) -> Piece | None:
        if place not in PLACES_BESIDE:
            return None
        turn = self.state.turn
        for piece in self.world.board.pieces:
            if (piece.place, piece.seat) == (place, turn):
                return piece
        raise ValueError(f"the seat that acts has no piece at {place}")

    def _awaited_act(self) -> Act | None:
        """Return the hand step that the screen asks for."""
        view, counted = self.world.view, len(self.world.app.table.game.playing.actions)
        return (counted, view.why, view.number) if isinstance(view, HandStepView) else None

    def _has_gone_on(self, view: View) -> bool:
        """Return whether the table sees that the step of ``view`` is done."""
        return self.world.wait_for(lambda: self.world.view != view, SEEING)

    def _move(self, move: Action) -> None:
        session = self.world.app.table.game.playing
        counted, meant = len(session.actions), session.state.apply(move)
        self.moves += 1
        self._carry_out(move.steps)
        self._done |= {(counted + 1, "move", act) for act in range(1, len(move.steps) + 1)}
        self.world.wait_for(
            lambda: len(session.actions) > counted or self._are_asked(), UNDERSTANDING
        )
        if len(session.actions) == counted:
            self.questions += 1
            self._answer(move, lambda: len(session.actions) > counted)
        if session.states[counted + 1 :][:1] != [meant]:
            understood = [str(action) for action in session.actions[counted:][:1]]
            raise Refused(f"{move} was played, the table understood {understood or 'nothing'}")

    def _are_asked(self) -> bool:
        """Return whether the screen asks which move they have made."""
        view = self.world.view
        return isinstance(view, ChooseView) and view.is_asked

    def _answer(self, move: Action, is_done: Callable[[], bool]) -> None:
        """Choose the move with the keys; press a key again if it was ignored."""
        for _ in range(TRIES):
            view = self.world.view
            if is_done() or not isinstance(view, ChooseView) or not isinstance(move, Move):
                return
            for key in keys_for(view, move):
                self.press(key)

    def _wait_for_a_still_screen(self) -> None:
        """Wait: keys are ignored just after the screen has changed by itself."""
        for _ in range(TRIES):
            if not self._changes_from(self.world.app.frame):
                return

    def _changes_from(self, frame: Frame | None) -> bool:
        return self.world.wait_for(lambda: self.world.app.frame != frame, SURPRISE_SECONDS)

    def _carry_out(self, steps: Sequence[Step]) -> None:
        for touch in natural_order(steps, self.rng):
            if touch.verb == "lift":
                self.world.board.lift(touch.place, touch.piece)
            else:
                self._accident(self, touch)
                self.world.board.put(touch.place, touch.held, touch.piece)
            self._pause()

    def _pause(self) -> None:
        self.world.run_for(self.rng.uniform(*self.rng.choice(GAPS)))
