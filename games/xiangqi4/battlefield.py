"""Who attacks which general, and which moves leave the own general safe.

What a move must keep for that is worked out once for all moves of a position: only those of the
general itself, and those that capture another, have to be tried one by one.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from games.xiangqi4.armies import Armies
from games.xiangqi4.rules import CANNON, GENERAL, KIND_OF, ROOK, SEAT_OF
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT, Goals, codes_of, members

NOTHING_TIED: Mapping[int, int] = {}
SCREENS = 1
"""How many pieces stand between a cannon and what it attacks."""

Aim = tuple[int, int, int]
"""Where a piece stands, the points between it and a general, how many pieces must be on them."""
Bond = tuple[int, int, int]
"""Where pieces may go so that one enemy does not attack the general, which stays; the points on
which they are bound to it, and where those may go instead."""
Limits = tuple[int, int, Mapping[int, int]]
"""Where enemies of a seat are, and where its pieces may go while its general stays and is safe.

Those that are tied, by their points, may only go where that says. No general is on any of the
points: whether it may be captured depends on who attacks without its army.
"""


class Battlefield(Armies):
    """Armies on the board that are told which of their moves are legal."""

    __slots__ = ()

    def copy(self) -> "Battlefield":
        """Return a field that can be changed alone."""
        again = Battlefield(self.movement)
        self.copy_to(again)
        return again

    def legal_codes(self, seat: int) -> list[int]:
        """Return the moves of ``seat`` that leave its general safe, sorted."""
        return codes_of(self.legal_goals(seat))

    def legal_goals(self, seat: int) -> list[Goals]:
        """Return where each piece of ``seat`` that can move may go, sorted by its point."""
        board, taken, views = self.board, self.taken, self.movement.ways[self.living].views
        enemies, targets, tied = self.limits(seat)
        own, prey = self.generals[seat], enemies & self.kinds[GENERAL]
        found = []
        for point in sorted(self.armies[seat]):
            view = views[board[point]][point]
            reached = view[taken & view.mask][1]
            if point == own:
                goals = reached & ~(taken ^ enemies ^ prey)
                goals = goals and self._refuges(own, goals, enemies)
            else:
                goals = reached & tied.get(point, targets)
            if reached & prey:
                goals |= self._victims(seat, point, reached & prey)
            if goals:
                found.append((point, goals))
        return found

    def any_legal(self, seat: int) -> int | None:
        """Return one of the moves of :meth:`legal_codes`, None if there is none."""
        board, taken, views = self.board, self.taken, self.movement.ways[self.living].views
        _, targets, tied = self.limits(seat)
        own = self.generals[seat]
        for point in self.armies[seat]:
            if point != own and point not in tied:
                view = views[board[point]][point]
                goals = view[taken & view.mask][1] & targets
                if goals:
                    return point << ORIGIN_SHIFT | goals.bit_length() - 1
        return next(iter(self.legal_codes(seat)), None)

    def allows(self, seat: int, code: int) -> bool:
        """Return whether the general of ``seat`` is safe after its move ``code``."""
        origin, target = code >> ORIGIN_SHIFT, code & TARGET
        reached, general = 1 << target, self.generals[seat]
        if self.kinds[GENERAL] & reached:
            return not self.attackers_after(seat, code)
        point = target if origin == general else general
        taken = self.taken & ~(1 << origin) | reached
        return not _reaches(self._aims_at(point, self.enemies(seat) & ~reached), taken)

    def _refuges(self, general: int, targets: int, enemies: int) -> int:
        """Return the set of those ``targets`` where ``general`` is safe from ``enemies``."""
        sights, near = self.movement.sights, self.movement.ways[self.living].near
        distant, taken, found = enemies & self._distant(), self.taken ^ 1 << general, targets
        for target in members(targets):
            far, close = distant & sights[target], enemies & near[target]
            if far or close:
                reached = 1 << target
                if _reaches(self._aims(target, far, close), taken | reached):
                    found ^= reached
        return found

    def _victims(self, seat: int, origin: int, generals: int) -> int:
        """Return the set of those ``generals`` that the piece on ``origin`` may capture."""
        found = generals
        for target in members(generals):
            if self.attackers_after(seat, origin << ORIGIN_SHIFT | target):
                found ^= 1 << target
        return found

    def limits(self, seat: int) -> Limits:
        """Return where the enemies of ``seat`` are, and where its pieces may go."""
        enemies = self.enemies(seat)
        targets = self.movement.everywhere ^ self.taken ^ enemies
        targets ^= targets & self.kinds[GENERAL]
        aims = self._aims_at(self.generals[seat], enemies)
        bonds = self._bonds(aims) if aims else ()
        if not bonds:
            return enemies, targets, NOTHING_TIED
        bound = reduce(or_, [points for _, points, _ in bonds]) & self.sides[seat]
        tied = dict.fromkeys(members(bound), targets)
        for everywhere, bound, otherwise in bonds:
            targets &= everywhere
            for point in tied:
                tied[point] &= otherwise if bound >> point & 1 else everywhere
        return enemies, targets, tied

    def _bonds(self, aims: Sequence[Aim]) -> list[Bond]:
        """Return the bonds to the enemies that attack, or nearly do, as their ``aims`` are."""
        taken, everywhere, found = self.taken, self.movement.everywhere, []
        for origin, passed, screens in aims:
            standing = taken & passed
            excess = standing.bit_count() - screens
            if excess > 1:
                continue
            shields = passed ^ standing | 1 << origin
            if excess == 0:
                found.append((shields, standing, everywhere ^ passed))
            elif excess == 1:
                found.append((everywhere, standing, shields))
            else:
                found.append((everywhere ^ passed, 0, everywhere))
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

    def _attackers(self, point: int, taken: int, enemies: int) -> list[int]:
        """Return which of ``enemies`` attack ``point`` while the points in ``taken`` are occupied.

        Both are sets of points.
        """
        aims = self._aims_at(point, enemies)
        return [self.board[o] for o, passed, n in aims if (taken & passed).bit_count() == n]

    def _aims_at(self, point: int, enemies: int) -> list[Aim]:
        """Return how ``enemies``, a set, aim at ``point`` of a palace, whatever is in the way."""
        movement = self.movement
        distant, near = enemies & movement.sights[point], movement.ways[self.living].near[point]
        return self._aims(point, distant and distant & self._distant(), enemies & near)

    def _aims(self, point: int, distant: int, near: int) -> list[Aim]:
        """Return how enemies aim at ``point``, from ``distant`` along lines and from ``near``."""
        found: list[Aim] = []
        if distant:
            board, between = self.board, self.movement.between[point]
            for origin in members(distant):
                passed, is_near = between[origin]
                if KIND_OF[board[origin]] != CANNON:
                    found.append((origin, passed, 0))
                elif is_near:
                    found.append((origin, passed, SCREENS))
        return found + self._near_aims(point, near) if near else found

    def _near_aims(self, point: int, enemies: int) -> list[Aim]:
        """Return how ``enemies`` aim at ``point`` of a palace by steps and leaps."""
        board, hits = self.board, self.movement.ways[self.living].hits[point]
        return [
            (origin, passed, 0)
            for origin in members(enemies)
            for passed, pieces in hits[origin]
            if board[origin] in pieces
        ]

    def _distant(self) -> int:
        """Return where the pieces stand that attack along a line, as a set."""
        kinds = self.kinds
        found = kinds[CANNON] | kinds[ROOK]
        return found | kinds[GENERAL] if self.movement.terrain.flying else found

    def _attackers_after_taking(self, seat: int, code: int, loser: int) -> list[int]:
        """Return who attacks ``seat`` once it took the general of ``loser`` and its army."""
        after = Battlefield.copy(self)
        after.move(code)
        after.remove(loser)
        return after.attackers(seat)


def _reaches(aims: Sequence[Aim], taken: int) -> bool:
    """Return whether any of ``aims`` reaches its end while the points in ``taken`` are occupied."""
    for _, passed, screens in aims:  # noqa: SIM110 - a generator takes longer than this
        if (taken & passed).bit_count() == screens:
            return True
    return False
