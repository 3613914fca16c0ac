"""The shortest way for the hands from what stands on the real board to what should stand there.

A piece is put on a point only when everything has left that is to leave it; where pieces would go
in a circle, one of them is taken off for a while.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from games.actions import Step, Verb
from games.equipment import OFF, PLACES_BESIDE, Piece, identity, sorted_pieces

TRIES = 200
"""So many ways of pairing alike pieces are looked into at most."""

Owner = Callable[[Piece], int]
Kind = tuple[int, str]
"""The seat whose set a piece belongs to, and its kind."""


def seat_of(piece: Piece) -> int:
    """The owner of ``piece`` in a game where nobody holds pieces of others."""
    return piece.seat


@dataclass(frozen=True, slots=True)
class Carry:
    """One piece as it stands ``before`` and as it should stand ``after``."""

    before: Piece
    after: Piece

    @property
    def leaves(self) -> bool:
        """Whether it goes to another place."""
        return self.before.place != self.after.place

    @property
    def turns(self) -> bool:
        """Whether it is turned round on the board, apart from being moved."""
        return _on_board(self.before) and self.turned and _on_board(self.after)

    @property
    def turned(self) -> bool:
        """Whether it points elsewhere afterwards."""
        return self.before.facing != self.after.facing

    @property
    def steps(self) -> tuple[Step, ...]:
        """The acts of the hands."""
        if self.leaves and self.turns:
            moved = replace(self.after, facing=self.before.facing)
            return (_step(self.before, moved), _step(moved, self.after))
        return (_step(self.before, self.after),)


Carries = tuple[Carry, ...]


def shortest_way(
    actual: Iterable[Piece], wanted: Iterable[Piece], owner: Owner = seat_of
) -> tuple[Step, ...]:
    """Return the fewest acts that lead from ``actual`` to ``wanted``, in an order hands can do.

    Both are all pieces, those beside the board too. ``owner`` tells to whose set a piece belongs,
    as :meth:`games.core.Game.owner` does. Alike pieces that go the same way one after the other go
    together in one act. ValueError unless both are of one and the same set.

    >>> stone, other = Piece(0, "stone", "a1"), Piece(1, "stone", "b1")
    >>> wanted = [replace(stone, place="b1"), replace(other, place="off")]
    >>> steps = shortest_way([stone, other], wanted)
    >>> [f"{step.verb} {step.origin} {step.target}" for step in steps]
    ['take_off b1 off', 'move a1 b1']
    """
    carries = _improved(tuple(_matched(units(actual), units(wanted), owner)), owner)
    return tuple(_together(_in_order(carries)))


def units(pieces: Iterable[Piece]) -> Counter[Piece]:
    """``pieces`` one by one: how many there are of each, whose own ``count`` is 1."""
    counts: Counter[Piece] = Counter()
    for piece in pieces:
        counts[replace(piece, count=1)] += piece.count
    return counts


def _matched(actual: Counter[Piece], wanted: Counter[Piece], owner: Owner) -> Iterator[Carry]:
    """Which piece goes where: one that only turns stays, the others go in order."""
    surplus, missing = _by_kind(actual - wanted, owner), _by_kind(wanted - actual, owner)
    for kind in surplus.keys() | missing.keys():
        if len(surplus[kind]) != len(missing[kind]):
            raise ValueError(
                f"expected one set of pieces before and after: seat {kind[0]} has "
                f"{len(surplus[kind])} of {kind[1]} too many and {len(missing[kind])} too few"
            )
    for kind in sorted(surplus):
        yield from _paired(surplus[kind], missing[kind])


def _by_kind(counts: Counter[Piece], owner: Owner) -> defaultdict[Kind, list[Piece]]:
    kinds: defaultdict[Kind, list[Piece]] = defaultdict(list)
    for piece in sorted_pieces(counts.elements()):
        kinds[owner(piece), piece.kind].append(piece)
    return kinds


def _paired(surplus: list[Piece], missing: list[Piece]) -> Iterator[Carry]:
    for before in tuple(surplus):
        after = next((piece for piece in missing if piece.place == before.place), None)
        if after is not None:
            surplus.remove(before)
            missing.remove(after)
            yield Carry(before, after)
    yield from map(Carry, surplus, missing)


def _improved(carries: Carries, owner: Owner) -> Carries:
    """``carries`` with the ends of alike pieces exchanged as long as that saves an act.

    Exchanges that save nothing by themselves are tried too, for they may open the way to one that
    does, but not without end.
    """
    best, least = carries, len(_in_order(carries))
    waiting, known = deque([carries]), {frozenset(carries)}
    # every piece that stands wrong takes one act at least
    while waiting and least > len(carries) and len(known) < TRIES:
        for other in _exchanges(waiting.popleft(), owner):
            acts = len(_in_order(other))
            if acts > least or frozenset(other) in known:
                continue
            known.add(frozenset(other))
            if acts < least:
                best, least = other, acts
                waiting.clear()
            waiting.append(other)
    return best


def _exchanges(carries: Carries, owner: Owner) -> Iterator[Carries]:
    """``carries`` with the ends of any two alike pieces exchanged."""
    for one, other in combinations(range(len(carries)), 2):
        if _kind(carries[one], owner) == _kind(carries[other], owner):
            yield _exchanged(carries, one, other)


def _kind(carry: Carry, owner: Owner) -> Kind:
    return owner(carry.before), carry.before.kind


def _exchanged(carries: Carries, one: int, other: int) -> Carries:
    again = list(carries)
    again[one] = Carry(carries[one].before, carries[other].after)
    again[other] = Carry(carries[other].before, carries[one].after)
    return tuple(again)


def _in_order(carries: Carries) -> list[Step]:
    waiting = sorted(carries, key=_rank)
    steps: list[Step] = []
    while waiting:
        leaving = Counter(carry.before.place for carry in waiting if carry.leaves)
        ready = next((carry for carry in waiting if not _blocked(carry, leaving)), None)
        if ready is None:
            ready = _first_off(waiting)
            aside = replace(ready.before, place=OFF)
            waiting.append(Carry(aside, ready.after))
            steps.append(_step(ready.before, aside))
        else:
            steps += ready.steps
        waiting.remove(ready)
    return steps


def _rank(carry: Carry) -> tuple[int, tuple[int, str, str, str, str]]:
    """First what is taken off the board, then what is moved on it, at last what is put on it."""
    if not _on_board(carry.after):
        return 0, identity(carry.before)
    return (1 if _on_board(carry.before) else 2), identity(carry.before)


def _blocked(carry: Carry, leaving: Counter[str]) -> bool:
    place = carry.after.place
    return carry.leaves and _on_board(carry.after) and leaving[place] > 0


def _first_off(waiting: Sequence[Carry]) -> Carry:
    """The piece to take off of those that go in a circle: one that turns, if there is one."""
    circle: list[Carry] = []
    carry = next(carry for carry in waiting if carry.leaves)
    while carry not in circle:
        circle.append(carry)
        target = carry.after.place
        carry = next(each for each in waiting if each.leaves and each.before.place == target)
    circle = circle[circle.index(carry) :]
    return next((carry for carry in circle if carry.turns), circle[0])


def _step(before: Piece, after: Piece) -> Step:
    becomes = after if replace(before, place=after.place) != after else None
    return Step(_verb(before, after), before, before.place, after.place, becomes)


def _verb(before: Piece, after: Piece) -> Verb:
    if before.place == after.place and before.seat == after.seat:
        return "turn"
    if _on_board(before) and not _on_board(after):
        return "take_off"
    return "put_on" if _on_board(after) and not _on_board(before) else "move"


def _together(steps: Iterable[Step]) -> Iterator[Step]:
    for step, alike in groupby(steps):
        count = len(list(alike))
        becomes = step.becomes and replace(step.becomes, count=count)
        yield replace(step, piece=replace(step.piece, count=count), becomes=becomes)


def _on_board(piece: Piece) -> bool:
    return piece.place not in PLACES_BESIDE
