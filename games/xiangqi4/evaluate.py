"""How well a seat stands in xiangqi for four, and what people can see that a move does for it.

To a state, only what is on the board or in reserve counts.

Up to three seats move before the turn comes round again. What is attacked now is certain; whether
something is safe until then is not searched but bounded from the board: every seat that moves
before an enemy may clear one point, or put one piece in between, and may put a third army out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import tanh
from typing import Final

from games.core import Danger
from games.equipment import Piece, rotated
from games.message import Message, msg
from games.xiangqi4.battle import FIRST_DROP, Battle
from games.xiangqi4.battlefield import Battlefield
from games.xiangqi4.moves import standing
from games.xiangqi4.rules import (
    ADVISOR,
    CAMP_FILES,
    CANNON,
    COLOURS,
    COORDINATES,
    ELEPHANT,
    GENERAL,
    HORSE,
    INDEX,
    KIND_OF,
    ROOK,
    SEAT_OF,
    SEATS,
    SET_UP_COUNTS,
    SIZE,
    SOLDIER,
    VETERAN,
    WORDS,
)
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT, Goals, codes_of

VALUES = {
    ROOK: 9.0,
    HORSE: 5.0,
    CANNON: 4.5,
    ELEPHANT: 2.0,
    ADVISOR: 2.0,
    GENERAL: 4.0,
    SOLDIER: 1.0,
    VETERAN: 2.5,
}
"""In soldiers; a horse counts more than on the small board because it leaps."""
IN_RESERVE = 0.5
WHOLE_ARMY = sum(VALUES[kind] * count for kind, count in enumerate(SET_UP_COUNTS))

HUNDREDTHS = 100
LOGITS = {2: 12.0, 4: 5.0}
"""By the number of sides: how much the lead of a whole army raises the odds, as a logarithm.

Fitted to the results of 80 games of the level friend in teams, and 39 with each alone.
"""
BACK_EDGES = tuple(
    frozenset(INDEX[rotated(f"{file}1", SIZE, seat)] for file in CAMP_FILES) for seat in SEATS
)


def army_value(battle: Battle, seat: int) -> float:
    """Return the value of an army: its pieces, those in reserve by half; 1 is a whole army."""
    on_board = sum(VALUES[KIND_OF[battle.board[point]]] for point in battle.armies[seat])
    held = sum(
        VALUES[kind] * count
        for (holder, kind, _), count in battle.reserves.items()
        if holder == seat
    )
    return (on_board + IN_RESERVE * held) / WHOLE_ARMY


def expected(lead: float, sides: int) -> float:
    """Return the score, from -1 to 1, that goes with a ``lead`` over the strongest other side.

    >>> round(expected(9.0 / WHOLE_ARMY / 2, sides=2), 2)
    0.46
    """
    return tanh(LOGITS[sides] * lead / 2)


def in_reserve(kind: int) -> int:
    """Return what a piece of ``kind`` adds while it lies in reserve."""
    return round(IN_RESERVE * VALUES[kind] * HUNDREDTHS)


CHECKS = msg("gives check to {colour}")
PROMOTES = msg("makes a veteran")
ATTACKS = msg("attacks {kind} {place}")
GUARDS = msg("protects {kind} {place}")
BRINGS_OUT = msg("brings out {kind}")
OPENS = msg("frees {kind} {place}: {count} moves")

WORTH_A_WORD: Final = 4.0
"""Pieces of less value, in soldiers, are not said to be brought out, freed or protected."""
MORE_MOVES: Final = 2
"""A piece is said to be freed if it has so many moves more."""
CACHED_CAPTURES: Final = 32
SLIDERS: Final = (ROOK, CANNON)
STEPS: Final = {
    HORSE: {(1, 2)},
    ELEPHANT: {(2, 2)},
    ADVISOR: {(1, 1)},
    GENERAL: {(0, 1)},
    SOLDIER: {(0, 1)},
    VETERAN: {(0, 1), (0, 2)},
}
"""How far a kind may go along the two axes, the shorter way first, wherever it stands."""


def danger(battle: Battle, seat: int, points: Collection[int]) -> Danger:
    """Return 0 or 1 at least and at most, as :meth:`games.core.State.danger` asks for.

    At least 1 means that an enemy could capture a piece there if it were its turn now.
    """
    enemies = list(_enemies(battle, seat))
    if any(code & TARGET in points for enemy, _ in enemies for code in _captures(battle, enemy)):
        return Danger(1.0, 1.0)
    for enemy, before in enemies:
        if before and any(_may_reach(battle, enemy, before, point) for point in points):
            return Danger(0.0, 1.0)
    return Danger(0.0, 0.0)


def _enemies(battle: Battle, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the living enemies of ``seat`` with the number of seats that act before each."""
    teams, before = battle.movement.terrain.teams, 0
    for n in range(1, len(SEATS)):
        other = (seat + n) % len(SEATS)
        if battle.is_living(other):
            if teams[other] != teams[seat]:
                yield other, before
            before += 1


# a battle that a state shows is never changed again, and it is asked about each of its pieces
@lru_cache(CACHED_CAPTURES)
def _captures(battle: Battle, seat: int) -> Sequence[int]:
    """Return what ``seat`` could capture if it were its turn."""
    enemies = battle.enemies(seat)
    return codes_of((origin, goals & enemies) for origin, goals in _goals(battle, seat))


def _may_reach(battle: Battle, enemy: int, before: int, point: int) -> bool:
    """Return whether a piece of ``enemy`` may capture on ``point`` once ``before`` seats moved."""
    return any(_may_capture(battle, origin, point, before) for origin in battle.armies[enemy])


def _may_capture(battle: Battle, origin: int, point: int, before: int) -> bool:
    kind = KIND_OF[battle.board[origin]]
    across, along = sorted(map(_distance, COORDINATES[origin], COORDINATES[point]))
    if kind not in SLIDERS:
        is_leap = kind == HORSE and _is_leap(battle, origin, point)
        return (across, along) in STEPS[kind] or is_leap
    if across:
        return False
    most, least = _between(battle, origin, point)
    screens = 1 if kind == CANNON else 0
    return least - before <= screens <= most + before


def _distance(one: int, other: int) -> int:
    return abs(one - other)


def _is_leap(battle: Battle, origin: int, point: int) -> bool:
    return any(target == point for _, target, _ in battle.movement.leaps[origin])


def _between(battle: Battle, origin: int, point: int) -> tuple[int, int]:
    """Return how many pieces stand between two points of a line, and how many stay if others go.

    Those that stay belong to the seats at both ends: any other army may be put out.
    """
    board = battle.board
    ends = {SEAT_OF[board[origin]], SEAT_OF[board[point]]}
    for ray, _, _ in battle.movement.lines[origin]:
        if point in ray:
            found = [SEAT_OF[board[each]] for each in ray[: ray.index(point)] if board[each]]
            return len(found), sum(each in ends for each in found)
    return 0, len(board)


def achievement(before: Battle, after: Battle, code: int) -> Message | None:
    """Return the most striking thing that the move ``code``, which leads to ``after``, does."""
    seat = before.acting
    checked = _checked_by(after, seat) - _checked_by(before, seat)
    if checked:
        return Message.of(CHECKS, colour=Message.of(COLOURS[min(checked)]))
    attacked = _worth(after, _newly_attacked(before, after))
    if attacked:
        return _of_piece(ATTACKS, after, attacked[0])
    guarded = _worth(after, _guarded(after, seat) - _guarded(before, seat))
    if guarded:
        return _of_piece(GUARDS, after, guarded[0])
    promotes = code < FIRST_DROP and (
        before.board[code >> ORIGIN_SHIFT] != after.board[code & TARGET]
    )
    return Message.of(PROMOTES) if promotes else None


def _newly_attacked(before: Battle, after: Battle) -> set[int]:
    """Return what the seat that moved could capture after its move, but not before it."""
    old, new = _captures(before, before.acting), _captures(after, before.acting)
    return {each & TARGET for each in new} - {each & TARGET for each in old}


def _guarded(battle: Battle, seat: int) -> set[int]:
    """Return where ``seat`` can answer all captures that its enemies could make now."""
    answers: dict[int, bool] = {}
    for enemy, _ in _enemies(battle, seat):
        for code in _captures(battle, enemy):
            target = code & TARGET
            if SEAT_OF[battle.board[target]] == seat and answers.get(target, True):
                answers[target] = _is_answered(battle, seat, code)
    return {point for point, is_answered in answers.items() if is_answered}


def _is_answered(battle: Battle, seat: int, code: int) -> bool:
    if KIND_OF[battle.board[code & TARGET]] == GENERAL:
        return False
    field = Battlefield.copy(battle)
    field.move(code)
    return any(goals >> (code & TARGET) & 1 for _, goals in field.legal_goals(seat))


def _checked_by(battle: Battle, seat: int) -> set[int]:
    """Return the seats whose generals pieces of ``seat`` attack."""
    living = [each for each in SEATS if each != seat and battle.is_living(each)]
    return {each for each in living if any(SEAT_OF[p] == seat for p in battle.attackers(each))}


def _worth(battle: Battle, points: Iterable[int]) -> list[int]:
    """Return those ``points`` that are worth a word, the most valuable piece first."""
    values = {point: VALUES[KIND_OF[battle.board[point]]] for point in sorted(points)}
    found = [point for point in values if values[point] >= WORTH_A_WORD]
    return sorted(found, key=lambda point: -values[point])


def _of_piece(text: str, battle: Battle, point: int, **facts: int) -> Message:
    piece: Piece = standing(battle.board[point], point)
    return Message.of(text, kind=Message.of(piece.kind), place=piece.place, **facts)


def headway(before: Battle, after: Battle, code: int) -> Message | None:
    """Return what the move ``code`` does for pieces of its seat, or which small one it attacks."""
    origin, target = code >> ORIGIN_SHIFT, code & TARGET
    edge = BACK_EDGES[before.acting]
    if origin in edge and target not in edge and _worth(after, (target,)):
        return Message.of(BRINGS_OUT, kind=Message.of(WORDS[KIND_OF[after.board[target]]]))
    attacked = _newly_attacked(before, after)
    if attacked:
        return _of_piece(ATTACKS, after, min(attacked))
    return _freed(before, after, {target: origin})


def _freed(before: Battle, after: Battle, moved: Mapping[int, int]) -> Message | None:
    """Return which piece of the seat that moves gets more moves, if one does."""
    old, new = _freedom(before, before.acting), _freedom(after, before.acting)
    gains = {point: new[point] - old[moved.get(point, point)] for point in _worth(after, new)}
    point = max(gains, key=lambda each: gains[each], default=None)
    if point is None or gains[point] < MORE_MOVES:
        return None
    return _of_piece(OPENS, after, point, count=new[point])


def _freedom(battle: Battle, seat: int) -> Counter[int]:
    """Return how many moves each piece of ``seat`` would have if it were its turn, by point."""
    return Counter({origin: goals.bit_count() for origin, goals in _goals(battle, seat)})


def _goals(battle: Battle, seat: int) -> Sequence[Goals]:
    """Return where the pieces of ``seat`` on the board could go if it were its turn."""
    return Battlefield.legal_goals(battle, seat)
