"""The moves and lots of xiangqi for four, and what the hands do for each.

Moves are worked out only when somebody looks at them. Whether a move puts an army out is known only
once it is played, so a move remembers the position that it is a move of.

Captured pieces lie off the board in their own colour. Won pieces lie in reserve: in that of the
holder, with the letter of the army they come from. Those still to be drawn for belong to nobody but
that army. A drop puts away the won piece and puts on one of the dropper's own that is off (seed,
last sentence).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import repeat
from typing import NamedTuple, overload

from games.actions import PASS, Choice, LazyMoves, Move, PlainMove, Step, Throw
from games.equipment import OFF, RESERVE, Piece, sorted_pieces
from games.xiangqi4.armies import Lot, spoil_kind
from games.xiangqi4.battle import (
    FIRST_DROP,
    FROM_RESERVE,
    PASSING,
    Battle,
    Departure,
    dropped,
)
from games.xiangqi4.rules import (
    BADGES,
    CAMP_OF,
    COLOUR_LETTERS,
    INDEX,
    KIND_OF,
    LETTERS,
    MOVE_TEXT,
    NAMES,
    SEAT_OF,
    SEATS,
    SET_UP_COUNTS,
    WORDS,
)
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT, Goals, code_of, codes_of

# a screen asks for the choices of every move at every press
DROPS = tuple(Choice("drop", kind) for kind in WORDS)
PIECES = tuple(Choice("piece", name, (name,)) for name in NAMES)
TARGETS = tuple(Choice("target", name, (name,)) for name in NAMES)


class _Coded(NamedTuple):
    battle: Battle
    code: int


class BattleMove(Move, _Coded):
    """The move ``code`` of the position ``battle``, worked out when somebody asks.

    It is a tuple because many are made at a time, most of which nobody looks at.
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        if self.code == PASSING:
            return PASS.text
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        if self.code >= FIRST_DROP:
            return f"{LETTERS[origin - FROM_RESERVE]}@{NAMES[target]}"
        return f"{NAMES[origin]}{'x' if self.battle.board[target] else '-'}{NAMES[target]}"

    @property
    def choices(self) -> tuple[Choice, ...]:
        if self.code == PASSING:
            return PASS.choices
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        is_drop = self.code >= FIRST_DROP
        first = DROPS[origin - FROM_RESERVE] if is_drop else PIECES[origin]
        return (first, TARGETS[target])

    @property
    def path(self) -> tuple[str, ...]:
        if self.code == PASSING:
            return ()
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        if self.code >= FIRST_DROP:
            return (NAMES[target],)
        battle = self.battle
        passed = battle.movement.passed(battle.board[origin], origin, target, battle.living)
        return (*(NAMES[point] for point in passed), NAMES[target])

    @property
    def captures(self) -> tuple[Piece, ...]:
        target = self.code & TARGET
        if self.code == PASSING or not self.battle.board[target]:
            return ()
        return (standing(self.battle.board[target], target),)

    @property
    def steps(self) -> tuple[Step, ...]:
        return move_steps(self.battle, self.code)

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return PlainMove, (self.text, self.choices, self.path, self.captures, self.steps)


_new_move: Callable[[tuple[Battle, int]], BattleMove] = partial(tuple.__new__, BattleMove)


def move_written(battle: Battle, text: str) -> BattleMove | None:
    """Return the move or drop that is written ``text`` in ``battle``, allowed or not, or None."""
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return None
    letter, place, origin, target = parts.groups()
    first = FROM_RESERVE + LETTERS.index(letter) if letter else INDEX.get(origin)
    last = INDEX.get(place or target)
    if first is None or last is None:
        return None
    move = _new_move((battle, code_of(first, last)))
    return move if move.text == text else None


class BattleMoves(LazyMoves[BattleMove]):
    """The moves of ``battle`` to these ``goals``, each made when it is looked at."""

    __slots__ = ("_battle", "_codes", "_count", "_goals")

    def __init__(self, battle: Battle, goals: Sequence[Goals]) -> None:
        self._battle = battle
        self._goals = goals
        self._count = sum([targets.bit_count() for _, targets in goals])
        self._codes: list[int] | None = None

    @property
    def codes(self) -> Sequence[int]:
        """The moves as numbers, worked out when somebody looks at more than one."""
        if self._codes is None:
            self._codes = codes_of(self._goals)
        return self._codes

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> BattleMove: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[BattleMove, ...]: ...
    def __getitem__(self, index: int | slice) -> BattleMove | tuple[BattleMove, ...]:
        if isinstance(index, slice):
            battle = repeat(self._battle)
            return tuple(map(_new_move, zip(battle, self.codes[index], strict=False)))
        if self._codes is not None or not 0 <= index < self._count:
            return _new_move((self._battle, self.codes[index]))
        return _new_move((self._battle, _code_at(index, self._goals)))

    def __iter__(self) -> Iterator[BattleMove]:
        return map(_new_move, zip(repeat(self._battle), self.codes, strict=False))


def _code_at(index: int, goals: Sequence[Goals]) -> int:
    """Return one of the codes of going to ``goals`` without working out the others."""
    for origin, targets in goals:
        count = targets.bit_count()
        if index < count:
            left = targets
            for _ in range(index):
                left &= left - 1
            return origin << ORIGIN_SHIFT | (left & -left).bit_length() - 1
        index -= count
    raise IndexError(index)


def lot_throw(lot: Lot, claimant: int) -> Throw:
    """Return the lot by which ``claimant`` wins the piece, which goes to the claimant's reserve."""
    return Throw(lot_text(claimant), steps=lot_steps(lot, claimant))


def lot_text(claimant: int) -> str:
    """Return how the lot is written by which ``claimant`` wins."""
    return f"lot:{COLOUR_LETTERS[claimant]}"


@cache
def standing(piece: int, point: int) -> Piece:
    """Return ``piece`` on its point."""
    kind = KIND_OF[piece]
    return Piece(SEAT_OF[piece], WORDS[kind], NAMES[point], badge=BADGES[kind])


def won(holder: int, kind: int, origin: int, count: int = 1) -> Piece:
    """Return pieces of the army of ``origin`` in the reserve of ``holder``."""
    return Piece(holder, WORDS[kind], RESERVE, badge=COLOUR_LETTERS[origin], count=count)


def beside(seat: int, kind: int, place: str, count: int = 1) -> Piece:
    """Return pieces of ``seat`` that are off, or in reserve while they are drawn for."""
    return Piece(seat, WORDS[kind], place, count=count)


def pieces(battle: Battle) -> tuple[Piece, ...]:
    """Return everything that stands on the board or lies beside it."""
    on_board = [standing(piece, point) for point, piece in battle.occupied()]
    held = [won(*key, count) for key, count in battle.reserves.items()]
    drawn_for = Counter((lot.origin, lot.kind) for lot in battle.lots)
    open_lots = [beside(seat, kind, RESERVE, count) for (seat, kind), count in drawn_for.items()]
    return sorted_pieces([*on_board, *held, *open_lots, *_off(battle)])


def _off(battle: Battle) -> Iterator[Piece]:
    """Yield what is missing of each set-up: neither on the board nor won nor drawn for."""
    kept = Counter((SEAT_OF[piece], spoil_kind(piece)) for _, piece in battle.occupied())
    kept.update((lot.origin, lot.kind) for lot in battle.lots)
    for (_, kind, origin), count in battle.reserves.items():
        kept[origin, kind] += count
    for seat in SEATS:
        for kind, set_up in enumerate(SET_UP_COUNTS):
            if kept[seat, kind] < set_up:
                yield beside(seat, kind, OFF, set_up - kept[seat, kind])


def move_steps(battle: Battle, code: int) -> tuple[Step, ...]:
    """Return the hand steps for the move ``code``: captures, the move, who goes out by it."""
    leaving = [step for departure in battle.departures_by(code) for step in _leave(departure)]
    if code == PASSING:
        return tuple(leaving)
    own = _drop(battle, code) if code >= FIRST_DROP else _step_of_move(battle, code)
    return (*own, *leaving)


def lot_steps(lot: Lot, claimant: int) -> tuple[Step, ...]:
    """Return the act for a piece that ``claimant`` wins by lot: it goes to that reserve."""
    before = beside(lot.origin, lot.kind, RESERVE)
    return (Step("move", before, RESERVE, RESERVE, won(claimant, lot.kind, lot.origin)),)


def _step_of_move(battle: Battle, code: int) -> Iterator[Step]:
    origin, target = code >> ORIGIN_SHIFT, code & TARGET
    piece, captured = battle.board[origin], battle.board[target]
    if captured:
        yield _take_off(captured, target)
    before = standing(piece, origin)
    after = battle.movement.landed(piece, target)
    becomes = standing(after, target) if after != piece else None
    yield Step("move", before, NAMES[origin], NAMES[target], becomes)


def _drop(battle: Battle, code: int) -> Iterator[Step]:
    seat, target = battle.acting, code & TARGET
    kind, origin = (code >> ORIGIN_SHIFT) - FROM_RESERVE, CAMP_OF[target]
    yield _put_away(won(seat, kind, origin), origin)
    on_board = standing(dropped(seat, code), target)
    becomes = on_board if on_board.badge else None
    yield Step("put_on", beside(seat, kind, OFF), OFF, NAMES[target], becomes)


def _leave(departure: Departure) -> Iterator[Step]:
    for (holder, kind, origin), count in departure.reserves.items():
        yield _put_away(won(holder, kind, origin, count), origin)
    gains = [
        (kind, won(seat, kind, departure.seat))
        for (seat, kind), count in departure.shares.booked.items()
        for _ in range(count)
    ]
    gains += [(lot.kind, beside(lot.origin, lot.kind, RESERVE)) for lot in departure.shares.lots]
    for point, piece in departure.army:
        kind = spoil_kind(piece)
        gain = next((each for each in gains if each[0] == kind), None)
        if gain is None:
            yield _take_off(piece, point)
        else:
            gains.remove(gain)
            yield Step("take_off", standing(piece, point), NAMES[point], RESERVE, gain[1])


def _put_away(token: Piece, origin: int) -> Step:
    kind = WORDS.index(token.kind)
    return Step("take_off", token, RESERVE, OFF, beside(origin, kind, OFF, token.count))


def _take_off(piece: int, point: int) -> Step:
    before = standing(piece, point)
    plain = beside(before.holder, WORDS.index(before.kind), OFF) if before.badge else None
    return Step("take_off", before, before.place, OFF, plain)
