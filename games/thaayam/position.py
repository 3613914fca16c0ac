"""A state of the game: what may be thrown and moved, and what comes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import tanh
from typing import TYPE_CHECKING, Self, cast

from games import text as texts
from games.actions import PASS, Action, Move, Throw
from games.core import HOME, NOBODY_WON, TOO_LONG, Attempt, Outcome, State
from games.course import counted, write_progress
from games.equipment import Piece, sorted_pieces
from games.errors import IllegalMove
from games.thaayam import arranging
from games.thaayam.facts import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTERING_THROW,
    ENTRY,
    FORTRESS,
    IN_HAND,
    OUTCOMES,
    PIECES,
    RING_END,
    THROWS,
    TURN_GUARD,
    Groups,
    counting,
    is_home,
)
from games.thaayam.reasons import (
    ALL_IN_FORTRESS,
    ENTERS_BY_ONE,
    EXACT_COUNT,
    KILL_FIRST,
    LEAVES_BY_ONE,
)
from games.thaayam.refusals import attempts, refusal
from games.thaayam.worth import LOGIT, lead, worth

if TYPE_CHECKING:
    from games.thaayam.game import Thaayam


@dataclass(frozen=True, slots=True)
class Position(State):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``kept`` the throws still to be
    played, ascending; ``series`` those of the unfinished series; ``killers`` who has killed so far
    (empty unless that matters); ``turns`` how many turns were completed since the state was set up.
    """

    game: "Thaayam"
    turn: int | None
    phase: str
    groups: Groups
    kept: tuple[int, ...]
    series: tuple[int, ...]
    killers: tuple[bool, ...]
    turns: int = field(default=0, compare=False)
    _legal: list[Move] = field(default_factory=list, init=False, compare=False, repr=False)

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
        """Every throw left on every piece that can play it, else ``pass`` (seed clause 2)."""
        if self.phase != "move" or self.turn is None:
            return ()
        if not self._legal:
            self._legal.extend(tuple(self._playable(self.turn)) or (PASS,))
        return tuple(self._legal)

    def outcome(self) -> Outcome | None:
        """Won by the seat whose pieces are all off; without one drawn by the guard of turns."""
        if not self.is_terminal:
            return None
        for seat, group in enumerate(self.groups):
            if is_home(group):
                return Outcome((seat,), "home", message=HOME)
        everyone = tuple(range(len(self.groups)))
        if self.turns >= TURN_GUARD:
            return Outcome(everyone, "guard", is_draw=True, message=TOO_LONG)
        return Outcome(everyone, "draw", is_draw=True, message=NOBODY_WON)

    def pieces(self) -> tuple[Piece, ...]:
        return sorted_pieces(
            Piece(seat, "piece", self.game.place(seat, progress), count=count)
            for seat, progress, count in counted(self.groups)
        )

    def evaluate(self, seat: int) -> float:
        """The expected score against the best other: how far the pieces have come, their danger.

        Counted in squares, which are what throws buy: those run, those saved where only a 1 would
        do, less those that enemies behind may take by a series of throws, above all the seat that
        throws next. The figures are in ``worth``.
        """
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        first = self.turn if self.is_chance else (self.turn + 1) % len(self.groups)
        worths = [worth(self.game, self.groups, each, first) for each in range(len(self.groups))]
        return tanh(LOGIT * lead(worths, seat) / 2)

    def material(self, seat: int) -> float:
        """The lead in squares over the best other, as a share of the way of four pieces."""
        return lead([sum(group) for group in self.groups], seat) / (PIECES * BORNE_OFF)

    def __str__(self) -> str:
        return " ".join(
            (
                texts.EMPTY if self.turn is None else str(self.turn),
                self.phase,
                write_progress(self.groups),
                texts.joined(self.kept),
                texts.joined(self.series),
                "".join(str(int(killer)) for killer in self.killers) or texts.EMPTY,
            )
        )

    def skipped(self) -> Self | None:
        """The next seat's turn; None where only two play."""
        is_duel = len(self.groups) == 2
        return None if is_duel or self.is_terminal else self._next_turn(self.groups, self.killers)

    def _after(self, action: Action) -> Self:
        if isinstance(action, Throw):
            return self._thrown(int(action.text))
        if action is PASS:
            return self._next_turn(self.groups, self.killers)
        return self._moved(action)

    def _thrown(self, value: int) -> Self:
        series = (*self.series, value)
        if value not in CLOSING_THROWS:
            return self._with("throw", self.groups, self.kept, series, self.killers)
        kept = tuple(sorted((*self.kept, *self._counting(series))))
        return self._with("move", self.groups, kept, (), self.killers)

    def _with(
        self,
        phase: str,
        groups: Groups,
        kept: tuple[int, ...],
        series: tuple[int, ...],
        killers: tuple[bool, ...],
    ) -> Self:
        """The state in which the same seat goes on."""
        return type(self)(self.game, self.turn, phase, groups, kept, series, killers, self.turns)

    def _counting(self, series: tuple[int, ...]) -> Sequence[int]:
        return () if self.turn is None else counting(series, self.groups[self.turn])

    def _playable(self, seat: int) -> Iterator[Move]:
        for throw in sorted(set(self.kept)):
            for origin in sorted(set(self.groups[seat]) - {BORNE_OFF}, reverse=True):
                target, obstacle = self.reach(seat, throw, origin)
                if not obstacle:
                    yield self.written(seat, throw, origin, target)

    def reach(self, seat: int, throw: int, origin: int) -> tuple[int, str]:
        """Where ``throw`` leads from ``origin``, and why it may not be played, "" if it may."""
        if origin == IN_HAND and throw != ENTERING_THROW:
            return ENTRY, ENTERS_BY_ONE
        if origin == FORTRESS and throw != ENTERING_THROW:
            return BORNE_OFF, LEAVES_BY_ONE
        if origin == FORTRESS and min(self.groups[seat]) < FORTRESS:
            return BORNE_OFF, ALL_IN_FORTRESS
        target = origin + throw if origin == FORTRESS else min(origin + throw, FORTRESS)
        if target < origin + throw and not self.game.overshoot:
            return target, EXACT_COUNT
        if target > RING_END and self.game.capture_first and not self.killers[seat]:
            return target, KILL_FIRST
        return target, ""

    def written(self, seat: int, throw: int, origin: int, target: int) -> Move:
        """The move of ``seat`` between two progresses, with all that it kills here."""
        killed = tuple(
            (other, self.groups[other].count(progress))
            for other, progress in self.game.meetings[seat][target]
            if progress in self.groups[other]
        )
        return self.game.move(seat, throw, origin, target, killed)

    def _moved(self, move: Move) -> Self:
        seat = cast("int", self.turn)
        start, end, throw = (choice.value for choice in move.choices)
        groups = self._groups_after(seat, start, end, move.captures)
        kept = list(self.kept)
        kept.remove(int(throw))
        killers = self._killers_after(seat, move.captures)
        if is_home(groups[seat]):
            return self._over(groups, killers, self.turns)
        if move.captures and self.game.capture_throw:
            return self._with("throw", groups, tuple(kept), (), killers)
        if kept:
            return self._with("move", groups, tuple(kept), (), killers)
        return self._next_turn(groups, killers)

    def _groups_after(self, seat: int, start: str, end: str, captures: tuple[Piece, ...]) -> Groups:
        groups = [list(group) for group in self.groups]
        groups[seat].remove(self.game.progress(seat, start))
        groups[seat].append(self.game.progress(seat, end))
        for victim in captures:
            progress = self.game.progress(victim.holder, end)
            groups[victim.holder] = [IN_HAND if p == progress else p for p in groups[victim.holder]]
        return tuple(tuple(sorted(group, reverse=True)) for group in groups)

    def _killers_after(self, seat: int, captures: tuple[Piece, ...]) -> tuple[bool, ...]:
        has_killed = bool(captures)
        return tuple(k or (has_killed and i == seat) for i, k in enumerate(self.killers))

    def _next_turn(self, groups: Groups, killers: tuple[bool, ...]) -> Self:
        turns = self.turns + 1
        if turns >= TURN_GUARD:
            return self._over(groups, killers, turns)
        following = (cast("int", self.turn) + 1) % len(groups)
        return type(self)(self.game, following, "throw", groups, (), (), killers, turns)

    def _over(self, groups: Groups, killers: tuple[bool, ...], turns: int) -> Self:
        return type(self)(self.game, None, "over", groups, (), (), killers, turns)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = arranging.read(self.game, pieces)
        killers = arranging.killers(self, groups)
        if any(map(is_home, groups)):
            return self._over(groups, killers, 0)
        return replace(self, groups=groups, killers=killers, turns=0)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return attempts(self, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        return refusal(self, text)
