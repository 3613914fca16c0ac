"""The search for games of several sides without chance: it expects all others to be against us.

Our side plays what is best for it, all others what is worst for us; with two sides this is how they
play anyway. The line of play says who acts after whom: it is a position from which the search makes
moves and takes them back. A game may have a faster line of its own on plainer data than its states;
the one here works for every game, through the grammar.

Alpha-beta leaves out what cannot matter. At the end of the search, captures are followed until the
side to act prefers to make none (a quiescence search).
"""

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import accumulate
from operator import itemgetter
from typing import Generic, Protocol, TypeVar

from games.actions import Move
from games.budget import UNLIMITED, Budget, last_finished
from games.core import State

Code = TypeVar("Code", bound=Hashable)

Priced = tuple[int, Code]
"""How much a move improves the balance of the side that makes it, and the move."""

WON = 1_000_000
"""More than any balance of a game that goes on; a game that is won sooner counts more."""


class SearchLine(Protocol[Code]):
    """A position with the moves that led to it since the search began.

    ``is_ours`` tells whether our side is to act, ``balance`` how well it stands, in units of the
    game's own, and WON less the moves made when it has won. Nobody plays on from where the line
    ``is_over``: the game has ended, or chance comes.
    """

    @property
    def is_ours(self) -> bool: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def balance(self) -> int: ...

    def moves(self) -> list[Priced[Code]]:
        """Return what the seat to act can play, at least one move."""
        ...

    def captures(self, least: int) -> list[Priced[Code]]:
        """Return the moves that capture and gain more than ``least``."""
        ...

    def quiet(self, least: int) -> list[Priced[Code]]:
        """Return the moves that do not capture and gain more than ``least``."""
        ...

    def make(self, code: Code) -> None:
        """Play the move ``code``."""
        ...

    def unmake(self) -> None:
        """Take the last move back."""
        ...


class StateLine:
    """The line that begins with ``state``; our side is that of ``seat``."""

    UNITS = 10_000
    """How many units of balance the value 1 of :meth:`State.evaluate` is."""

    def __init__(self, state: State, seat: int) -> None:
        self._states = [state]
        self._seat = seat
        self._team = state.game.seats[seat].team

    @property
    def is_ours(self) -> bool:
        turn = self._states[-1].turn
        return turn is not None and self._states[-1].game.seats[turn].team == self._team

    @property
    def is_over(self) -> bool:
        return self._states[-1].is_terminal or self._states[-1].is_chance

    @property
    def balance(self) -> int:
        return self._balance(self._states[-1])

    def moves(self) -> list[Priced[Move]]:
        state, before, sign = self._states[-1], self.balance, 1 if self.is_ours else -1
        return [
            (sign * (self._balance(state.apply(move)) - before), move)
            for move in state.legal_moves()
        ]

    def captures(self, least: int) -> list[Priced[Move]]:
        return [(gain, move) for gain, move in self.moves() if move.captures and gain > least]

    def quiet(self, least: int) -> list[Priced[Move]]:
        return [(gain, move) for gain, move in self.moves() if gain > least and not move.captures]

    def make(self, code: Move) -> None:
        self._states.append(self._states[-1].apply(code))

    def unmake(self) -> None:
        self._states.pop()

    def _balance(self, state: State) -> int:
        outcome = state.outcome()
        if outcome is None:
            return round(state.evaluate(self._seat) * self.UNITS)
        return round(outcome.score(self._seat) * (WON - len(self._states)))


DEEPEST = 40
"""How many moves a search looks ahead at most, after its own."""
CAPTURES = 6
"""How many captures in a row are followed where the search ends."""
GLANCED_CAPTURES = 2
"""The same where moves are valued at a glance: a capture, and what takes it back."""
ALL_REPLIES = 2
"""From this depth on, every reply to the moves that are valued is made."""
BOUND = WON + 1


def paranoid(state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``state``, the best first, as far as ``budget`` reaches."""
    return along(StateLine, state, budget, rng)


def along(
    line_of: Callable[[State, int], SearchLine[Code]],
    state: State,
    budget: Budget,
    rng: random.Random,
) -> tuple[Move, ...]:
    """Search as :func:`paranoid` does, on the lines of a game.

    ``line_of(after, seat)`` goes on from a state ``after`` one of the moves, for the side of
    ``seat``, which made it. ``rng`` decides between moves of equal value.
    """
    assert state.turn is not None, "a state in which a choice is awaited"
    lines = {move: line_of(state.apply(move), state.turn) for move in state.legal_moves()}
    return last_finished(_each_depth(lines, budget, rng))


def _each_depth(
    lines: dict[Move, SearchLine[Code]], budget: Budget, rng: random.Random
) -> Iterator[tuple[Move, ...]]:
    ranked = rng.sample(list(lines), len(lines))
    ranked.sort(key=lambda move: -lines[move].balance)
    yield tuple(ranked)
    search = Search[Code](budget)
    for depth in range(DEEPEST):
        best = -BOUND
        for move in tuple(ranked):
            value = search.value(lines[move], depth, best)
            if value > best:
                best = value
                ranked.remove(move)
                ranked.insert(0, move)
                yield tuple(ranked)


def valued(
    line_of: Callable[[State, int], SearchLine[Code]],
    state: State,
    budget: Budget,
    captures: Budget | None = None,
) -> dict[Move, int]:
    """Return the balance after every move of ``state``, all of them searched to the same depth.

    Captures are followed at least: at a glance, and further if all ``captures`` that follow one
    another last, None for without a limit. ``line_of`` is that of :func:`along`.
    """
    assert state.turn is not None, "a state in which a choice is awaited"
    lines = {move: line_of(state.apply(move), state.turn) for move in state.legal_moves()}
    return last_finished(_each_balance(lines, budget, captures))


def _each_balance(
    lines: dict[Move, SearchLine[Code]], budget: Budget, captures: Budget | None
) -> Iterator[dict[Move, int]]:
    if captures:
        search = Search[Code](Budget(UNLIMITED), GLANCED_CAPTURES)
        yield {move: search.value(line, 0, -BOUND) for move, line in lines.items()}
    search = Search[Code](captures or Budget(UNLIMITED))
    yield {move: search.value(line, 0, -BOUND) for move, line in lines.items()}
    search, spent = Search[Code](budget), 0
    for depth in range(1, DEEPEST):
        left = budget.left
        if spent > left or (depth == ALL_REPLIES and not _lasts(budget, lines.values())):
            return
        yield {move: search.value(line, depth, -BOUND) for move, line in lines.items()}
        spent = left - budget.left


def _lasts(budget: Budget, lines: Iterable[SearchLine[Code]]) -> bool:
    """Return whether ``budget`` may last for all replies in ``lines``, with an answer to each.

    A round that cannot be finished is better not begun.
    """
    replies = (0 if line.is_over else len(line.moves()) for line in lines)
    return all(2 * count <= budget.left for count in accumulate(replies))


class Search(Generic[Code]):
    """Alpha-beta that remembers which moves have often refuted others.

    It tries those first everywhere (the history heuristic). Values are those of the side to act.
    The exact value does not matter if it is at most ``low`` or at least ``high``.
    """

    def __init__(self, budget: Budget, captures: int = CAPTURES) -> None:
        self._budget = budget
        self._captures = captures
        self._refuting: dict[Code, int] = {}

    def value(self, line: SearchLine[Code], depth: int, low: int) -> int:
        """Return how we stand at ``line`` after ``depth`` more moves, if better than ``low``."""
        self._budget.spend()
        if line.is_ours:
            return self._best(line, depth, low, BOUND)
        return -self._best(line, depth, -BOUND, -low)

    def _best(self, line: SearchLine[Code], depth: int, low: int, high: int) -> int:
        standing = line.balance if line.is_ours else -line.balance
        if line.is_over:
            return standing
        if depth > 1:
            return self._best_of_all(line, depth, low, high)
        if depth <= 0:
            low = max(low, standing)
            if low >= high or depth == -self._captures:
                return low
        low = self._best_of(line, line.captures(low - standing), depth, low, high)
        if depth == 1 and low < high:
            low = self._best_of(line, line.quiet(low - standing), depth, low, high)
        return low

    def _best_of(
        self, line: SearchLine[Code], found: list[Priced[Code]], depth: int, low: int, high: int
    ) -> int:
        """Try the moves ``found`` before the search ends, the best first.

        The last move before the captures must gain what is needed: the answer to it does not make
        it better.
        """
        standing = line.balance if line.is_ours else -line.balance
        found.sort(key=itemgetter(0), reverse=True)
        for gain, code in found:
            if gain <= low - standing:
                break
            value = self._after(line, code, depth - 1, low, high)
            if value > low:
                if value >= high:
                    return high
                low = value
        return low

    def _best_of_all(self, line: SearchLine[Code], depth: int, low: int, high: int) -> int:
        """Try all moves, those first that gain most or have often refuted others."""
        known = self._refuting
        found = [(gain + known.get(code, 0), code) for gain, code in line.moves()]
        found.sort(key=itemgetter(0), reverse=True)
        for _, code in found:
            value = self._after(line, code, depth - 1, low, high)
            if value > low:
                low = value
            if low >= high:
                known[code] = known.get(code, 0) + depth * depth
                return high
        return low

    def _after(self, line: SearchLine[Code], code: Code, depth: int, low: int, high: int) -> int:
        """Return the value of the move ``code`` to the side that makes it."""
        self._budget.spend()
        was_ours = line.is_ours
        line.make(code)
        if line.is_ours == was_ours:
            found = self._best(line, depth, low, high)
        else:
            found = -self._best(line, depth, -high, -low)
        line.unmake()
        return found
