"""The search for xiangqi for four: moves of a battle are made in place and taken back.

What a search does not need is left out. Only a seat in check has its moves tested for the safety of
its general; any other seat that exposes its general loses it. Drops are left out because none may
attack, so a seat that is mated but could drop something passes. An army that goes out has no value
for anybody: its spoils count only in a battle.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.players.line import WON
from games.xiangqi4.battle import PASSING, Battle
from games.xiangqi4.battlefield import Battlefield
from games.xiangqi4.evaluate import MOST_QUIET, WHOLE, balances, in_reserve
from games.xiangqi4.rules import EMPTY, GENERAL, KIND_OF, SEAT_OF, SEATS, living_seats, victory
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT

GOING_OUT = (-1, -2, -3, -4)
"""The code of what a mated seat does, by seat."""

SEATS_OF = tuple(living_seats(mask) for mask in range(1 << len(SEATS)))
"""The seats whose bits are set, by mask."""


class Done(NamedTuple):
    """A move that was made: what it moved and captured, and what was true before it."""

    code: int
    piece: int
    captured: int
    balance: int
    living: int


class Army(NamedTuple):
    """The army of a seat that went out, as it stood on the board, but for a captured general."""

    seat: int
    points: list[int]
    pieces: list[int]
    general: int


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
        "_rules",
        "_signs",
        "balance",
        "is_ours",
        "is_over",
    )

    most_quiet = MOST_QUIET

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
        self._rows = balances(battle.movement, self._signs)
        self._rules = battle.rules
        self._holders = {holder for holder, _, _ in battle.reserves}
        self._done: list[Done] = []
        self._gone: list[Army] = []
        self.is_ours = False
        self.is_over = battle.ending is not None or bool(battle.lots)
        self.balance = self._counted(battle)

    def moves(self) -> Sequence[int]:
        """Return what those who may act can play; a seat that is mated must go out."""
        field = self._field
        found: list[int] = []
        for seat in self._actors():
            codes = field.moves(seat)
            if field.attackers(seat):
                codes = [code for code in codes if field.allows(seat, code)]
                if not codes and seat not in self._holders:
                    return (GOING_OUT[seat],)
            found += codes
        return found or (PASSING,)

    def captures(self) -> Sequence[int]:
        """Return the captures of those who may act."""
        field = self._field
        found: list[int] = []
        for seat in self._actors():
            found += field.captures(seat)
        return found

    def gains(self, codes: Sequence[int]) -> list[int]:
        """Return how much each of ``codes`` changes the balance for the side to act."""
        if codes and codes[0] <= PASSING:
            return [-WHOLE if codes[0] < PASSING else 0]
        sign, board, rows = 1 if self.is_ours else -1, self._field.board, self._rows
        found = []
        for code in codes:
            origin, target = code >> ORIGIN_SHIFT, code & TARGET
            row = rows[board[origin]]
            found.append(sign * (row[target] - row[origin] - rows[board[target]][target]))
        return found

    def make(self, code: int) -> None:
        """Make the move ``code`` of one who may act."""
        if code > PASSING:
            self._move(code)
        else:
            self._done.append(Done(code, EMPTY, EMPTY, self.balance, self._field.living))
        if code < PASSING:
            self._put_out(GOING_OUT.index(code))
        self.is_ours = not self.is_ours

    def unmake(self) -> None:
        """Take the last move back."""
        code, piece, captured, balance, living = self._done.pop()
        if living != self._field.living:
            self._bring_back(self._gone.pop())
        if piece:
            self._field.take_back(code, piece, captured)
        self.balance = balance
        self.is_ours = not self.is_ours

    def _move(self, code: int) -> None:
        field, origin, target = self._field, code >> ORIGIN_SHIFT, code & TARGET
        piece, captured = field.board[origin], field.board[target]
        self._done.append(Done(code, piece, captured, self.balance, field.living))
        row = self._rows[piece]
        self.balance += row[target] - row[origin] - self._rows[captured][target]
        field.move(code)
        if KIND_OF[captured] == GENERAL:
            self._put_out(SEAT_OF[captured])

    def _actors(self) -> tuple[int, ...]:
        return SEATS_OF[self._field.living & self._masks[self.is_ours]]

    def _put_out(self, seat: int) -> None:
        field, rows = self._field, self._rows
        points = field.armies[seat]
        pieces = [field.board[point] for point in points]
        self._gone.append(Army(seat, points, pieces, field.generals[seat]))
        self.balance -= sum(rows[p][point] for p, point in zip(pieces, points, strict=True))
        field.remove(seat)
        score = self._score()
        if score:
            self.is_over = True
            self.balance = score * (WON - len(self._done))

    def _score(self) -> int:
        """Return 1 if our side has won, -1 if it has lost, 0 while it plays."""
        living = self._field.living
        if not any(self._signs[seat] > 0 for seat in living_seats(living)):
            return -1
        ending = victory(self._rules, living)
        return 0 if ending is None else round(ending.score(self._ours))

    def _bring_back(self, army: Army) -> None:
        field = self._field
        field.armies[army.seat] = army.points
        field.generals[army.seat] = army.general
        field.living |= 1 << army.seat
        for point, piece in zip(army.points, army.pieces, strict=True):
            field.board[point] = piece
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
