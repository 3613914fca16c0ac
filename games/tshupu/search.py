"""The search for T'shu-p'u on plain progress numbers, by the weights that were learnt.

It is expectimax: every throw counts by its probability. Each round looks one turn further, for
fewer moves. A seat that throws in between answers with the move after which its team stands best,
so that only our own moves are compared as far as the round looks.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from games.actions import Move
from games.budget import UNLIMITED, Budget, last_finished
from games.tshupu.learnt import expected, standing, total
from games.tshupu.moves import Play
from games.tshupu.position import TshupuPosition
from games.tshupu.rules import BORNE_OFF, EVEN_PAIRS, SEATS, Dice
from games.tshupu.tables import Groups, Race, Shift, Ways, bits, has_won, moved, partners

ROUNDS: Final = ((1, 8), (2, 5), (3, 3))
"""How many turns of the next seats a round looks at, and for how many moves of ours."""
ANSWERS: Final = 100
"""About how many answers the next seat has to one move, with all throws."""
WON = 1 << 30
"""More than any sum of weights."""
CHANCES: Final = tuple(
    (dice, EVEN_PAIRS.count(dice) / len(EVEN_PAIRS)) for dice in sorted(set(EVEN_PAIRS))
)
Shifts = tuple[Shift, ...]


def searched(position: TshupuPosition, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``position``, the best first, as far as ``budget`` reaches."""
    return last_finished(_each_round(position, budget, rng))


def _each_round(
    position: TshupuPosition, budget: Budget, rng: random.Random
) -> Iterator[tuple[Move, ...]]:
    plays = position.plays()
    outlook = TshupuOutlook(position, budget)
    stands: dict[Move, float] = {move: outlook.stands(shifts) for move, shifts in plays}
    ranked = sorted(rng.sample(plays, len(plays)), key=lambda play: -stands[play[0]])
    yield _moves(ranked)
    for turns, width in ROUNDS:
        waiting, compared = ranked, list[Play]()
        for play in ranked[:width]:
            stands[play[0]] = outlook.value(play[1], turns)
            waiting = waiting[1:]
            compared = sorted([*compared, play], key=lambda each: -stands[each[0]])
            ranked = [*compared, *waiting]
            yield _moves(ranked)


def _moves(plays: Sequence[Play]) -> tuple[Move, ...]:
    return tuple(move for move, _ in plays)


def expectations(position: TshupuPosition, nodes: int) -> dict[Move, float]:
    """Return the score, from -1 to 1, that our team expects of each legal move of ``position``.

    All moves are seen equally far: as many turns as about ``nodes`` positions reach.
    """
    plays = position.plays()
    turns = max(turns for turns in range(4) if not turns or len(plays) * ANSWERS**turns <= nodes)
    outlook = TshupuOutlook(position, Budget(UNLIMITED))
    return {move: outlook.value(shifts, turns) for move, shifts in plays}


class ThrownTurn:
    """What ``seat`` can do with ``throw``."""

    def __init__(self, race: Race, groups: Groups, seat: int, throw: Dice) -> None:
        self.team = SEATS[seat].team
        self._race, self._groups, self._seat, self._throw = race, groups, seat, throw
        self._mover = race.mover(groups, seat)
        self._own = groups[self._mover]
        self._ways = race.ways(groups, self._mover, throw)
        self._quiet = ~self._ways[-1]
        following = race.following(groups, seat, throw)
        self._standing = standing(groups, self._mover, following)
        self._sign = self._for_us(following)

    def answers(self) -> list[Shifts]:
        """Return what each legal move changes."""
        return every_shift(self._race, self._ways, self._throw)

    def weighed(self, shifts: Shifts) -> int:
        """Return how well the team stands after ``shifts``, in weights; WON if it has won."""
        for _, target in shifts:
            if target == BORNE_OFF or not self._quiet >> target & 1:
                return self._weighed_again(shifts)
        return self._sign * self._standing.total(moved(self._own, shifts))

    def after(self, shifts: Shifts) -> tuple[Groups, int]:
        """Return where all pieces stand after ``shifts``, and who throws next."""
        groups = list(self._groups)
        self._race.play(groups, self._mover, shifts, self._ways[-1])
        return tuple(groups), self._race.following(groups, self._seat, self._throw)

    def _weighed_again(self, shifts: Shifts) -> int:
        """Weigh ``shifts`` that change more than where the seat's own pieces stand."""
        groups, following = self.after(shifts)
        if has_won(groups, self._seat):
            return WON
        return self._for_us(following) * total(groups, following)

    def _for_us(self, first: int) -> int:
        """Return 1 if weights for the team of ``first`` count for this team, else -1."""
        return 1 if SEATS[first].team == self.team else -1


class TshupuOutlook:
    """What the moves of ``position`` may lead to."""

    def __init__(self, position: TshupuPosition, budget: Budget) -> None:
        assert position.turn is not None, "a position in which a choice is awaited"
        self._race, self._budget = position.game.race, budget
        self._turn = ThrownTurn(self._race, position.groups, position.turn, position.throw)

    def stands(self, shifts: Shifts) -> int:
        """Return how well our team stands after ``shifts``, in weights."""
        return self._turn.weighed(shifts)

    def value(self, shifts: Shifts, turns: int) -> float:
        """Return the score that our team may expect after ``shifts``, ``turns`` turns later."""
        return self._value(self._turn, shifts, turns)

    def _value(self, turn: ThrownTurn, shifts: Shifts, turns: int) -> float:
        stands = turn.weighed(shifts)
        if turns and abs(stands) < WON:
            return self._expected(*turn.after(shifts), turns)
        return expected(stands) if turn.team == self._turn.team else -expected(stands)

    def _expected(self, groups: Groups, seat: int, turns: int) -> float:
        sums = 0.0
        for throw, chance in CHANCES:
            turn = ThrownTurn(self._race, groups, seat, throw)
            answers = turn.answers()
            self._budget.spend(len(answers))
            sums += chance * self._value(turn, max(answers, key=turn.weighed), turns - 1)
        return sums


def every_shift(race: Race, ways: Ways, throw: Dice) -> list[Shifts]:
    """Return what each legal move changes, as :func:`games.tshupu.moves.legal_plays` has them."""
    sums, smalls, larges, twins, _ = ways
    small, large = throw
    is_double = small == large
    whole: list[Shifts] = [((origin, origin + small + large),) for origin in bits(sums)]
    for first in bits(smalls):
        one = first, first + small
        seconds = partners(first, larges, twins, is_double=is_double)
        whole += [(one, (second, second + large)) for second in bits(seconds)]
    if whole and race.must_use_all:
        return whole
    ones: list[Shifts] = [((origin, origin + small),) for origin in bits(smalls)]
    if not is_double:
        ones += [((origin, origin + large),) for origin in bits(larges)]
    may_pass = not race.must_use_all or not ones
    return [*whole, *ones, ()] if may_pass else ones
