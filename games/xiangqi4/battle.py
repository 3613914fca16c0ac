"""A game of xiangqi for four as it is played: turns, drops, who goes out and when the game ends.

After a move, as in the rule sheet, each living seat in turn is judged; if it cannot act it goes out
and its army is shared out, until one can act. A lot interrupts this.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.core import Outcome
from games.xiangqi4.armies import (
    Lot,
    Reserves,
    Shares,
    held_by,
    less_one,
    share,
    with_shares,
)
from games.xiangqi4.battlefield import Battlefield, Limits
from games.xiangqi4.rules import (
    CAMP_OF,
    CAMPS,
    GENERAL,
    KIND_OF,
    SEAT_OF,
    SEATS,
    SET_UP_COUNTS,
    SOLDIER,
    VETERAN,
    Xiangqi4Rules,
    drawn,
    piece_of,
    reason_for_draw,
    victory,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import ORIGIN_SHIFT, Goals, code_of, members, set_of

FROM_RESERVE = TARGET - len(SET_UP_COUNTS)
"""A drop is a move from here, plus the kind."""
PASSING = 0
"""The code of a pass: no piece moves from the first point to itself."""
LAST_SEAT = SEATS[-1]
SEAT_BYTES = tuple(bytes((seat,)) for seat in SEATS)
FIRST_DROP = code_of(FROM_RESERVE, 0)
CAMP_SETS = tuple(map(set_of, CAMPS))


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that went out: its ``army`` by point, its ``reserves``, who won what of it."""

    seat: int
    army: tuple[tuple[int, int], ...]
    reserves: Reserves
    shares: Shares


class Battle(Battlefield):
    """A position with everything that play needs, which is changed in place.

    ``turn`` is the seat to act, the seat that lots are taken from, or None when the game is over;
    ``clock`` counts turns without a capture, a drop or a seat going out, ``turns`` all of them;
    ``seen`` has the positions since the clock was last 0, each as the seat to act and the board,
    and nothing after a lot, by which nobody gives mate; ``departures`` are those since the battle
    was copied.
    """

    __slots__ = (
        "_last",
        "_limits",
        "clock",
        "departures",
        "ending",
        "lots",
        "reserves",
        "rules",
        "seen",
        "turn",
        "turns",
    )

    def __init__(self, movement: Movement, rules: Xiangqi4Rules) -> None:
        """Begin with an empty board, nobody to act, nothing in reserve and no history."""
        super().__init__(movement)
        self.rules = rules
        self.turn: int | None = None
        self.reserves: Reserves = {}
        self.lots: tuple[Lot, ...] = ()
        self.clock = self.turns = 0
        self.seen: list[bytes] = []
        self.ending: Outcome | None = None
        self.departures: list[Departure] = []
        self._last: tuple[int, Sequence[Departure]] | None = None
        self._limits: Limits | None = None

    def copy(self) -> "Battle":
        """Return a battle that can be played on alone, without departures."""
        again = Battle.__new__(Battle)
        again.movement, again.rules = self.movement, self.rules
        self.copy_to(again)
        again.turn = self.turn
        again.reserves = self.reserves
        again.lots = self.lots
        again.clock, again.turns = self.clock, self.turns
        again.seen = self.seen[:]
        again.ending = self.ending
        again.departures, again._last, again._limits = [], None, None
        return again

    def after(self, code: int) -> "Battle":
        """Return the battle that ``code`` leads to; this one stays as it is."""
        after = self.copy()
        after.play(code, pick_any)
        self._last = code, after.departures
        return after

    def departures_by(self, code: int) -> Sequence[Departure]:
        """Return which seats go out by ``code``, in their order."""
        if self._last is None or self._last[0] != code:
            return self.after(code).departures
        return self._last[1]

    def value(self) -> tuple[object, ...]:
        """Return everything that the position text tells, by which matches are compared."""
        return (self.board, self.turn, self.living, self.reserves, self.lots, self.clock)

    @property
    def acting(self) -> int:
        """The seat to act; it is asked for only while there is one."""
        assert self.turn is not None, "a seat that is to act"
        return self.turn

    def play(self, code: int, pick: "Pick") -> int | None:
        """Play ``code`` for the seat to act and judge those that follow.

        Returns what ``pick`` chooses for the next seat to act, None if no seat is to choose.
        """
        mover = self.acting
        self.turns += 1
        self.clock += 1
        if code >= FIRST_DROP:
            self._drop(mover, code)
        elif code != PASSING and (captured := self.move(code)):
            self.clock = 0
            if KIND_OF[captured] == GENERAL:
                self.put_out(SEAT_OF[captured], {mover})
        return self.settle(mover, pick)

    def draw(self, claimant: int, pick: "Pick") -> int | None:
        """Give the piece that is drawn for to ``claimant``; go on judging after the last one."""
        first, *others = self.lots
        loser = first.origin
        self.reserves = with_shares(self.reserves, Shares({(claimant, first.kind): 1}), loser)
        self.lots, self.seen = tuple(others), []
        return None if others else self.settle(loser, pick)

    def settle(self, seat: int, pick: "Pick") -> int | None:
        """Judge the living seats after ``seat`` until one can act, lots are drawn or all is over.

        Returns what ``pick`` chooses for that seat.
        """
        while self.ending is None and not self.lots:
            seat = self._next(seat)
            self.turn, self._limits = seat, None
            chosen = self.offer(pick)
            if chosen is not None:
                self._close(seat)
                return chosen
            self.put_out(seat, self._who_mated(seat))
        if self.ending is not None:
            self.turn = None
        return None

    def begin(self, pick: "Pick") -> bool:
        """Begin the history with the seat to act; False if it has nothing to play."""
        self._note(self.acting)
        return self.offer(pick) is not None

    def offer(self, pick: "Pick") -> int | None:
        """Return what ``pick`` chooses for the seat to act, None if it has nothing to play."""
        chosen = pick(self)
        if chosen is None and self.rules.passes and not self.attackers(self.acting):
            return PASSING
        return chosen

    def put_out(self, loser: int, owners: set[int]) -> None:
        """Take the army and the reserve of ``loser`` away; ``owners`` share what it leaves."""
        army = tuple((point, self.board[point]) for point in sorted(self.armies[loser]))
        way = "none" if self.rules.teams else self.rules.spoils
        shares = share(way, [piece for _, piece in army], loser, owners)
        lost = {key: n for key, n in self.reserves.items() if key[0] == loser}
        kept = {key: n for key, n in self.reserves.items() if key[0] != loser}
        self.remove(loser)
        self.reserves = with_shares(kept, shares, loser)
        self.lots = shares.lots
        self.departures.append(Departure(loser, army, lost, shares))
        self.clock = 0
        self.ending = victory(self.rules, self.living)

    def _who_mated(self, loser: int) -> set[int]:
        """Return the seats that mated ``loser``, which has no move; none if it is stalemated.

        They are the owners of the pieces that attack its general; where a mate is of whoever gave
        it, the seat whose action it was, unless ``loser`` was mated before that, too.
        """
        owners = {SEAT_OF[piece] for piece in self.attackers(loser)}
        if not owners or not self.seen or self.rules.spoils != "mate":
            return owners
        mover, *board = self.seen[-1]
        return owners if self._before(board).is_mated(loser) else {mover}

    def is_mated(self, seat: int) -> bool:
        """Return whether ``seat`` would be mated if it were its turn."""
        return bool(self.attackers(seat)) and not self.legal_codes(seat)

    def _before(self, board: Sequence[int]) -> "Battle":
        """Return this ``board`` of before the action, with what was in reserve then.

        What the mover dropped is not among it: that concerns nobody else.
        """
        before = Battle(self.movement, self.rules)
        before.set_up({point: piece for point, piece in enumerate(board) if piece})
        won = self.reserves.items()
        before.reserves = {key: n for key, n in won if not before.is_living(key[2])}
        return before

    def moves(self, seat: int) -> list[int]:
        """Return the moves and drops of ``seat``, whether they are allowed or not."""
        found = super().moves(seat)
        if self.reserves:
            for kind, origin in held_by(self.reserves, seat):
                if self.on_board(seat, kind) < SET_UP_COUNTS[kind]:
                    code = code_of(FROM_RESERVE + kind, 0)
                    found += [code | p for p in CAMPS[origin] if not self.board[p]]
        return found

    def on_board(self, seat: int, kind: int) -> int:
        """Return how many pieces of ``kind`` the seat has on the board; veterans are soldiers."""
        pieces = [self.board[point] for point in self.armies[seat]]
        count = pieces.count(piece_of(seat, kind))
        return count + pieces.count(piece_of(seat, VETERAN)) if kind == SOLDIER else count

    def limits(self, seat: int) -> Limits:
        """Return the limits of ``seat``; those of the seat to act are worked out once."""
        if seat != self.turn:
            return super().limits(seat)
        if self._limits is None:
            self._limits = super().limits(seat)
        return self._limits

    def legal_goals(self, seat: int) -> list[Goals]:
        """Return where each piece of ``seat``, then each that it may drop, can be played to."""
        found = super().legal_goals(seat)
        return found + self._drops(seat) if self.reserves else found

    def _drops(self, seat: int) -> list[Goals]:
        """Return where each kind that ``seat`` holds may be dropped, as if from its place there."""
        free = self.limits(seat)[1] & ~self.taken
        camps: dict[int, int] = {}
        for kind, origin in held_by(self.reserves, seat):
            if self.on_board(seat, kind) < SET_UP_COUNTS[kind]:
                camps[kind] = camps.get(kind, 0) | CAMP_SETS[origin]
        found = [
            (FROM_RESERVE + kind, self._peaceful(seat, kind, free & camps[kind])) for kind in camps
        ]
        return [goals for goals in found if goals[1]]

    def _peaceful(self, seat: int, kind: int, targets: int) -> int:
        """Return the set of those ``targets`` from which a dropped ``kind`` attacks nothing."""
        views = self.movement.ways[self.living].views[landing(seat, kind)]
        taken, enemies, found = self.taken, self.enemies(seat), targets
        for target in members(targets):
            view = views[target]
            if view.mask & enemies and view[taken & view.mask][1] & enemies:
                found ^= 1 << target
        return found

    def is_legal(self, code: int) -> bool:
        """Return whether the seat to act may play ``code``, without a look at all others."""
        seat, origin, target = self.acting, code >> ORIGIN_SHIFT, code & TARGET
        if code >= FIRST_DROP:
            return code in self.legal_codes(seat)
        if not self.is_move(seat, code):
            return False
        if origin == self.generals[seat] or self.kinds[GENERAL] >> target & 1:
            return self.allows(seat, code)
        _, targets, tied = self.limits(seat)
        return bool(tied.get(origin, targets) >> target & 1)

    def allows(self, seat: int, code: int) -> bool:
        """Return whether the general of ``seat`` is safe after ``code``, which is no attack."""
        if code >= FIRST_DROP and self.victim(dropped(seat, code), code & TARGET) is not None:
            return False
        return super().allows(seat, code)

    def victim(self, piece: int, point: int) -> int | None:
        """Return a point that ``piece`` would attack from ``point``, None if it attacks nothing."""
        victims = self.reach(piece, point) & self.enemies(SEAT_OF[piece])
        return next(members(victims), None)

    def _drop(self, seat: int, code: int) -> None:
        target = code & TARGET
        self.put(target, dropped(seat, code))
        kind = (code >> ORIGIN_SHIFT) - FROM_RESERVE
        self.reserves = less_one(self.reserves, (seat, kind, CAMP_OF[target]))
        self.clock = 0

    def _next(self, seat: int) -> int:
        living, following = self.living, seat + 1 & LAST_SEAT
        while not living >> following & 1:
            following = following + 1 & LAST_SEAT
        return following

    def _note(self, seat: int) -> bytes:
        key = SEAT_BYTES[seat] + self.board
        if not self.clock:
            self.seen = []
        self.seen.append(key)
        return key

    def _close(self, seat: int) -> None:
        """Note the position of ``seat``, which can act; that may draw the game."""
        key = self._note(seat)
        # a position comes back with the same seat to act, so after so many turns as seats live
        occurrences = self.seen[:: -self.living.bit_count()].count(key)
        reason = reason_for_draw(occurrences, self.clock, self.turns)
        if reason:
            self.ending = drawn(self.rules, self.living, reason)
            self.turn = None


Pick = Callable[[Battle], int | None]
"""Chooses one of the moves that the seat to act may play, None if there are none."""


def dropped(seat: int, code: int) -> int:
    """Return the piece of ``seat`` that the drop ``code`` puts on; soldiers become veterans."""
    return landing(seat, (code >> ORIGIN_SHIFT) - FROM_RESERVE)


def landing(seat: int, kind: int) -> int:
    """Return what a piece of ``kind`` that ``seat`` drops is on the board."""
    return piece_of(seat, VETERAN if kind == SOLDIER else kind)


def pick_any(battle: Battle) -> int | None:
    """Return a move that the seat to act may play, None if none: that tells who goes out.

    Of the others as little as possible is found out.
    """
    return battle.any_legal(battle.acting)
