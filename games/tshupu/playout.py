"""Random play to the end on plain progress numbers, for search and statistics."""

import random
from collections.abc import Callable

from games.core import Outcome
from games.tshupu.position import TshupuPosition, result
from games.tshupu.rules import EVEN_PAIRS, TURN_GUARD, Dice
from games.tshupu.tables import Race, Shift, Ways, has_won, partners

Draw = Callable[[], float]


def play_out(position: TshupuPosition, rng: random.Random) -> Outcome:
    """Play at random from ``position`` to the end with ``rng``; return the outcome.

    Throws come by their probabilities, legal moves are drawn evenly, as in play through states.
    """
    race, draw = position.game.race, rng.random
    groups, seat, turns = list(position.groups), position.turn, position.turns
    throw = position.throw or EVEN_PAIRS[int(draw() * len(EVEN_PAIRS))]
    while seat is not None:
        mover = race.mover(groups, seat)
        ways = race.ways(groups, mover, throw)
        shifts = drawn(race, ways, throw, draw)
        if shifts:
            race.play(groups, mover, shifts, ways[-1])
        turns += 1
        is_over = turns >= TURN_GUARD or has_won(groups, mover)
        seat = None if is_over else race.following(groups, seat, throw)
        throw = EVEN_PAIRS[int(draw() * len(EVEN_PAIRS))]
    return result(tuple(groups), turns)


def drawn(race: Race, ways: Ways, throw: Dice, draw: Draw) -> tuple[Shift, ...]:
    """Return the shifts of one of the legal moves, all alike in chance; nothing for ``pass``."""
    sums, smalls, larges, twins, _ = ways
    small, large = throw
    by_sum, by_small, by_large = sums.bit_count(), smalls.bit_count(), 0
    if small == large:
        pairs = by_small * (by_small - 1) // 2 + (smalls & twins).bit_count()
    else:
        by_large = larges.bit_count()
        pairs = by_small * by_large - (smalls & larges & ~twins).bit_count()
    whole = by_sum + pairs
    ones = 0 if whole and race.must_use_all else by_small + by_large
    number = int(draw() * (whole + ones + (not race.must_use_all)))
    if number < by_sum:
        return (_by(small + large, sums, number),)
    if number < whole:
        return _pair(ways, throw, number - by_sum)
    number -= whole
    if number >= ones:
        return ()
    if number < by_small:
        return (_by(small, smalls, number),)
    return (_by(large, larges, number - by_small),)


def _by(steps: int, origins: int, number: int) -> Shift:
    """Return the shift by ``steps`` from the ``number``-th of ``origins``, counted from 0."""
    for _ in range(number):
        origins &= origins - 1
    origin = (origins & -origins).bit_length() - 1
    return origin, origin + steps


def _pair(ways: Ways, throw: Dice, number: int) -> tuple[Shift, Shift]:
    """Return the ``number``-th of the pairs of shifts, counted from 0."""
    _, smalls, larges, twins, _ = ways
    small, large = throw
    while True:
        first = (smalls & -smalls).bit_length() - 1
        seconds = partners(first, larges, twins, is_double=small == large)
        if number < seconds.bit_count():
            return (first, first + small), _by(large, seconds, number)
        number -= seconds.bit_count()
        smalls &= smalls - 1
