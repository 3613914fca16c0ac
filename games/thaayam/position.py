"""A state of Thaayam: what may be thrown and moved, and what comes of it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import tanh
from typing import Self, cast

from games.actions import Action, Move, Throw
from games.core import GAME_OVER, HOME, NOBODY_WON, Attempt, Danger, Outcome, State
from games.course import counted
from games.equipment import Piece, sorted_pieces
from games.errors import IllegalMove
from games.message import Message
from games.thaayam import arranging, illegal, reasons
from games.thaayam.evaluate import LOGIT, lead, values, with_tempo
from games.thaayam.moves import Play, Played, ThaayamTurn, legal_plays
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    IN_HAND,
    OUTCOMES,
    PIECES,
    THROWS,
    VALUE_OF,
    Captured,
    Group,
    Groups,
    ThaayamGame,
    counting,
    ended_without_winner,
    is_home,
)
from games.thaayam.text import ThaayamFields, enumerated, write


@dataclass(slots=True, unsafe_hash=True)
class ThaayamPosition(State):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``kept`` the throws still to be
    played, ascending; ``series`` those of the unfinished series; ``capturers`` which seats have
    captured so far (empty unless that matters); ``turns`` how many turns were completed since the
    state was set up.
    """

    game: ThaayamGame
    turn: int | None
    phase: str
    groups: Groups
    kept: tuple[int, ...]
    series: tuple[int, ...]
    capturers: tuple[bool, ...]
    turns: int = field(default=0, compare=False)
    _known: list[Play] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def is_chance(self) -> bool:
        """True while the series of throws is open."""
        return self.phase == "throw"

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws that count so far and are not played yet."""
        return tuple(CHANCES[value][0] for value in (*self.kept, *self._counting(self.series)))

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        return OUTCOMES if self.is_chance else ()

    def actions(self) -> tuple[Action, ...]:
        return THROWS if self.phase == "throw" else self.legal_moves()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every throw left with every piece that can play it, else ``pass`` (clause 2)."""
        return tuple([move for move, _ in self._plays()])

    def _plays(self) -> list[Play]:
        """Return the legal moves with what they do; nothing if no choice comes next."""
        if self.phase == "move" and self.turn is not None and not self._known:
            self._known.extend(legal_plays(*self._choosing(self.turn)))
        return self._known

    def outcome(self) -> Outcome | None:
        """Return the win of the seat whose pieces are all off, else a draw."""
        if not self.is_terminal:
            return None
        for seat, group in enumerate(self.groups):
            if is_home(group):
                return Outcome((seat,), "home", message=HOME)
        everyone = tuple(range(len(self.groups)))
        drawn = ended_without_winner(self.groups, self.capturers, self.turns)
        return drawn or Outcome(everyone, "draw", is_draw=True, message=NOBODY_WON)

    def pieces(self) -> tuple[Piece, ...]:
        return sorted_pieces(
            Piece(seat, "piece", self.game.rules.place(seat, progress), count=count)
            for seat, progress, count in counted(self.groups)
        )

    def evaluate(self, seat: int) -> float:
        """Return the expected score against the best other seat.

        The value is counted in squares: those that were run and those that save waiting for a 1,
        less those that enemies behind may take by a series of throws, above all the seat that
        throws next. The figures are in ``evaluate``.
        """
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        return tanh(LOGIT * lead(values(self.game.rules, self.groups, self._first), seat) / 2)

    def expects(self, seat: int) -> float:
        """Return the expected score, in which the squares count of seats that throw sooner."""
        if self.turn is None:
            return self.evaluate(seat)
        return tanh(LOGIT * lead(with_tempo(self.game.rules, self.groups, self._first), seat) / 2)

    def material(self, seat: int) -> float:
        """Return the lead in squares over the best other, as a share of the way of four pieces."""
        return lead([sum(group) for group in self.groups], seat) / (PIECES * BORNE_OFF)

    def __str__(self) -> str:
        fields = (self.turn, self.phase, self.groups, self.kept, self.series, self.capturers)
        return write(ThaayamFields(*fields))

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return reasons.danger(self.game.rules, self.groups, seat, places)

    def achievement(self, move: Move) -> Message | None:
        seat, played = cast("int", self.turn), self._played(move)
        if not played:
            return None
        after = self._moved(played)
        reached = reasons.landmark(played[3])
        if reached is not None or after.turn == seat:
            return reached
        return reasons.threatens(self.game.rules, self.groups, after.groups, seat)

    def headway(self, move: Move) -> Message | None:
        seat, played = cast("int", self.turn), self._played(move)
        return reasons.headway(self.groups[seat], *played[2:4]) if played else None

    def skipped(self) -> Self | None:
        """Return the next seat's turn; None where only two play."""
        is_duel = len(self.groups) == 2
        return None if is_duel or self.is_terminal else self._next_turn(self.groups, self.capturers)

    def apply(self, action: Action) -> Self:
        if self.phase == "throw" and isinstance(action, Throw) and action.text in VALUE_OF:
            return self._thrown(VALUE_OF[action.text])
        for move, played in self._plays():
            if move is action:
                return self._moved(played) if played else self._passed()
        for move, _ in self._plays():
            if move == action:
                return self.apply(move)
        raise self.refusal(str(action))

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def _passed(self) -> Self:
        return self._next_turn(self.groups, self.capturers)

    def _played(self, move: Move) -> Played | None:
        """Return what ``move`` does; None if it is a pass."""
        return next(played for each, played in self._plays() if each == move)

    def _thrown(self, value: int) -> Self:
        series = (*self.series, value)
        if value not in CLOSING_THROWS:
            return self._with("throw", self.groups, self.kept, series, self.capturers)
        kept = tuple(sorted((*self.kept, *self._counting(series))))
        return self._with("move", self.groups, kept, (), self.capturers)

    def _with(
        self,
        phase: str,
        groups: Groups,
        kept: tuple[int, ...],
        series: tuple[int, ...],
        capturers: tuple[bool, ...],
    ) -> Self:
        """Return the state in which the same seat goes on."""
        return type(self)(self.game, self.turn, phase, groups, kept, series, capturers, self.turns)

    def _counting(self, series: tuple[int, ...]) -> Sequence[int]:
        return () if self.turn is None else counting(series, self.groups[self.turn])

    @property
    def _first(self) -> int:
        """The seat that throws next, if the game is not over."""
        seat = cast("int", self.turn)
        return seat if self.is_chance else (seat + 1) % len(self.groups)

    def _choosing(self, seat: int) -> ThaayamTurn:
        """Return what ``seat``, whose turn it is, has to choose from."""
        has_captured = bool(self.capturers and self.capturers[seat])
        return ThaayamTurn(self.game.rules, self.groups, seat, self.kept, has_captured)

    def _moved(self, played: Played) -> Self:
        seat, throw, origin, target, captured = played
        groups = self._groups_after(seat, origin, target, captured)
        kept = list(self.kept)
        kept.remove(throw)
        capturers = self._capturers_after(seat) if captured else self.capturers
        if is_home(groups[seat]):
            return self._over(groups, capturers, self.turns)
        if captured and self.game.rules.throws_after_capture:
            return self._with("throw", groups, tuple(kept), (), capturers)
        if kept:
            return self._with("move", groups, tuple(kept), (), capturers)
        return self._next_turn(groups, capturers)

    def _groups_after(self, seat: int, origin: int, target: int, captured: Captured) -> Groups:
        groups = list(self.groups)
        groups[seat] = _shifted(groups[seat], origin, target, 1)
        if captured:
            for other, progress in self.game.rules.meetings[seat][target]:
                count = groups[other].count(progress)
                groups[other] = _shifted(groups[other], progress, IN_HAND, count)
        return tuple(groups)

    def _capturers_after(self, seat: int) -> tuple[bool, ...]:
        return tuple(each or index == seat for index, each in enumerate(self.capturers))

    def _next_turn(self, groups: Groups, capturers: tuple[bool, ...]) -> Self:
        turns = self.turns + 1
        if ended_without_winner(groups, capturers, turns):
            return self._over(groups, capturers, turns)
        following = (cast("int", self.turn) + 1) % len(groups)
        return type(self)(self.game, following, "throw", groups, (), (), capturers, turns)

    def _over(self, groups: Groups, capturers: tuple[bool, ...], turns: int) -> Self:
        return type(self)(self.game, None, "over", groups, (), (), capturers, turns)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = arranging.read(self.game.rules, pieces)
        capturers = arranging.capturers(self.capturers, groups)
        if any(map(is_home, groups)):
            return self._over(groups, capturers, 0)
        return replace(self, groups=groups, capturers=capturers, turns=0)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return illegal.attempts(self._choosing(cast("int", self.turn)), origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(illegal.THROW_AWAITED, choices=enumerated(CHANCES), given=text)
        return illegal.refusal(self._choosing(self.turn), text)


def _shifted(group: Group, origin: int, target: int, count: int) -> Group:
    """Return ``group``, furthest first, after ``count`` pieces of it went to ``target``."""
    after = list(group)
    for _ in range(count):
        after[after.index(origin)] = target
    after.sort(reverse=True)
    return tuple(after)
