"""Dash, a small game that is complete: a race over eight squares for two, with four lots.

>>> state = Dash().start().apply(Dash().throw((1, 1, 0, 0)))
>>> [str(move) for move in state.legal_moves()]
['hand-b1']
>>> str(state.apply(state.parse("hand-b1")))
'1 - 0,2/0,0'
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Final, Self

from games.actions import PASS, Action, Chance, Choice, Move, PlainMove, Step, Throw, Verb
from games.arranging import check_alone
from games.core import About, Game, Outcome, State
from games.equipment import HAND, OFF, Board, Die, Look, Piece, Point, Seat, Theme, sorted_pieces
from games.message import IllegalMove, Message, msg
from games.options import Option

# Facts

SQUARES: Final = tuple(f"{file}1" for file in "abcdefgh")
PLACES: Final = (HAND, *SQUARES, OFF)
"""Where a runner is by its progress: in hand, on one of the squares, home."""
HOME: Final = len(PLACES) - 1

LOTS: Final = 4
THROWS: Final = tuple(Throw(str(n), (1,) * n + (0,) * (LOTS - n)) for n in range(LOTS + 1))
OUTCOMES: Final = tuple((throw, Chance(comb(LOTS, n), 2**LOTS)) for n, throw in enumerate(THROWS))

AT_HOME: Final = Message.of(msg("the runners are home"))
"""Why a game ended, as the screen says it."""

Runners = tuple[tuple[int, ...], ...]
"""The progress of every runner, seat by seat, ascending."""


ABOUT = About(msg("Dash"), "2", "four throwing sticks", "a race over eight squares")


class Dash(Game):
    """The board, the seats, the dice, and how positions are written."""

    name = "dash"
    title = ABOUT.title
    about = ABOUT
    THROW_TEXT = re.compile(r"[0-4]")
    MOVE_TEXT = re.compile(r"pass|hand-[a-h]1x?|[a-h]1-([a-h]1x?|off)")
    OPTIONS = (Option("runners", msg("Runners"), 2, (1, 3), msg("How many each side has.")),)
    seats = (Seat(0, "white", "south", 0, "white"), Seat(1, "black", "north", 1, "black"))
    board = Board(tuple(Point(name, x, 0) for x, name in enumerate(SQUARES)))
    dice = (Die((0, 1)),) * LOTS
    look = Look(Theme(frame="#3f5d4a"))

    def start(self, first: int = 0) -> "Position":
        in_hand = (0,) * int(self.options["runners"])
        return Position(self, self._check_first(first), None, (in_hand, in_hand))

    def state(self, text: str) -> "Position":
        try:
            turn, thrown, runners = text.split(" ")
            position = Position(
                self,
                None if turn == "-" else int(turn),
                None if thrown == "-" else int(thrown),
                tuple(tuple(map(int, group.split(","))) for group in runners.split("/")),
            )
        except ValueError:
            raise ValueError(f"expected turn, throw and runners: {text!r}") from None
        if str(position) != text or not position.is_possible:
            raise ValueError(f"expected a position such as '1 3 0,2/0,0', not {text!r}")
        return position

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return (Piece(piece.seat, "runner", place),) if place in PLACES else ()

    def throw(self, faces: Sequence[int]) -> Throw:
        return Throw(str(sum(faces)), tuple(faces))


@dataclass(frozen=True, slots=True)
class Position(State):
    """Whose ``turn`` it is, the ``thrown`` lots (None: they come first), and the ``runners``."""

    game: Dash
    turn: int | None
    thrown: int | None
    runners: Runners

    @property
    def is_chance(self) -> bool:
        return self.turn is not None and self.thrown is None

    @property
    def pending(self) -> tuple[Throw, ...]:
        return () if self.thrown is None else (THROWS[self.thrown],)

    @property
    def is_possible(self) -> bool:
        """Whether a position text may say so."""
        standing = [progress for group in self.runners for progress in group if progress % HOME]
        return (
            [len(group) for group in self.runners] == [self.game.options["runners"]] * 2
            and all(0 <= progress <= HOME for group in self.runners for progress in group)
            and len(set(standing)) == len(standing)
            and self.turn in (0, 1, None)
            and self.thrown in (None, *range(LOTS + 1))
            and (self.turn is None) == (self.outcome() is not None)
        )

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        return OUTCOMES if self.is_chance else ()

    def legal_moves(self) -> tuple[Move, ...]:
        if self.turn is None or self.thrown is None:
            return ()
        own = self.runners[self.turn]
        ways = [(start, min(start + self.thrown, HOME)) for start in sorted({*own} - {HOME})]
        return tuple(
            self._move(self.turn, *way) for way in ways if way[1] == HOME or way[1] not in own
        ) or (PASS,)

    def outcome(self) -> Outcome | None:
        for seat, group in enumerate(self.runners):
            if min(group) == HOME:
                return Outcome((seat,), "home", message=AT_HOME)
        return None

    def pieces(self) -> tuple[Piece, ...]:
        return sorted_pieces(
            Piece(seat, "runner", PLACES[progress], count=count)
            for seat, group in enumerate(self.runners)
            for progress, count in Counter(group).items()
        )

    def evaluate(self, seat: int) -> float:
        outcome = self.outcome()
        if outcome is not None:
            return outcome.score(seat)
        own, others = sum(self.runners[seat]), sum(self.runners[1 - seat])
        return (own - others) / (HOME * len(self.runners[seat]))

    def __str__(self) -> str:
        turn, thrown = ("-" if fact is None else fact for fact in (self.turn, self.thrown))
        return f"{turn} {thrown} {'/'.join(','.join(map(str, group)) for group in self.runners)}"

    def _move(self, seat: int, start: int, end: int) -> Move:
        """The move of a runner, with what people choose and what their hands do."""
        origin, target = PLACES[start], PLACES[end]
        is_hit = target in SQUARES and end in self.runners[1 - seat]
        hit = (Piece(1 - seat, "runner", target),) if is_hit else ()
        verb: Verb = "put_on" if origin == HAND else "take_off" if target == OFF else "move"
        return PlainMove(
            f"{origin}-{target}{'x' if is_hit else ''}",
            (Choice("piece", origin, _lit(origin)), Choice("target", target, _lit(target))),
            path=_lit(target),
            captures=hit,
            steps=(
                *(Step("take_off", piece, target, HAND) for piece in hit),
                Step(verb, Piece(seat, "runner", origin), origin, target),
            ),
        )

    def _after(self, action: Action) -> Self:
        if isinstance(action, Throw):
            return replace(self, thrown=int(action.text))
        assert self.turn is not None, "nobody moves once the game is over"
        runners = [list(group) for group in self.runners]
        for step in action.steps:
            group = runners[step.piece.holder]
            group[group.index(PLACES.index(step.origin))] = PLACES.index(step.target)
        return self._standing(1 - self.turn, None, runners)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        check_alone(pieces)
        runners: list[list[int]] = [[], []]
        for piece in pieces:
            runners[piece.holder] += [PLACES.index(piece.place)] * piece.count
        return self._standing(self.turn, self.thrown, runners)

    def _standing(
        self, turn: int | None, thrown: int | None, runners: Sequence[Sequence[int]]
    ) -> Self:
        """The position with these runners; nobody's turn if that is the end."""
        found = replace(self, turn=turn, thrown=thrown, runners=tuple(map(_ascending, runners)))
        return found if found.outcome() is None else replace(found, turn=None, thrown=None)

    def refusal(self, text: str) -> IllegalMove:
        return IllegalMove(msg("{given} is no throw or move that is possible now"), given=text)


def _lit(place: str) -> tuple[str, ...]:
    """The point that lights up for ``place``; none for a place beside the board."""
    return (place,) if place in SQUARES else ()


def _ascending(group: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(group))
