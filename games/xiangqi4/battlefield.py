"""The armies on the board, who attacks which general, and which moves leave the own general safe.

Only moves that concern the general have to be tried: its own, those of a piece that keeps an enemy
from it, and those that become the screen of a cannon. All others are legal.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.xiangqi4.rules import (
    CANNON,
    EMPTY,
    GENERAL,
    KIND_OF,
    KINDS,
    NOBODY,
    ROOK,
    SEAT_OF,
    piece_of,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import ORIGIN_SHIFT
from games.xiangqi4.views import members, set_of

SCREENS = 1
"""How many pieces stand between a cannon and what it attacks."""


class Army(NamedTuple):
    """The army of a seat that is removed, as it stood on the board: without a captured general.

    ``side`` and ``kinds`` are the sets of a battlefield before that.
    """

    seat: int
    points: list[int]
    pieces: bytes
    general: int
    side: int
    kinds: list[int]


class Battlefield:
    """Pieces on the board, changed in place.

    ``board`` has the piece on every point, ``armies`` the points of each seat, ``generals`` where
    each general stands (-1 without one), ``living`` a bit for every seat whose army lives.
    ``sides`` and ``kinds`` tell where the pieces of each seat and of each kind are, ``taken`` where
    any piece is, as sets (:mod:`games.xiangqi4.views`).
    """

    __slots__ = ("armies", "board", "generals", "kinds", "living", "movement", "sides", "taken")

    def __init__(self, movement: Movement) -> None:
        """Begin with an empty board."""
        self.movement = movement
        self.board = bytearray(movement.nowhere + 1)
        self.armies: list[list[int]] = []
        self.generals: list[int] = []
        self.sides: list[int] = []
        self.kinds: list[int] = []
        self.taken = self.living = 0

    def set_up(self, pieces: Mapping[int, int]) -> None:
        """Put ``pieces``, by point, on the empty board; seats live that have a general."""
        for point, piece in sorted(pieces.items()):
            self.board[point] = piece
        generals = {pieces[p]: p for p in pieces if KIND_OF[pieces[p]] == GENERAL}
        seats = range(len(self.movement.terrain.teams))
        self.armies = [[p for p in sorted(pieces) if SEAT_OF[pieces[p]] == s] for s in seats]
        self.generals = [generals.get(piece_of(seat, GENERAL), NOBODY) for seat in seats]
        self.living = sum(1 << seat for seat in seats if self.generals[seat] != NOBODY)
        self.sides = [set_of(army) for army in self.armies]
        self.taken = set_of(pieces)
        self.kinds = [set_of(p for p in pieces if KIND_OF[pieces[p]] == kind) for kind in KINDS]

    def copy(self) -> "Battlefield":
        """Return a field that can be changed alone."""
        again = Battlefield(self.movement)
        self.copy_to(again)
        return again

    def copy_to(self, other: "Battlefield") -> None:
        """Make the armies of ``other`` equal to these."""
        other.board = self.board[:]
        other.armies = [army[:] for army in self.armies]
        other.generals = self.generals[:]
        other.sides = self.sides[:]
        other.kinds = self.kinds[:]
        other.taken, other.living = self.taken, self.living

    def occupied(self) -> list[tuple[int, int]]:
        """Return every point on which a piece stands, with the piece."""
        board = self.board
        return [(point, board[point]) for point in range(self.movement.nowhere) if board[point]]

    def is_living(self, seat: int) -> bool:
        """Return whether the army of ``seat`` is in play."""
        return bool(self.living >> seat & 1)

    def enemies(self, seat: int) -> int:
        """Return the set of the points on which an enemy of ``seat`` stands."""
        found = self.taken
        for friend in self.movement.friends[seat]:
            found ^= self.sides[friend]
        return found

    def moves(self, seat: int) -> list[int]:
        """Return the moves of ``seat``'s pieces, whether they leave its general safe or not."""
        board, views = self.board, self.movement.ways[self.living].views
        taken, prey = self.taken, self.enemies(seat)
        found: list[int] = []
        for point in self.armies[seat]:
            view = views[board[point]][point]
            quiet, hits = view[taken & view.mask]
            found += quiet
            hits &= prey
            while hits:
                lowest = hits & -hits
                found.append(point << ORIGIN_SHIFT | lowest.bit_length() - 1)
                hits ^= lowest
        return found

    def captures(self, seat: int) -> list[int]:
        """Return those of the moves of ``seat``'s pieces that capture, whether safe or not."""
        board, views = self.board, self.movement.ways[self.living].views
        taken, prey = self.taken, self.enemies(seat)
        found: list[int] = []
        for point in self.armies[seat]:
            view = views[board[point]][point]
            hits = view[taken & view.mask][1] & prey
            if hits:
                found += [point << ORIGIN_SHIFT | target for target in members(hits)]
        return found

    def hits(self, piece: int, point: int) -> int:
        """Return the occupied points on which ``piece`` could capture from ``point``, as a set."""
        view = self.movement.ways[self.living].views[piece][point]
        return view[self.taken & view.mask][1]

    def legal(self, seat: int, codes: list[int]) -> list[int]:
        """Return those of ``codes``, sorted moves of ``seat``, that leave its general safe."""
        watched = self.watched(seat)
        if watched is None:
            answers = _concerning(*self.relieving(seat), codes)
            refused = self.refused(seat, answers)
            return [code for code in answers if code not in refused]
        refused = self.refused(seat, self.suspects(*watched, codes))
        return [code for code in codes if code not in refused] if refused else codes

    def suspects(self, origins: set[int], targets: set[int], codes: list[int]) -> list[int]:
        """Return which of ``codes``, sorted moves, may endanger a safe general.

        They begin at one of ``origins`` or end at one of ``targets``.
        """
        found = [code for code in codes if code & TARGET in targets] if targets else []
        for origin in origins:
            first = bisect_left(codes, origin << ORIGIN_SHIFT)
            found += codes[first : bisect_left(codes, origin + 1 << ORIGIN_SHIFT, first)]
        return found

    def allows(self, seat: int, code: int) -> bool:
        """Return whether the general of ``seat`` is safe after its move ``code``."""
        return not self.refused(seat, (code,))

    def refused(self, seat: int, codes: Sequence[int]) -> set[int]:
        """Return those of ``codes``, moves of ``seat``, after which its general is attacked."""
        general, taken, enemies = self.generals[seat], self.taken, self.enemies(seat)
        sights, near = self.movement.sights, self.movement.ways[self.living].near
        distant, generals, found = enemies & self._distant(), self.kinds[GENERAL], set()
        for code in codes:
            origin, target = code >> ORIGIN_SHIFT, code & TARGET
            point, reached = target if origin == general else general, 1 << target
            if generals & reached:
                if self.attackers_after(seat, code):
                    found.add(code)
                continue
            left, after = enemies & ~reached, taken & ~(1 << origin) | reached
            aiming, close = distant & sights[point] & left, near[point] & left
            if (aiming and self._along_lines(aiming, point, after)) or (
                close and self._from_near(close, point, after)
            ):
                found.add(code)
        return found

    def attackers(self, seat: int) -> list[int]:
        """Return the enemy pieces that attack the general of ``seat``."""
        return self._attackers(self.generals[seat], self.taken, self.enemies(seat))

    def attackers_after(self, seat: int, code: int) -> list[int]:
        """Return the enemy pieces that attack the general of ``seat`` after its move ``code``."""
        origin, target = code >> ORIGIN_SHIFT, code & TARGET
        captured, general = self.board[target], self.generals[seat]
        if KIND_OF[captured] == GENERAL:
            return self._attackers_after_taking(seat, code, SEAT_OF[captured])
        taken = self.taken & ~(1 << origin) | 1 << target
        enemies = self.enemies(seat) & ~(1 << target)
        return self._attackers(target if origin == general else general, taken, enemies)

    def watched(self, seat: int) -> tuple[set[int], set[int]] | None:
        """Return where a move that begins or ends may endanger the general of ``seat``.

        A move that ends on a general ends a seat, so that its target is watched too. None if the
        general is attacked already.
        """
        general, enemies = self.generals[seat], self.enemies(seat)
        lines, guards = self._watched_lines(general, enemies), self._guards(general, enemies)
        if lines is None or guards is None:
            return None
        origins, targets = lines
        return {general, *origins, *guards}, targets | self._prey(seat)

    def _watched_lines(self, point: int, enemies: int) -> tuple[set[int], set[int]] | None:
        """Return the same for attacks along lines: what opens one, and what puts a screen on it."""
        origins: set[int] = set()
        targets: set[int] = set()
        for origin in members(self._aiming(point, enemies)):
            between, is_near = self.movement.between[point][origin]
            passed, screens = self.taken & between, self._screens(origin)
            if screens and not is_near:
                continue
            count = passed.bit_count() - screens
            if not count:
                return None
            if count == 1:
                origins.update(members(passed))
            elif count == -1:
                targets.update(members(between))
        return origins, targets

    def _guards(self, point: int, enemies: int) -> set[int] | None:
        """Return which pieces alone keep a step or leap from ``point``; None if one is free."""
        found: set[int] = set()
        near = self._near(point) & enemies
        for _, between in self._aiming_near(point, near) if near else ():
            passed = self.taken & between
            if not passed:
                return None
            if passed.bit_count() == 1:
                found.update(members(passed))
        return found

    def _prey(self, seat: int) -> set[int]:
        """Return the points of the generals that a piece of ``seat`` aims at or could step to."""
        own, distant = self.sides[seat], self.sides[seat] & self._distant()
        sights, near = self.movement.sights, self.movement.ways[self.living].near
        found = set()
        for other in self.movement.enemies[seat]:
            general = self.generals[other]
            if general != NOBODY and (own & near[general] or distant & sights[general]):
                found.add(general)
        return found

    def relieving(self, seat: int) -> tuple[set[int], set[int]]:
        """Return where a move must begin or end that ends an attack on the general of ``seat``.

        A move that ends on a general ends a seat, and with it its attacks.
        """
        general, board = self.generals[seat], self.board
        origin, passed = self._first_attack(general, self.taken, self.enemies(seat))
        screens = self.taken & passed if KIND_OF[board[origin]] == CANNON else 0
        return {general, *members(screens)}, {*self.generals, origin, *members(passed)}

    def _first_attack(self, point: int, taken: int, enemies: int) -> tuple[int, int]:
        """Return where one of ``enemies`` attacks ``point`` from, and the points between."""
        for origin in members(self._aiming(point, enemies)):
            passed, is_near = self.movement.between[point][origin]
            screens = self._screens(origin)
            if (taken & passed).bit_count() == screens and (is_near or not screens):
                return origin, passed
        near = self._aiming_near(point, enemies)
        return next((origin, passed) for origin, passed in near if not taken & passed)

    def move(self, code: int) -> int:
        """Make the move ``code``; what it captured leaves the board and is returned."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        piece, captured = board[origin], board[target]
        seat, kind = SEAT_OF[piece], KIND_OF[piece]
        army = self.armies[seat]
        army[army.index(origin)] = target
        if captured:
            self.armies[SEAT_OF[captured]].remove(target)
            self.sides[SEAT_OF[captured]] ^= 1 << target
            self.kinds[KIND_OF[captured]] ^= 1 << target
        self.taken = self.taken & ~(1 << origin) | 1 << target
        if kind == GENERAL:
            self.generals[seat] = target
        landed = self.movement.landed(piece, target)
        self.sides[seat] ^= 1 << origin | 1 << target
        self.kinds[kind] ^= 1 << origin
        self.kinds[KIND_OF[landed]] |= 1 << target
        board[origin], board[target] = EMPTY, landed
        return captured

    def take_back(self, code: int, piece: int, captured: int) -> None:
        """Undo the move ``code``, which ``piece`` made and which captured ``captured``."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        seat, kind = SEAT_OF[piece], KIND_OF[piece]
        army = self.armies[seat]
        army[army.index(target)] = origin
        if kind == GENERAL:
            self.generals[seat] = origin
        self.sides[seat] ^= 1 << origin | 1 << target
        self.kinds[KIND_OF[board[target]]] ^= 1 << target
        self.kinds[kind] |= 1 << origin
        if captured:
            self.armies[SEAT_OF[captured]].append(target)
            self.sides[SEAT_OF[captured]] |= 1 << target
            self.kinds[KIND_OF[captured]] |= 1 << target
            self.taken |= 1 << origin
        else:
            self.taken ^= 1 << origin | 1 << target
        board[origin], board[target] = piece, captured

    def put(self, point: int, piece: int) -> None:
        """Put ``piece``, which is no general, on an empty point."""
        seat = SEAT_OF[piece]
        self.armies[seat].append(point)
        self.board[point] = piece
        self.sides[seat] |= 1 << point
        self.kinds[KIND_OF[piece]] |= 1 << point
        self.taken |= 1 << point

    def remove(self, seat: int) -> Army:
        """Take the whole army of ``seat`` off the board and return it."""
        board, points = self.board, self.armies[seat]
        pieces = bytes([board[point] for point in points])
        army = Army(seat, points, pieces, self.generals[seat], self.sides[seat], self.kinds)
        for point in points:
            board[point] = EMPTY
        self.kinds = [standing & ~army.side for standing in self.kinds]
        self.armies[seat] = []
        self.generals[seat] = NOBODY
        self.sides[seat] = 0
        self.taken ^= army.side
        self.living ^= 1 << seat
        return army

    def restore(self, army: Army) -> None:
        """Put ``army`` on the board again, as the last thing that was removed."""
        seat, board = army.seat, self.board
        for point, piece in zip(army.points, army.pieces, strict=True):
            board[point] = piece
        self.kinds = army.kinds
        self.armies[seat] = army.points
        self.generals[seat] = army.general
        self.sides[seat] = army.side
        self.taken |= army.side
        self.living |= 1 << seat

    def _attackers(self, point: int, taken: int, enemies: int) -> list[int]:
        """Return which of ``enemies`` attack ``point`` while the points in ``taken`` are occupied.

        Both are sets of points.
        """
        aiming, near = self._aiming(point, enemies), self._near(point) & enemies
        found = self._along_lines(aiming, point, taken) if aiming else []
        return found + self._from_near(near, point, taken) if near else found

    def _from_near(self, near: int, point: int, taken: int) -> list[int]:
        """Return the pieces on the points ``near`` that attack ``point`` by steps and leaps."""
        ways = self._aiming_near(point, near)
        return [self.board[origin] for origin, passed in ways if not taken & passed]

    def _along_lines(self, aiming: int, point: int, taken: int) -> list[int]:
        """Return the pieces on the points ``aiming`` that attack ``point`` along its lines."""
        board, between, found = self.board, self.movement.between[point], []
        for origin in members(aiming):
            passed, is_near = between[origin]
            count = (taken & passed).bit_count()
            if KIND_OF[board[origin]] != CANNON:
                if not count:
                    found.append(board[origin])
            elif count == SCREENS and is_near:
                found.append(board[origin])
        return found

    def _aiming(self, point: int, enemies: int) -> int:
        """Return which of ``enemies`` aim along a line at ``point``, a point of a palace."""
        on_lines = enemies & self.movement.sights[point]
        return on_lines & self._distant() if on_lines else 0

    def _distant(self) -> int:
        """Return where the pieces stand that attack along a line, as a set."""
        kinds = self.kinds
        found = kinds[CANNON] | kinds[ROOK]
        return found | kinds[GENERAL] if self.movement.terrain.flying else found

    def _screens(self, origin: int) -> int:
        """Return how many pieces must stand between the piece on ``origin`` and what it attacks."""
        return SCREENS if KIND_OF[self.board[origin]] == CANNON else 0

    def _near(self, point: int) -> int:
        """Return where steps and leaps to ``point``, a point of a palace, could begin."""
        return self.movement.ways[self.living].near[point]

    def _aiming_near(self, point: int, enemies: int) -> Iterator[tuple[int, int]]:
        """Yield which of ``enemies`` could step or leap to ``point``, and what must be empty."""
        ways, board = self.movement.ways[self.living], self.board
        hits = ways.hits[point]
        for origin in members(ways.near[point] & enemies):
            for passed, pieces in hits[origin]:
                if board[origin] in pieces:
                    yield origin, passed

    def _attackers_after_taking(self, seat: int, code: int, loser: int) -> list[int]:
        """Return who attacks ``seat`` once it took the general of ``loser`` and its army."""
        after = Battlefield.copy(self)
        after.move(code)
        after.remove(loser)
        return after.attackers(seat)


def _concerning(origins: set[int], targets: set[int], codes: list[int]) -> list[int]:
    """Return those of ``codes`` that begin at one of ``origins`` or end at one of ``targets``."""
    return [code for code in codes if code >> ORIGIN_SHIFT in origins or code & TARGET in targets]
