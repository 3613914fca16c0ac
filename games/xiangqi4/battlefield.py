"""Who attacks which general, and which moves leave the own general safe.

Only moves that concern the general have to be tried: its own, those of a piece that keeps an enemy
from it, and those that become the screen of a cannon. All others are legal.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from games.xiangqi4.armies import Armies
from games.xiangqi4.rules import CANNON, GENERAL, KIND_OF, NOBODY, ROOK, SEAT_OF
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT, members

SCREENS = 1
"""How many pieces stand between a cannon and what it attacks."""


class Battlefield(Armies):
    """Armies on the board that are told which of their moves are legal."""

    __slots__ = ()

    def copy(self) -> "Battlefield":
        """Return a field that can be changed alone."""
        again = Battlefield(self.movement)
        self.copy_to(again)
        return again

    def legal(self, seat: int, codes: list[int]) -> list[int]:
        """Return those of ``codes``, sorted moves of ``seat``, that leave its general safe."""
        enemies = self.enemies(seat)
        watched = self._watched(seat, enemies)
        if watched is None:
            answers = _concerning(*self._relieving(seat, enemies), codes)
            refused = self._refused(seat, enemies, answers)
            return [code for code in answers if code not in refused]
        refused = self._refused(seat, enemies, _suspects(*watched, codes))
        return [code for code in codes if code not in refused] if refused else codes

    def allows(self, seat: int, code: int) -> bool:
        """Return whether the general of ``seat`` is safe after its move ``code``."""
        return not self._refused(seat, self.enemies(seat), (code,))

    def _refused(self, seat: int, enemies: int, codes: Sequence[int]) -> set[int]:
        """Return those of ``codes``, moves of ``seat``, after which its general is attacked."""
        general, taken = self.generals[seat], self.taken
        sights, near = self.movement.sights, self.movement.ways[self.living].near
        distant, generals, found = enemies & self._distant(), self.kinds[GENERAL], set()
        for code in codes:
            origin, target = code >> ORIGIN_SHIFT, code & TARGET
            point, reached = target if origin == general else general, 1 << target
            if generals & reached:
                if self.attackers_after(seat, code):
                    found.add(code)
                continue
            aiming, close = distant & sights[point], near[point] & enemies
            if aiming or close:
                after = taken & ~(1 << origin) | reached
                if self._strikers(aiming & ~reached, close & ~reached, point, after):
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

    def _watched(self, seat: int, enemies: int) -> tuple[set[int], set[int]] | None:
        """Return where a move that begins or ends may endanger the general of ``seat``.

        A move that ends on a general ends a seat, so that its target is watched too. None if the
        general is attacked already.
        """
        general = self.generals[seat]
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

    def _relieving(self, seat: int, enemies: int) -> tuple[set[int], set[int]]:
        """Return where a move must begin or end that ends an attack on the general of ``seat``.

        A move that ends on a general ends a seat, and with it its attacks.
        """
        general, board = self.generals[seat], self.board
        origin, passed = self._first_attack(general, self.taken, enemies)
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

    def _attackers(self, point: int, taken: int, enemies: int) -> list[int]:
        """Return which of ``enemies`` attack ``point`` while the points in ``taken`` are occupied.

        Both are sets of points.
        """
        aiming, near = self._aiming(point, enemies), self._near(point) & enemies
        return self._strikers(aiming, near, point, taken)

    def _strikers(self, aiming: int, near: int, point: int, taken: int) -> list[int]:
        """Return the pieces on the points ``aiming`` along lines and ``near`` that attack."""
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


def _suspects(origins: set[int], targets: set[int], codes: list[int]) -> list[int]:
    """Return those of ``codes``, sorted, that begin at one of ``origins`` or end in ``targets``.

    It finds few of many codes. One that does both is found twice.
    """
    found = [code for code in codes if code & TARGET in targets] if targets else []
    for origin in origins:
        first = bisect_left(codes, origin << ORIGIN_SHIFT)
        found += codes[first : bisect_left(codes, origin + 1 << ORIGIN_SHIFT, first)]
    return found


def _concerning(origins: set[int], targets: set[int], codes: list[int]) -> list[int]:
    """Return those of ``codes`` that begin at one of ``origins`` or end at one of ``targets``."""
    return [code for code in codes if code >> ORIGIN_SHIFT in origins or code & TARGET in targets]
