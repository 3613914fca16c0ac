"""The share of the point that each seat may expect in a position, and after each legal move.

A game may know its positions better than :meth:`games.core.State.evaluate`, and may look ahead on
plainer data: :meth:`games.core.State.expects` and :meth:`games.core.Game.prospects`. Everything
else goes through the grammar, for any game.

>>> import games
>>> state = games.load("thaayam", seats=2).state("0 move 26,26,26,25/9,0,0,0 1 - -")
>>> {str(move): worth for move, worth in prospects(state).items()}
{'1:c3-off': (1.0, 0.0)}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Protocol

from games.actions import Move, Throw
from games.budget import UNLIMITED, Budget, Spent
from games.core import Outcome, State
from games.equipment import Seat

Shares = tuple[float, ...]
"""By seat, the part of the point that its side may expect, from 0 to 1; all sides add up to 1."""
Prospects = Mapping[Move, Shares]
"""What every legal move leads to."""

PART = 4
"""A choice is judged with this part of the positions that the strongest player looks at."""
LEAST = 0.1
"""Throws in a row that are less likely than this, all together, are not continued."""
COARSE = 0.2
"""The same where the search looks at the turns of others, and where no positions are allowed."""
FINE = 0.05
"""The same where everything is enumerated."""
ENUMERATED = 100_000
"""So many positions are enumerated at most."""
DEEPEST = 40
CAPTURES = 4
"""So many captures in a row are followed where a round ends."""


class Judge(Protocol):
    """Says what positions are worth. The accounts of a review add up whoever judges."""

    def shares(self, state: State) -> Shares:
        """Return what ``state`` is worth to each seat."""
        ...

    def after_throws(self, state: State, likely: float) -> Mapping[Throw, Shares]:
        """Return what each throw leads to; throws in a row led to ``state`` so ``likely``."""
        ...

    def prospects(self, state: State) -> Prospects:
        """Return what every legal move of ``state`` leads to."""
        ...


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The judge of all reviews: it looks at ``nodes`` positions for a choice, None as usual."""

    nodes: int | None = None

    def shares(self, state: State) -> Shares:
        return shares(state, self.nodes)

    def after_throws(self, state: State, likely: float) -> Mapping[Throw, Shares]:
        return after_throws(state, likely, self.nodes)

    def prospects(self, state: State) -> Prospects:
        return prospects(state, self.nodes)


AT_A_GLANCE = LookAhead(0)
"""Looks to the end of the turn only."""


def final(outcome: Outcome, seats: Sequence[Seat]) -> Shares:
    """Return what a game that has ended so is worth to each of ``seats``."""
    winners = outcome.sides(seats)
    return tuple((seat.team in winners) / len(winners) for seat in seats)


def standing(state: State) -> Shares:
    """Return what ``state`` is worth as it stands, without looking ahead."""
    outcome = state.outcome()
    if outcome is not None:
        return final(outcome, state.game.seats)
    return divided(state.game.seats, state.expects)


def divided(seats: Sequence[Seat], expects: Callable[[int], float]) -> Shares:
    """Divide the point among ``seats``, each of which ``expects`` a score, by its index.

    A score compares a side with the best other one. The best side has the weight 1, every other one
    its odds against the best.
    """
    heads = {seat.team: seat.index for seat in reversed(seats)}
    weights = {team: _odds(expects(head)) for team, head in heads.items()}
    whole = sum(weights.values())
    return tuple(weights[seat.team] / whole for seat in seats)


def _odds(score: float) -> float:
    return min(1.0, (1 + score) / (1 - score)) if score < 1 else 1.0


def usual_nodes(state: State) -> int:
    """Return how many positions are looked at for a choice in ``state``, if nobody says it."""
    return state.game.SEARCH_NODES // PART


def shares(state: State, nodes: int | None = None) -> Shares:
    """Return what ``state`` is worth to each seat.

    Before a throw this is the mean over all throws. Before a choice it is what the best move leads
    to: where dice are thrown, at the end of the turn; in other games, as :func:`prospects` finds
    with ``nodes`` positions.
    """
    if state.is_chance:
        return mean(after_throws(state, nodes=nodes), state)
    if state.is_terminal:
        return standing(state)
    worths = prospects(state, 0 if state.game.dice else nodes)
    return worths[best_of(worths, state)]


def after_throws(
    state: State, likely: float = 1.0, nodes: int | None = None
) -> Mapping[Throw, Shares]:
    """Return what each throw leads to in ``state``, which throws in a row led to so ``likely``.

    When the throws in a row are less likely than LEAST, the next throw is taken to be the last.
    """
    return {
        throw: _thrown(state.apply(throw), likely * float(chance), nodes)
        for throw, chance in state.chance_outcomes()
    }


def _thrown(state: State, likely: float, nodes: int | None) -> Shares:
    if not state.is_chance:
        return shares(state, nodes)
    if likely >= (COARSE if nodes == 0 else LEAST):
        return mean(after_throws(state, likely, nodes), state)
    return _ending(state, lambda after: shares(after, nodes))


def _ending(state: State, judge: Callable[[State], Shares]) -> Shares:
    """Return what the next throw leads to, if it is one after which no other throw follows.

    Without such a throw the position is judged as it stands.
    """
    thrown = [(state.apply(throw), float(chance)) for throw, chance in state.chance_outcomes()]
    last = [(chance, judge(after)) for after, chance in thrown if _may_end(after)]
    whole = sum(chance for chance, _ in last)
    return weighed((chance / whole, found) for chance, found in last) if last else standing(state)


def _may_end(state: State) -> bool:
    """Return whether the turn of ``state`` may end without another throw, now or a few moves on."""
    if state.is_chance:
        return False
    after = (state.apply(move) for move in state.legal_moves())
    return any(each.turn != state.turn or _may_end(each) for each in after)


def mean(after: Mapping[Throw, Shares], state: State) -> Shares:
    """Return the mean of what every throw in ``state`` leads to, by their probabilities."""
    return weighed((float(chance), after[throw]) for throw, chance in state.chance_outcomes())


def weighed(parts: Iterable[tuple[float, Shares]]) -> Shares:
    """Return the sum of ``parts``, each of them a weight and shares."""
    each = [[weight * share for share in found] for weight, found in parts]
    return tuple(map(sum, zip(*each, strict=True)))


def best_of(worths: Prospects, state: State) -> Move:
    """Return the move that is worth most to the seat that chooses in ``state``."""
    seat = state.turn
    assert seat is not None, "a state in which a choice comes next"
    return max(worths, key=lambda move: worths[move][seat])


def prospects(state: State, nodes: int | None = None) -> Prospects:
    """Return what every legal move of ``state`` leads to, judged by equal depth.

    The search looks one turn further in each round. The last round that it finishes with ``nodes``
    positions counts; the first, which ends with the turn, is always finished.
    """
    seat = state.turn
    assert seat is not None, "a state in which a choice comes next"
    nodes = usual_nodes(state) if nodes is None else nodes
    shared = state.game.outlook(state, nodes)
    if shared is not None:
        return shared
    known = state.game.prospects(state, nodes)
    if known is None:
        return _looked_ahead(state, nodes)
    here = standing(state)
    return {move: _with_score(here, state, seat, score) for move, score in known.items()}


def _with_score(here: Shares, state: State, seat: int, score: float) -> Shares:
    """Return the shares when ``seat`` expects ``score`` against the best other side.

    The other sides stand to each other as they do ``here``.
    """
    teams = [each.team for each in state.game.seats]
    others = {team: share for team, share in zip(teams, here, strict=True) if team != teams[seat]}
    best, lost = max(others.values()), 1 - score
    weights = {team: lost * (share / best if best else 1.0) for team, share in others.items()}
    weights[teams[seat]] = 1 + score
    whole = sum(weights.values())
    return tuple(weights[team] / whole for team in teams)


def _looked_ahead(state: State, nodes: int) -> Prospects:
    """Return the :func:`prospects` of a game that has no search of its own for them."""
    found = dict(Horizon(state, 0, Budget(UNLIMITED), LEAST).prospects())
    before = spent = len(found)
    for turns in range(1, DEEPEST):
        nodes -= spent
        horizon = Horizon(state, turns, Budget(nodes), COARSE)
        try:
            deeper = dict(horizon.prospects())
        except Spent:
            break
        found, before, spent = deeper, spent, horizon.seen
        if spent <= before or spent * spent // before > nodes - spent:
            break
    return found


def enumerated(state: State) -> Prospects:
    """Return what every legal move of ``state`` leads to, whatever the search of the game finds.

    Everything that the turn may come to is enumerated over the grammar, and everything that the
    next seat may answer. This is slow, and a check of what is found faster. Where that would be
    more than ENUMERATED positions, throws in a row end sooner; Spent if they are too many then.
    """
    with suppress(Spent):
        return dict(Enumeration(state, 1, Budget(ENUMERATED), FINE).prospects())
    return dict(Enumeration(state, 1, Budget(ENUMERATED), COARSE).prospects())


class Horizon:
    """A look ahead from ``state``: to the end of the turn, and ``turns`` more turns of others.

    Throws in a row that are less likely than ``least`` are not continued.
    """

    def __init__(self, state: State, turns: int, budget: Budget, least: float) -> None:
        self._state = state
        self._turns = turns
        self._budget = budget
        self._least = least
        self._known: dict[tuple[State, int, float], Shares] = {}
        self._open: set[State] = set()
        self.seen = 0

    def prospects(self) -> Iterator[tuple[Move, Shares]]:
        """Yield every legal move with what it leads to."""
        for move in self._state.legal_moves():
            yield move, self._after(self._state, move, self._turns, 1.0)

    def _after(self, state: State, move: Move, turns: int, likely: float) -> Shares:
        """Return what comes of ``move`` in ``state``; the throws before are so ``likely``."""
        after = state.apply(move)
        if after.turn == state.turn:
            return self._expected(after, turns, likely)
        return self._expected(after, turns - 1, 1.0) if turns else self._judged(after)

    def _judged(self, state: State) -> Shares:
        self._budget.spend()
        self.seen += 1
        return standing(state)

    def _expected(self, state: State, turns: int, likely: float) -> Shares:
        """Return what ``state`` is worth; a turn comes to the same position in many orders."""
        if state.is_terminal:
            return self._judged(state)
        if state.is_chance:
            return self._mean(state, turns, likely)
        key = state, turns, likely
        if key not in self._known:
            self._known[key] = self._best(state, turns, likely)
        return self._known[key]

    def _mean(self, state: State, turns: int, likely: float) -> Shares:
        if likely < self._least:
            return self._last(state, turns, likely)
        thrown = ((state.apply(throw), float(p)) for throw, p in state.chance_outcomes())
        return weighed((p, self._expected(after, turns, likely * p)) for after, p in thrown)

    def _last(self, state: State, turns: int, likely: float) -> Shares:
        """Return what the last throw leads to; where it leads back to ``state``, as that stands.

        A throw that may be left gives another one in the same position.
        """
        if state in self._open:
            return self._judged(state)
        self._open.add(state)
        found = _ending(state, lambda after: self._expected(after, turns, likely))
        self._open.remove(state)
        return found

    def _best(self, state: State, turns: int, likely: float) -> Shares:
        seat, most = state.turn, -inf
        best: Shares = ()
        assert seat is not None, "a state in which a choice comes next"
        for move in state.legal_moves():
            found = self._after(state, move, turns, likely)
            if found[seat] > most:
                best, most = found, found[seat]
        return best


class Enumeration(Horizon):
    """A look ahead that also knows again what comes before a throw."""

    def _mean(self, state: State, turns: int, likely: float) -> Shares:
        key = state, turns, likely
        if key not in self._known:
            self._known[key] = super()._mean(state, turns, likely)
        return self._known[key]


def replied(state: State, nodes: int) -> Mapping[Move, float]:
    """Return the part of the point that the mover may expect after each legal move of ``state``.

    Nothing is left to chance in the game. Every move of every seat is looked at through the grammar
    one ply deeper each round, as far as ``nodes`` positions reach, and captures are followed where
    a round ends; seats of other sides play against the mover. This is slow, and a check of what is
    found faster.
    """
    after = {move: state.apply(move) for move in state.legal_moves()}
    replies = Replies(state, Budget(nodes))
    found = {move: standing(each)[replies.seat] for move, each in after.items()}
    with suppress(Spent):
        for depth in range(DEEPEST):
            found = {move: replies.value(each, depth, 0.0, 1.0) for move, each in after.items()}
    return found


class Replies:
    """What positions are worth to the side to move in ``state``, by the moves that follow them."""

    def __init__(self, state: State, budget: Budget) -> None:
        assert state.turn is not None, "a state in which a choice is awaited"
        self.seat, self._seats, self._budget = state.turn, state.game.seats, budget
        self._standing: dict[State, float] = {}

    def value(self, state: State, depth: int, low: float, high: float) -> float:
        """Return what ``state`` is worth ``depth`` plies on, if it is from ``low`` to ``high``."""
        if state.turn is None:
            return self._judged(state)
        is_ours = self._seats[state.turn].team == self._seats[self.seat].team
        nexts, best = self._nexts(state, depth), 0.0 if is_ours else 1.0
        if depth <= 0:
            best = self._judged(state)
        for after in sorted(nexts, key=self._judged, reverse=is_ours):
            if is_ours:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
            best = (max if is_ours else min)(best, self.value(after, depth - 1, low, high))
        return best

    def _nexts(self, state: State, depth: int) -> Sequence[State]:
        """Return what follows ``state``: everything, or what captures lead to."""
        if depth <= -CAPTURES:
            return ()
        moves = state.legal_moves()
        return [state.apply(move) for move in moves if depth > 0 or move.captures]

    def _judged(self, state: State) -> float:
        if state not in self._standing:
            self._budget.spend()
            self._standing[state] = standing(state)[self.seat]
        return self._standing[state]
