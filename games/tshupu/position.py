"""A state of T'shu-p'u: what may be thrown and moved, and what comes of it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import tanh
from typing import Self, cast

from games.actions import Action, Move, Throw
from games.core import GAME_OVER, HOME, NOBODY_WON, TOO_LONG, Attempt, Danger, Outcome, State
from games.course import counted
from games.equipment import Piece, sorted_pieces
from games.errors import IllegalMove
from games.message import Message
from games.tshupu import arranging, illegal, learnt, reasons
from games.tshupu.evaluate import LOGIT, value
from games.tshupu.moves import Play, TshupuTurn, legal_plays, standing
from games.tshupu.rules import (
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
)
from games.tshupu.tables import Groups, Shift, TshupuGame, has_won
from games.tshupu.text import TshupuFields, write

EVERY_THROW = tuple(throw for throw, _ in OUTCOMES)
EVERYONE = tuple(seat.index for seat in SEATS)


def result(groups: Groups, turns: int) -> Outcome:
    """Return how a game that is over has ended: won by a team, or drawn after ``turns`` turns."""
    team = tuple(seat for seat in EVERYONE if has_won(groups, seat))
    if team:
        return Outcome(team, "home", message=HOME)
    if turns >= TURN_GUARD:
        return Outcome(EVERYONE, "guard", is_draw=True, message=TOO_LONG)
    return Outcome(EVERYONE, "draw", is_draw=True, message=NOBODY_WON)


@dataclass(slots=True, unsafe_hash=True)
class TshupuPosition(State):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``throw`` the two dice while a
    move is awaited, smaller first, else nothing; ``turns`` how many turns were completed since the
    state was set up.
    """

    game: TshupuGame
    turn: int | None
    groups: Groups
    throw: Dice = ()
    turns: int = field(default=0, compare=False)
    _known: list[Play] = field(default_factory=list, init=False, compare=False, repr=False)

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
        """Return the ten throws of two dice that are alike."""
        return OUTCOMES if self.is_chance else ()

    def actions(self) -> tuple[Action, ...]:
        return EVERY_THROW if self.is_chance else self.legal_moves()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return moves by the sum or by both dice on two pieces, else by one die, else ``pass``."""
        return tuple([move for move, _ in self.plays()])

    def plays(self) -> Sequence[Play]:
        """Return the legal moves with their changes of progress; nothing if a throw comes next."""
        if self.turn is not None and self.throw and not self._known:
            race, groups = self.game.race, self.groups
            mover = race.mover(groups, self.turn)
            self._known.extend(legal_plays(race, groups, mover, self.throw))
        return self._known

    def outcome(self) -> Outcome | None:
        """Return the win of the team whose pieces are all off, else a draw."""
        return result(self.groups, self.turns) if self.is_terminal else None

    def pieces(self) -> tuple[Piece, ...]:
        """Return every seat's pieces by place."""
        return sorted_pieces(standing(*each) for each in counted(self.groups))

    def evaluate(self, seat: int) -> float:
        """Return the expected score of the seat's team.

        A piece counts little on the way out and more near the centre, where a single number is
        needed. What enemies behind it may take by a throw is subtracted, above all for the two
        seats that throw next. The figures are in ``evaluate``.
        """
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        first = FOLLOWERS[self.turn] if self.throw else self.turn
        values = [value(self.game.race, self.groups, each, first) for each in EVERYONE]
        lead = 2 * (values[seat] + values[PARTNERS[seat]]) - sum(values)
        return tanh(LOGIT * lead / 2)

    def expects(self, seat: int) -> float:
        """Return the expected score of the seat's team, by the weights that were learnt."""
        if self.turn is None or self.throw:
            return self.evaluate(seat)
        score = learnt.expected(learnt.total(self.groups, self.turn))
        return score if SEATS[seat].team == SEATS[self.turn].team else -score

    def material(self, seat: int) -> float:
        """Return the lead of the team in squares, as a share of the whole way of its pieces."""
        ways = [sum(group) for group in self.groups]
        lead = 2 * (ways[seat] + ways[PARTNERS[seat]]) - sum(ways)
        return lead / (len(SEATS) // 2 * PIECES * BORNE_OFF)

    def __str__(self) -> str:
        return write(TshupuFields(self.turn, self.groups, self.throw))

    def apply(self, action: Action) -> Self:
        if isinstance(action, Throw):
            if self.is_chance and action.text in DICE_OF:
                return self._thrown(DICE_OF[action.text])
        else:
            for move, shifts in self.plays():
                if move is action:
                    return self._played(shifts)
            for move, shifts in self.plays():
                if move.text == action.text:
                    return self._played(shifts)
        raise self.refusal(action.text)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return reasons.danger(self.game.race, self.groups, seat, places)

    def achievement(self, move: Move) -> Message | None:
        groups, shifts = self._played(self._shifts(move)).groups, self._shifts(move)
        return reasons.achievement(
            self.game.race, self.groups, groups, cast("int", self.mover), shifts
        )

    def headway(self, move: Move) -> Message | None:
        return reasons.headway(self.groups[cast("int", self.mover)], self._shifts(move))

    def _shifts(self, move: Move) -> tuple[Shift, ...]:
        return next(shifts for each, shifts in self.plays() if each == move)

    def skipped(self) -> Self | None:
        """Return the next seat's turn; None where partners do not play on for each other.

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
        groups = arranging.read(self.game.race, self.turn, pieces)
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

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return illegal.attempts(self._choosing(cast("int", self.turn)), origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(illegal.THROW_AWAITED, choices=", ".join(DICE_OF), given=text)
        return illegal.refusal(self._choosing(self.turn), text)

    def _choosing(self, seat: int) -> TshupuTurn:
        """Return what ``seat``, whose turn it is, has to choose from."""
        race = self.game.race
        return TshupuTurn(race, self.groups, race.mover(self.groups, seat), self.throw)
