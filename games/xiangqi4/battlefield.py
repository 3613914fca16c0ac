"""The armies on the board, who attacks which general, and which moves leave the own general safe.

Only moves that concern the general have to be tried: on its lines with an enemy rook or cannon, or
next to a horse that aims at it. All others are legal.
"""

from collections.abc import Mapping, Sequence

from games.xiangqi4.rules import (
    EMPTY,
    GENERAL,
    KIND_OF,
    NOBODY,
    SEAT_OF,
    piece_of,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import ORIGIN_SHIFT

SIGHT = 3
"""How many pieces of a line bear on a general: a rook, its shield, a cannon behind both."""


class Battlefield:
    """Pieces on the board, changed in place.

    ``board`` has the piece on every point, ``armies`` the points of each seat, ``generals`` where
    each general stands (-1 without one), ``living`` a bit for every seat whose army lives.
    """

    __slots__ = ("armies", "board", "generals", "living", "movement")

    def __init__(self, movement: Movement) -> None:
        """Begin with an empty board."""
        self.movement = movement
        self.board = bytearray(movement.nowhere + 1)
        self.armies: list[list[int]] = []
        self.generals: list[int] = []
        self.living = 0

    def set_up(self, pieces: Mapping[int, int]) -> None:
        """Put ``pieces``, by point, on the empty board; seats live that have a general."""
        for point, piece in sorted(pieces.items()):
            self.board[point] = piece
        generals = {pieces[p]: p for p in pieces if KIND_OF[pieces[p]] == GENERAL}
        seats = range(len(self.movement.terrain.teams))
        self.armies = [[p for p in sorted(pieces) if SEAT_OF[pieces[p]] == s] for s in seats]
        self.generals = [generals.get(piece_of(seat, GENERAL), NOBODY) for seat in seats]
        self.living = sum(1 << seat for seat in seats if self.generals[seat] != NOBODY)

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
        other.living = self.living

    def occupied(self) -> list[tuple[int, int]]:
        """Return every point on which a piece stands, with the piece."""
        board = self.board
        return [(point, board[point]) for point in range(self.movement.nowhere) if board[point]]

    def is_living(self, seat: int) -> bool:
        """Return whether the army of ``seat`` is in play."""
        return bool(self.living >> seat & 1)

    def moves(self, seat: int) -> list[int]:
        """Return the moves of ``seat``'s pieces, whether they leave its general safe or not."""
        return self.movement.moves(self.board, self.armies[seat], self.living)

    def captures(self, seat: int) -> list[int]:
        """Return those of the moves of ``seat``'s pieces that capture, whether safe or not."""
        return self.movement.captures(self.board, self.armies[seat], self.living)

    def legal(self, seat: int, codes: Sequence[int]) -> list[int]:
        """Return those of ``codes``, moves of ``seat``, that leave its general safe."""
        if self.attackers(seat):
            return [code for code in codes if self.allows(seat, code)]
        watched = self.watched(seat)
        return [
            code
            for code in codes
            if (code & TARGET not in watched and code >> ORIGIN_SHIFT not in watched)
            or self.allows(seat, code)
        ]

    def allows(self, seat: int, code: int) -> bool:
        """Return whether the general of ``seat`` is safe after its move ``code``."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        piece, captured = board[origin], board[target]
        if KIND_OF[captured] == GENERAL:
            return self._allows_taking(seat, code, SEAT_OF[captured])
        board[origin], board[target] = EMPTY, piece
        general = target if KIND_OF[piece] == GENERAL else self.generals[seat]
        is_safe = not self.attackers(seat, general)
        board[origin], board[target] = piece, captured
        return is_safe

    def attackers(self, seat: int, general: int = NOBODY) -> list[int]:
        """Return the enemy pieces that attack the general of ``seat``, were it on ``general``."""
        board, movement = self.board, self.movement
        point = self.generals[seat] if general == NOBODY else general
        found = self._attackers_on_lines(seat, point)
        for origin, between, pieces in movement.ways(self.living).hits[point]:
            if board[origin] in pieces and not board[between]:
                found.append(board[origin])
        riders = movement.riders[seat]
        for origin, passed in movement.leap_hits[point]:
            if board[origin] in riders and not any(map(board.__getitem__, passed)):
                found.append(board[origin])
        return found

    def watched(self, seat: int) -> set[int]:
        """Return the points where a change may endanger the general of ``seat``, or end a seat."""
        board, movement, general = self.board, self.movement, self.generals[seat]
        found = set(self.generals)
        self._watch_lines(seat, general, found)
        for origin, between, pieces in movement.ways(self.living).hits[general]:
            if board[origin] in pieces:
                found.add(between)
        riders = movement.riders[seat]
        for origin, passed in movement.leap_hits[general]:
            if board[origin] in riders:
                found.update(passed)
        return found

    def move(self, code: int) -> int:
        """Make the move ``code``; what it captured leaves the board and is returned."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        piece, captured = board[origin], board[target]
        army = self.armies[SEAT_OF[piece]]
        army[army.index(origin)] = target
        if captured:
            self.armies[SEAT_OF[captured]].remove(target)
        if KIND_OF[piece] == GENERAL:
            self.generals[SEAT_OF[piece]] = target
        board[origin], board[target] = EMPTY, self.movement.landed(piece, target)
        return captured

    def take_back(self, code: int, piece: int, captured: int) -> None:
        """Undo the move ``code``, which ``piece`` made and which captured ``captured``."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        army = self.armies[SEAT_OF[piece]]
        army[army.index(target)] = origin
        if captured:
            self.armies[SEAT_OF[captured]].append(target)
        if KIND_OF[piece] == GENERAL:
            self.generals[SEAT_OF[piece]] = origin
        board[origin], board[target] = piece, captured

    def remove(self, seat: int) -> None:
        """Take the whole army of ``seat`` off the board."""
        for point in self.armies[seat]:
            self.board[point] = EMPTY
        self.armies[seat] = []
        self.generals[seat] = NOBODY
        self.living &= ~(1 << seat)

    def _allows_taking(self, seat: int, code: int, loser: int) -> bool:
        """Return whether ``seat`` is safe once it took the general of ``loser`` and its army."""
        after = self.copy()
        after.move(code)
        after.remove(loser)
        return not after.attackers(seat)

    def _watch_lines(self, seat: int, general: int, found: set[int]) -> None:
        """Add each line's points to ``found`` as far as an enemy that aims along it."""
        board, aiming = self.board, self.movement.aiming[seat]
        for ray, _, _ in self.movement.lines[general]:
            seen = 0
            for index, point in enumerate(ray):
                if board[point]:
                    if board[point] in aiming:
                        found.update(ray[: index + 1])
                    seen += 1
                    if seen == SIGHT:
                        break

    def _attackers_on_lines(self, seat: int, general: int) -> list[int]:
        board, found = self.board, []
        openers, gunners = self.movement.openers[seat], self.movement.gunners[seat]
        for ray, _, reach in self.movement.lines[general]:
            free = 0
            for point in ray:
                if board[point]:
                    if board[point] in openers:
                        found.append(board[point])
                    break
                free += 1
            for index in range(free + 1, reach):
                if board[ray[index]]:
                    if board[ray[index]] in gunners:
                        found.append(board[ray[index]])
                    break
        return found
