"""The search for xiangqi for four: moves of a battle are made in place and taken back.

What a search does not need is left out. Only a seat in check has its moves tested for the safety of
its general; any other seat that exposes its general loses it. Drops are left out because none may
attack, so a seat that is mated but could drop something passes. An army that goes out has no value
for anybody: its spoils count only in a battle.

Small sums for standing well are added to the values of :mod:`games.xiangqi4.evaluate`, in
hundredths of a soldier, so that armies come out and close in on a general where nothing can be
captured: a horse by the points it could go to on an empty board, rooks and cannons off their back
edge and on lines through an enemy's palace, horses and veterans nearer to one.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from games.equipment import rotated
from games.players.paranoid import WON, Priced
from games.xiangqi4.armies import Army
from games.xiangqi4.battle import PASSING, Battle
from games.xiangqi4.battlefield import Battlefield
from games.xiangqi4.evaluate import BACK_EDGES, HUNDREDTHS, VALUES, in_reserve
from games.xiangqi4.rules import (
    CANNON,
    COORDINATES,
    EMPTY,
    EVERY_PIECE,
    GENERAL,
    HORSE,
    INDEX,
    KIND_OF,
    KINDS,
    PALACES,
    ROOK,
    SEAT_OF,
    SEATS,
    SIZE,
    SOUTH_PALACE_CENTRE,
    VETERAN,
    Xiangqi4Rules,
    living_seats,
    piece_of,
    victory,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import ORIGIN_SHIFT, LazyTable, PieceView, PieceViews, Reach

WHOLE = 6_000
"""More than all other pieces of an army together: what its general is worth."""
PER_TARGET, DEVELOPED, PER_STEP, AIMING = 4, 10, 4, 6
CACHED_WEIGHTS = 4
PALACE_CENTRES = tuple(
    COORDINATES[INDEX[rotated(SOUTH_PALACE_CENTRE, SIZE, seat)]] for seat in SEATS
)

Rows = Sequence[Sequence[int]]
"""A number for each piece on each point."""
PricedReach = tuple[Sequence[Priced[int]], int]
"""The moves to empty points with what they gain, and the points on which a piece could capture."""


class Weights:
    """What pieces are worth on each point, and what moves gain by that.

    By piece and point, a move from there that captures nothing gains at most what is in ``rises``;
    no quiet move loses more than ``deepest``. ``most`` are kinds with what the capture of such a
    piece may gain, the most valuable first.
    """

    def __init__(self, movement: Movement, living: int) -> None:
        points = range(movement.nowhere)
        self._movement = movement
        standing = partial(_standing, movement, living)
        self._rows = [[0 for _ in points]] + [
            [standing(movement.landed(piece, point), point) for point in points]
            for piece in EVERY_PIECE
        ]
        self.rises = [[max(row) - value for value in row] for row in self._rows]
        rise = max(map(max, self.rises))
        self.deepest = -rise
        values = {kind: max(self._rows[piece_of(0, kind)]) + rise for kind in KINDS}
        self.most = sorted(values.items(), key=lambda each: -each[1])
        self._signed: dict[tuple[int, ...], Rows] = {}
        self._views: dict[int, Sequence[PieceViews[PricedReach]]] = {}

    def signed(self, signs: tuple[int, ...]) -> Rows:
        """Return what pieces add to a balance by piece and point; ``signs`` by seat, 1 or -1."""
        if signs not in self._signed:
            self._signed[signs] = tuple(
                (*(signs[SEAT_OF[piece]] * value for value in row), 0)
                for piece, row in enumerate(self._rows)
            )
        return self._signed[signs]

    def views(self, living: int) -> Sequence[PieceViews[PricedReach]]:
        """Return the views of all pieces while the seats in ``living`` have armies."""
        if living not in self._views:
            views = self._movement.ways[living].views
            self._views[living] = [
                LazyTable(partial(_priced, row, plain))
                for row, plain in zip(self._rows, views, strict=True)
            ]
        return self._views[living]


@lru_cache(CACHED_WEIGHTS)
def weights(movement: Movement, living: int) -> Weights:
    """Return the weights while the seats whose bits are set in ``living`` have their armies."""
    return Weights(movement, living)


def _priced(row: Sequence[int], views: PieceViews[Reach], point: int) -> PieceView[PricedReach]:
    """Return the view from ``point`` with what quiet moves gain by the values in ``row``."""
    view = views[point]

    def work_out(taken: int) -> PricedReach:
        quiet, hits = view[taken]
        return [(row[code & TARGET] - row[point], code) for code in quiet], hits

    return PieceView(view.mask, work_out)


def _standing(movement: Movement, living: int, piece: int, point: int) -> int:
    kind, seat = KIND_OF[piece], SEAT_OF[piece]
    if kind == GENERAL:
        return WHOLE
    enemies = [each for each in movement.enemies[seat] if living >> each & 1]
    place = PLACES.get(kind)
    bonus = place(movement, piece, point, enemies) if place else 0
    return round(VALUES[kind] * HUNDREDTHS) + bonus


def _horse(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    steps = movement.ways[0].steps[piece][point]
    freedom = len(steps) + len(movement.leaps[point])
    return PER_TARGET * freedom + _nearness(movement, piece, point, enemies)


def _slider(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    out = 0 if point in BACK_EDGES[SEAT_OF[piece]] else DEVELOPED
    aimed = sum(_is_on_line(point, PALACES[enemy]) for enemy in enemies)
    return out + AIMING * aimed


def _is_on_line(point: int, palace: Sequence[int]) -> bool:
    x, y = COORDINATES[point]
    return any(x == COORDINATES[each][0] or y == COORDINATES[each][1] for each in palace)


def _nearness(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    """Return what it counts that the palace of an enemy is near: one at the far edge is 0."""
    x, y = COORDINATES[point]
    centres = [PALACE_CENTRES[enemy] for enemy in enemies]
    nearest = min((max(abs(x - cx), abs(y - cy)) for cx, cy in centres), default=0)
    return PER_STEP * (SIZE - 1 - nearest)


PLACES: Mapping[int, Callable[[Movement, int, int, Sequence[int]], int]] = {
    HORSE: _horse,
    ROOK: _slider,
    CANNON: _slider,
    VETERAN: _nearness,
}
"""What is added to the value of a piece of some kind for the point where it stands."""


GOING_OUT = (-1, -2, -3, -4)
"""The code of what a mated seat does, by seat."""

SEATS_OF = tuple(living_seats(mask) for mask in range(1 << len(SEATS)))
"""The seats whose bits are set, by mask."""


Done = tuple[int, int, int, int, int]
"""A move that was made, what it moved and captured, the balance and who lived before it."""


CACHED_SCORES = 16


class BattleLine:
    """The armies of a battle, as a line of play for the side of one seat.

    In ``balance`` the pieces of our side count for it, those of all others against it. Our side and
    all others move in turn, a single move each, whichever of their seats makes it: the search
    expects one good answer of three enemies, not three answers in a row.
    """

    __slots__ = (
        "_done",
        "_field",
        "_gone",
        "_holders",
        "_masks",
        "_ours",
        "_rows",
        "_scores",
        "_signs",
        "_weights",
        "balance",
        "is_ours",
        "is_over",
    )

    def __init__(self, battle: Battle, ours: int) -> None:
        """Begin where ``battle`` stands after a move of the seat ``ours``, for its side."""
        self._field = Battlefield(battle.movement)
        battle.copy_to(self._field)
        self._ours = ours
        teams = battle.movement.terrain.teams
        self._signs = tuple(1 if team == teams[ours] else -1 for team in teams)
        self._masks = tuple(
            sum(1 << seat for seat in SEATS if self._signs[seat] == sign) for sign in (-1, 1)
        )
        self._weights = weights(battle.movement, battle.living)
        self._rows = self._weights.signed(self._signs)
        self._scores = scores(battle.rules, ours, self._masks[True])
        self._holders = {holder for holder, _, _ in battle.reserves}
        self._done: list[Done] = []
        self._gone: list[Army] = []
        self.is_ours = False
        self.is_over = battle.ending is not None or bool(battle.lots)
        self.balance = self._counted(battle)

    def moves(self) -> list[Priced[int]]:
        """Return what those who may act can play; a seat that is mated must go out."""
        field = self._field
        found: list[Priced[int]] = []
        for seat in self._actors():
            own = self._captures((seat,), field.enemies(seat), -WON) + self._quiet((seat,), -WON)
            if field.attackers(seat):
                own = [(gain, code) for gain, code in own if field.allows(seat, code)]
                if not own and seat not in self._holders:
                    return [(-WHOLE, GOING_OUT[seat])]
            found += own
        return found or [(0, PASSING)]

    def captures(self, least: int) -> list[Priced[int]]:
        """Return the captures that gain more than ``least``, whether safe or not.

        What enemies take from each other is left out.
        """
        prey = self._prey(least)
        return self._captures(self._actors(), prey, least) if prey else []

    def quiet(self, least: int) -> list[Priced[int]]:
        """Return the other moves that gain more than ``least``, whether safe or not."""
        return self._quiet(self._actors(), least)

    def _prey(self, least: int) -> int:
        """Return the points on which the side to act may gain more than ``least``, as a set."""
        sides, kinds, enemies = self._field.sides, self._field.kinds, 0
        for seat in SEATS_OF[self._masks[not self.is_ours]]:
            enemies |= sides[seat]
        most = self._weights.most
        if most[-1][1] > least:
            return enemies
        worth = 0
        for kind, gain in most:
            if gain <= least:
                break
            worth |= kinds[kind]
        return enemies & worth

    def _captures(self, seats: Sequence[int], prey: int, least: int) -> list[Priced[int]]:
        field, rows, sign = self._field, self._rows, 1 if self.is_ours else -1
        board, taken, views = field.board, field.taken, self._weights.views(field.living)
        found = []
        for seat in seats:
            for point in field.armies[seat]:
                view = views[board[point]][point]
                if view.mask & prey and (hits := view[taken & view.mask][1] & prey):
                    row = rows[board[point]]
                    while hits:
                        target = hits.bit_length() - 1
                        hits ^= 1 << target
                        gain = sign * (row[target] - row[point] - rows[board[target]][target])
                        if gain > least:
                            found.append((gain, point << ORIGIN_SHIFT | target))
        return found

    def _quiet(self, seats: Sequence[int], least: int) -> list[Priced[int]]:
        field, rises = self._field, self._weights.rises
        board, taken, views = field.board, field.taken, self._weights.views(field.living)
        found: list[Priced[int]] = []
        for seat in seats:
            for point in field.armies[seat]:
                piece = board[point]
                if rises[piece][point] > least:
                    view = views[piece][point]
                    found += view[taken & view.mask][0]
        if least < self._weights.deepest:
            return found
        return [priced for priced in found if priced[0] > least]

    def make(self, code: int) -> None:
        """Make the move ``code`` of one who may act."""
        if code > PASSING:
            self._move(code)
        else:
            self._done.append((code, EMPTY, EMPTY, self.balance, self._field.living))
        if code < PASSING:
            self._put_out(GOING_OUT.index(code))
        self.is_ours = not self.is_ours

    def unmake(self) -> None:
        """Take the last move back."""
        code, piece, captured, balance, living = self._done.pop()
        if living != self._field.living:
            self._bring_back()
        if piece:
            self._field.take_back(code, piece, captured)
        self.balance = balance
        self.is_ours = not self.is_ours

    def _move(self, code: int) -> None:
        field, origin, target = self._field, code >> ORIGIN_SHIFT, code & TARGET
        piece, living = field.board[origin], field.living
        captured = field.move(code)
        self._done.append((code, piece, captured, self.balance, living))
        row = self._rows[piece]
        self.balance += row[target] - row[origin] - self._rows[captured][target]
        if KIND_OF[captured] == GENERAL:
            self._put_out(SEAT_OF[captured])

    def _actors(self) -> tuple[int, ...]:
        return SEATS_OF[self._field.living & self._masks[self.is_ours]]

    def _put_out(self, seat: int) -> None:
        army = self._field.remove(seat)
        self._gone.append(army)
        for point, piece in zip(army.points, army.pieces, strict=True):
            self.balance -= self._rows[piece][point]
        score = self._scores[self._field.living]
        if score:
            self.is_over = True
            self.balance = score * (WON - len(self._done))

    def _bring_back(self) -> None:
        self._field.restore(self._gone.pop())
        self.is_over = False

    def _counted(self, battle: Battle) -> int:
        """Return the balance of ``battle``; what is drawn for counts in parts for its claimants."""
        if battle.ending is not None:
            return round(battle.ending.score(self._ours) * WON)
        held = [(holder, in_reserve(kind) * n) for (holder, kind, _), n in battle.reserves.items()]
        for lot in battle.lots:
            part = in_reserve(lot.kind) // len(lot.claimants)
            held += [(claimant, part) for claimant in lot.claimants]
        on_board = sum(self._rows[piece][point] for point, piece in battle.occupied())
        return on_board + sum(self._signs[holder] * value for holder, value in held)


@lru_cache(CACHED_SCORES)
def scores(rules: Xiangqi4Rules, seat: int, side: int) -> tuple[int, ...]:
    """Return by the mask of living seats 1 if the ``side`` of ``seat`` has won, -1 if it has lost.

    0 while it plays; ``side`` is the mask of its seats.
    """
    endings = (victory(rules, living) for living in range(1 << len(SEATS)))
    return tuple(
        -1 if not living & side else round(ending.score(seat)) if ending else 0
        for living, ending in enumerate(endings)
    )
