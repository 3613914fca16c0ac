"""Thaayam under chosen options: its states, what may be done in them, and random play from them.

Random play has the same chances as the states, on plain lists, but is faster.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import tanh
from typing import ClassVar, Self, cast

from games.actions import PASS, Action, Chance, Move, Throw
from games.core import GAME_OVER, HOME, NOBODY_WON, Attempt, Begins, Care, Danger, Outcome, State
from games.course import ChosenAnew, TurnMove, counted
from games.equipment import Piece, sorted_pieces
from games.message import IllegalMove, Message, msg
from games.options import OptionValue
from games.thaayam import ABOUT, evaluate, notation
from games.thaayam.evaluate import LOGIT, lead, values, with_tempo
from games.thaayam.notation import ThaayamFields, enumerated, read, write
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    HANDICAPS,
    IN_HAND,
    LOT,
    LOTS,
    MOVE_TEXT,
    OPTIONS,
    OUTCOMES,
    PIECES,
    THROW_TEXT,
    THROWS,
    VALUE_OF,
    Change,
    Groups,
    Played,
    ThaayamGame,
    ThaayamMove,
    ThaayamTurn,
    board,
    ended_without_winner,
    is_home,
    rules_of,
)
from games.thaayam.search import Pieces, Turn, TurnSearch, moved


@dataclass(slots=True, unsafe_hash=True)
class ThaayamPosition(ChosenAnew):
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
    _choice: ThaayamTurn | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def is_chance(self) -> bool:
        """True while the series of throws is open."""
        return self.phase == "throw"

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws that count so far and are not played yet."""
        return tuple(CHANCES[value][0] for value in (*self.kept, *self._counting(self.series)))

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        return OUTCOMES if self.phase == "throw" else ()

    def actions(self) -> Sequence[Action]:
        return THROWS if self.phase == "throw" else self.legal_moves()

    def legal_moves(self) -> Sequence[ThaayamMove]:
        """Return every throw left with every piece that can play it, else ``pass`` (clause 2)."""
        if self._choice is None:
            if self.phase != "move" or self.turn is None:
                return ()
            self._choice = self._choosing(self.turn)
        return self._choice

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
        return evaluate.danger(self.game.rules, self.groups, seat, places)

    def achievement(self, move: Move) -> Message | None:
        seat, played = cast("int", self.turn), self._played(move)
        if not played:
            return None
        after = self._moved(played)
        reached = evaluate.landmark(played[3])
        if reached is not None or after.turn == seat:
            return reached
        return evaluate.threatens(self.game.rules, self.groups, after.groups, seat)

    def headway(self, move: Move) -> Message | None:
        seat, played = cast("int", self.turn), self._played(move)
        return evaluate.headway(self.groups[seat], *played[2:4]) if played else None

    def turn_after(self, move: ThaayamMove) -> Turn:
        """Return what is left of the turn after ``move``; nothing after a pass."""
        played = self._does(move.change)
        if played is None:
            return Pieces(self.groups, self.capturers), ()
        groups, capturers, kept = self._left(played)
        return Pieces(groups, capturers), kept

    def _left(self, played: Played) -> tuple[Groups, tuple[bool, ...], tuple[int, ...]]:
        """Return the pieces, who has captured, and the throws that are left after a move."""
        seat, throw, origin, target, captured = played
        place, kept, groups = self.kept.index(throw), self.kept, list(self.groups)
        groups[seat] = moved(groups[seat], origin, target)
        for other, progress, count in captured:
            for _ in range(count):
                groups[other] = moved(groups[other], progress, IN_HAND)
        capturers = self._capturers_after(seat) if captured else self.capturers
        return tuple(groups), capturers, kept[:place] + kept[place + 1 :]

    def skipped(self) -> Self | None:
        """Return the next seat's turn; None where only two play."""
        is_duel = len(self.groups) == 2
        return None if is_duel or self.is_terminal else self._next_turn(self.groups, self.capturers)

    def parse(self, text: str) -> Action:
        """Return the throw or move written ``text`` without writing all others, or a refusal."""
        if self.phase == "throw" and text in VALUE_OF:
            return CHANCES[VALUE_OF[text]][0]
        moves, written = self.legal_moves(), MOVE_TEXT.fullmatch(text)
        if isinstance(moves, ThaayamTurn) and written and written[1]:
            start = int(written[1]), moves.rules.progress(moves.seat, written[2])
            for change in moves.changes():
                if change[:2] == start and (move := TurnMove(moves, change)).text == text:
                    return move
        return State.parse(self, text)

    def apply(self, action: Action) -> Self:
        if isinstance(action, TurnMove) and action.turn is self._choice:
            return self._changed(action.change)
        if self.phase == "throw" and isinstance(action, Throw):
            value = VALUE_OF.get(action.text)
            if value is not None:
                return self._thrown(value)
        for move in self.legal_moves():
            if move == action:
                return self._changed(move.change)
        raise self.refusal(str(action))

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def _changed(self, change: Change) -> Self:
        played = self._does(change)
        return self._moved(played) if played else self._next_turn(self.groups, self.capturers)

    def _does(self, change: Change) -> Played | None:
        """Return what the move does that makes this ``change``; None if it is a pass."""
        assert self._choice is not None, "somebody has seen the move"
        return self._choice.played(*change) if change else None

    def _played(self, move: Move) -> Played | None:
        """Return what ``move`` does; None if it is a pass, IllegalMove if it is not legal here."""
        if move == PASS:
            return None
        for each in self.legal_moves():
            if each == move:
                return self._does(each.change)
        raise self.refusal(str(move))

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
        if self.turn is None:
            return ()
        return self.game.rules.counting(series, self.groups[self.turn])

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
        groups, capturers, kept = self._left(played)
        if groups[played[0]][-1] == BORNE_OFF:
            return self._over(groups, capturers, self.turns)
        if played[-1] and self.game.rules.throws_after_capture:
            return self._with("throw", groups, kept, (), capturers)
        if kept:
            return self._with("move", groups, kept, (), capturers)
        return self._next_turn(groups, capturers)

    def _capturers_after(self, seat: int) -> tuple[bool, ...]:
        return tuple(each or index == seat for index, each in enumerate(self.capturers))

    def _next_turn(self, groups: Groups, capturers: tuple[bool, ...]) -> Self:
        turns = self.turns + 1
        if ended_without_winner(groups, capturers, turns):
            return self._over(groups, capturers, turns)
        assert self.turn is not None, "a turn that ends"
        following = (self.turn + 1) % len(groups)
        return type(self)(self.game, following, "throw", groups, (), (), capturers, turns)

    def _over(self, groups: Groups, capturers: tuple[bool, ...], turns: int) -> Self:
        return type(self)(self.game, None, "over", groups, (), (), capturers, turns)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = notation.arranged(self.game.rules, pieces)
        capturers = notation.capturers(self.capturers, groups)
        if any(map(is_home, groups)):
            return self._over(groups, capturers, 0)
        return replace(self, groups=groups, capturers=capturers, turns=0)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return notation.attempts(self._choosing(cast("int", self.turn)), origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(notation.THROW_AWAITED, choices=enumerated(CHANCES), given=text)
        return notation.refusal(self._choosing(self.turn), text)


SIXTEENTHS = tuple(value for value, (_, chance) in CHANCES.items() for _ in range(int(chance * 16)))


class RandomPlay:
    """One game played on at random from ``position``, with ``random`` giving floats in [0, 1)."""

    def __init__(self, position: ThaayamPosition, random: Callable[[], float]) -> None:
        self._rules, self._random = position.game.rules, random
        self._groups = [list(group) for group in position.groups]
        self._capturers = list(position.capturers)
        self._kept, self._series = list(position.kept), list(position.series)
        self._turns = position.turns

    def play_out(self, seat: int, *, awaits_throw: bool) -> Outcome:
        """Play on from the turn of ``seat``, which may have to throw yet; return how it ended."""
        while True:
            if awaits_throw:
                self._throw(self._groups[seat])
            awaits_throw = self._move(seat)
            if min(self._groups[seat]) == BORNE_OFF:
                return Outcome((seat,), "home", message=HOME)
            if awaits_throw:
                continue
            self._turns += 1
            drawn = ended_without_winner(self._groups, self._capturers, self._turns)
            if drawn:
                return drawn
            seat, awaits_throw = (seat + 1) % len(self._groups), True

    def _throw(self, own: Sequence[int]) -> None:
        """Throw until the series closes, and keep what counts of it."""
        series, random = self._series, self._random
        while not series or series[-1] not in CLOSING_THROWS:
            series.append(SIXTEENTHS[int(random() * 16)])
        self._kept += self._rules.counting(series, own)
        self._series = []

    def ways(self, seat: int) -> list[tuple[int, int, int]]:
        """Return the moves of ``seat`` as (throw, origin, target); nothing if it has to pass."""
        own = self._groups[seat]
        rows = self._rules.rows_of((min(own),), bool(self._capturers) and self._capturers[seat])
        return [
            (throw, origin, target)
            for throw in set(self._kept)
            for origin in set(own)
            if (target := rows[throw][origin])
        ]

    def _move(self, seat: int) -> bool:
        """Play what is kept; True when a capture makes the seat throw again."""
        own, kept, random = self._groups[seat], self._kept, self._random
        while kept:
            ways = self.ways(seat)
            if not ways:
                kept.clear()
                return False
            throw, origin, target = ways[int(random() * len(ways))]
            kept.remove(throw)
            own[own.index(origin)] = target
            if target == BORNE_OFF and min(own) == BORNE_OFF:
                return False
            if self._captures(seat, target) and self._rules.throws_after_capture:
                return True
        return False

    def _captures(self, seat: int, target: int) -> bool:
        """Return whether ``seat`` captures after it has moved a piece to ``target``."""
        meetings = self._rules.meetings[seat]
        if not self._rules.captures_last:
            return bool(meetings[target]) and self._capture(seat, meetings[target])
        if self._kept and self.ways(seat):
            return False
        met = [each for progress in set(self._groups[seat]) for each in meetings[progress]]
        return self._capture(seat, met)

    def _capture(self, seat: int, met: Iterable[tuple[int, int]]) -> bool:
        """Send back to hand what ``seat`` meets there; return whether there was any."""
        has_captured = False
        for other, progress in met:
            group = self._groups[other]
            if progress in group:
                group[:] = [IN_HAND if each == progress else each for each in group]
                has_captured = True
        if has_captured and self._capturers:
            self._capturers[seat] = True
        return has_captured


SEARCH_NODES = {2: 6000, 3: 6000, 4: 5000}
"""By the number of seats: a position takes longer to judge with more of them."""
DOUBT = {2: 0.015, 3: 0.02, 4: 0.026}
"""By the number of seats, measured beside a search that looks a turn further (docs/review.md)."""


class Thaayam(ThaayamGame):
    """The game under chosen options; its tables of squares and meetings are made once.

    >>> Thaayam(seats=2).start().game.seats[1].side
    'north'
    """

    name = "thaayam"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(
        by_lot=True,
        rule=msg("The old rules do not say who begins. We draw lots."),
    )
    OPTIONS = OPTIONS
    HANDICAPS = HANDICAPS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEATS_OPTION = "seats"
    HASTE = 0.3
    CARE: ClassVar[Care] = {2: (0.32, 0.42, 0.48), 3: (0.36, 0.45, 0.68), 4: (0.36, 0.48, 0.8)}
    dice = (LOT,) * LOTS

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        self.rules = rules_of(self.options)
        self.seats = self.rules.seats
        self.SEARCH_NODES = SEARCH_NODES[len(self.seats)]
        self.DOUBT = DOUBT[len(self.seats)]
        self.board = board()

    @cached_property
    def _search(self) -> TurnSearch:
        return TurnSearch(self.rules)

    def start(self, first: int = 0) -> ThaayamPosition:
        """Return the state in which all seats begin, ``first`` to throw."""
        hands = self.begun((IN_HAND,) * PIECES)
        capturers = (False,) * len(self.seats) if self.rules.captures_first else ()
        first = self._check_first(first)
        capturers = notation.capturers(capturers, hands)
        return ThaayamPosition(self, first, "throw", hands, (), (), capturers)

    def state(self, text: str) -> ThaayamPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return ThaayamPosition(self, *read(self.rules, text))

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on plain lists; return the outcome."""
        if not isinstance(state, ThaayamPosition) or state.turn is None:
            return super().playout(state, rng)
        return RandomPlay(state, rng.random).play_out(state.turn, awaits_throw=state.is_chance)

    def outlook(self, state: State, nodes: int) -> Mapping[Move, tuple[float, ...]] | None:
        """Search the turn whole, and what the next seat answers where it may end.

        With an extra throw for each capture that is left to a search over the grammar.
        """
        position = cast("ThaayamPosition", state)
        if self.rules.throws_after_capture:
            return None
        moves = position.legal_moves()
        turns = [position.turn_after(move) for move in moves]
        values = self._search.values(cast("int", position.turn), turns, nodes)
        return dict(zip(moves, values, strict=True))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return notation.standings(self.rules, piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw by the number of white faces (1); none is 8 (seed, table of points)."""
        if len(faces) != LOTS or any(face not in LOT.faces for face in faces):
            raise ValueError(f"expected {LOTS} faces, each 0 or 1, not {tuple(faces)}")
        return CHANCES[sum(faces) or 8][0]
