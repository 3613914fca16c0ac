"""A state of T'shu-p'u."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import tanh
from typing import TYPE_CHECKING, Self, cast

from games import text as texts
from games.actions import Action, Move, Throw
from games.core import HOME, NOBODY_WON, TOO_LONG, Attempt, Outcome, State
from games.course import counted, write_progress
from games.equipment import Piece, sorted_pieces
from games.errors import IllegalMove
from games.tshupu import arranging
from games.tshupu.facts import (
    BORNE_OFF,
    DICE_OF,
    FOLLOWERS,
    OUTCOMES,
    PARTNERS,
    PIECES,
    SEATS,
    THROWS,
    TURN_GUARD,
    Dice,
    dice_text,
)
from games.tshupu.moves import (
    PASSED,
    Part,
    Play,
    alone,
    hitting,
    parts,
    standing,
    stopping,
    together,
)
from games.tshupu.race import Groups, Shift, bits, has_won, partners
from games.tshupu.refusals import attempts, refusal
from games.tshupu.worth import LOGIT

if TYPE_CHECKING:
    from games.tshupu.game import Tshupu

EVERY_THROW = tuple(throw for throw, _ in OUTCOMES)
EVERYONE = tuple(seat.index for seat in SEATS)


def result(groups: Groups, turns: int) -> Outcome:
    """How a game that is over has ended: won by a team, or drawn after ``turns`` turns."""
    team = tuple(seat for seat in EVERYONE if has_won(groups, seat))
    if team:
        return Outcome(team, "home", message=HOME)
    if turns >= TURN_GUARD:
        return Outcome(EVERYONE, "guard", is_draw=True, message=TOO_LONG)
    return Outcome(EVERYONE, "draw", is_draw=True, message=NOBODY_WON)


@dataclass(frozen=True, slots=True)
class Position(State):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``throw`` the two dice while a
    move is awaited, smaller first, else nothing; ``turns`` how many turns were completed since the
    state was set up.
    """

    game: "Tshupu"
    turn: int | None
    groups: Groups
    throw: Dice = ()
    turns: int = field(default=0, compare=False)
    _known: list[Play] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def phase(self) -> str:
        """``throw``, ``move`` or ``over``."""
        return "over" if self.turn is None else "move" if self.throw else "throw"

    @property
    def mover(self) -> int | None:
        """The seat that acts, or its partner when all its own pieces are off."""
        return None if self.turn is None else self.game.race.mover(self.groups, self.turn)

    @property
    def is_chance(self) -> bool:
        """True while the seat has not thrown yet."""
        return not self.throw and self.turn is not None

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throw that is to be moved."""
        return (THROWS[self.throw],) if self.throw else ()

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """The ten throws of two dice that are alike."""
        return OUTCOMES if self.is_chance else ()

    def actions(self) -> tuple[Action, ...]:
        return EVERY_THROW if self.is_chance else self.legal_moves()

    def legal_moves(self) -> tuple[Move, ...]:
        """By the sum or by both dice on two pieces, else by one die, else ``pass``."""
        return tuple([move for move, _ in self.plays()])

    def plays(self) -> Sequence[Play]:
        """The legal moves with what they do to the progresses; empty unless one is awaited."""
        if self.turn is not None and self.throw and not self._known:
            self._known.extend(self._plays(self.turn))
        return self._known

    def outcome(self) -> Outcome | None:
        """Won by the team whose pieces are all off; without one drawn by the guard of turns."""
        return result(self.groups, self.turns) if self.is_terminal else None

    def pieces(self) -> tuple[Piece, ...]:
        """Every seat's pieces by place."""
        return sorted_pieces(standing(*each) for each in counted(self.groups))

    def evaluate(self, seat: int) -> float:
        """The expected score of the seat's team: how far its pieces have come, and their danger.

        Counted is what a piece is worth where it stands: little on the way out, more the nearer the
        centre, for what is left to do then needs one number; less what the enemies behind take by
        a throw, above all the two seats that throw next. The figures are in ``worth``.
        """
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        first = FOLLOWERS[self.turn] if self.throw else self.turn
        worth = [self.game.worth.of(self.groups, each, first) for each in EVERYONE]
        lead = 2 * (worth[seat] + worth[PARTNERS[seat]]) - sum(worth)
        return tanh(LOGIT * lead / 2)

    def material(self, seat: int) -> float:
        """The lead of the seat's team in squares, as a share of the whole way of eight pieces."""
        ways = [sum(group) for group in self.groups]
        lead = 2 * (ways[seat] + ways[PARTNERS[seat]]) - sum(ways)
        return lead / (len(SEATS) // 2 * PIECES * BORNE_OFF)

    def __str__(self) -> str:
        """The position text."""
        turn = texts.EMPTY if self.turn is None else self.turn
        throw = dice_text(self.throw) or texts.EMPTY
        return f"{turn} {self.phase} {write_progress(self.groups)} {throw}"

    def apply(self, action: Action) -> Self:
        if isinstance(action, Throw):
            if self.is_chance and action.text in DICE_OF:
                return self._thrown(DICE_OF[action.text])
        else:
            for move, shifts in self.plays():
                if move is action or move.text == action.text:
                    return self._played(shifts)
        raise self.refusal(action.text)

    def skipped(self) -> Self | None:
        """The next seat's turn; None where partners do not play on for each other.

        Whoever is left out then keeps its team from ever winning.
        """
        if self.turn is None or self.game.race.skips:
            return None
        turns = self.turns + 1
        following = None if turns >= TURN_GUARD else FOLLOWERS[self.turn]
        return type(self)(self.game, following, self.groups, (), turns)

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = arranging.read(self, pieces)
        is_won = any(has_won(groups, seat) for seat in EVERYONE)
        return type(self)(self.game, None if is_won else self.turn, groups, self.throw)

    def _thrown(self, throw: Dice) -> Self:
        return type(self)(self.game, self.turn, self.groups, throw, self.turns)

    def _played(self, shifts: tuple[Shift, ...]) -> Self:
        race, seat, turns = self.game.race, cast("int", self.turn), self.turns + 1
        groups, mover = list(self.groups), race.mover(self.groups, seat)
        race.play(groups, mover, shifts, race.met(groups, mover))
        is_over = turns >= TURN_GUARD or has_won(groups, mover)
        following = None if is_over else race.following(groups, seat, self.throw)
        return type(self)(self.game, following, tuple(groups), (), turns)

    def _plays(self, seat: int) -> list[Play]:
        """The legal moves of ``seat``: by the whole throw, and by one die if those are allowed."""
        race = self.game.race
        mover = race.mover(self.groups, seat)
        sums, smalls, larges, twins, met = race.ways(self.groups, mover, self.throw)
        small, large = self.throw
        is_double = small == large
        by_small = self._parts(mover, (small,), smalls, met)
        by_large = by_small if is_double else self._parts(mover, (large,), larges, met)
        whole = [alone(part) for part in self._parts(mover, self.throw, sums, met)]
        for first in by_small:
            seconds = partners(first.shift[0], larges, twins, is_double=is_double)
            whole += [together(first, each) for each in by_large if seconds >> each.shift[0] & 1]
        ones = by_small if is_double else by_small + by_large
        if not race.must_use_all:
            return [*whole, *map(stopping, ones), PASSED]
        return whole or [alone(part) for part in ones] or [PASSED]

    def _parts(self, mover: int, dice: Dice, origins: int, met: int) -> list[Part]:
        """What ``dice`` do with ``mover``'s pieces from each of ``origins``, ascending."""
        free, steps = parts(mover, dice), sum(dice)
        found = [free[origin] for origin in bits(origins)]
        if not met >> steps & origins:
            return found
        hits = [self.game.race.hits(self.groups, mover, part.shift[1]) for part in found]
        return [hitting(*pair) if pair[1] else pair[0] for pair in zip(found, hits, strict=True)]

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """Each die and their sum with a piece on ``origin``."""
        return attempts(self, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        return refusal(self, text)
