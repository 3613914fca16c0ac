"""Find the fewest hand steps from the pieces on the real board to the pieces that should be there.

A piece is put on a point only after all pieces that have to leave the point have left it. Where
pieces wait for each other in a circle, one of them is taken off the board for a while.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, groupby
from operator import attrgetter

from msgspec import Struct

from games.actions import Step, Verb
from games.equipment import OFF, PLACES_BESIDE, Piece, order, sorted_pieces

TRIES = 200
"""How many ways to pair alike pieces are tried at most."""

Owner = Callable[[Piece], int | None]
Kind = tuple[int | None, str]
"""The seat whose set a piece belongs to (None if it is neutral), and its kind."""


def kind_order(kind: Kind) -> tuple[bool, int, str]:
    """Return a sort key for kinds: by seat, neutral pieces last, then by name."""
    seat, name = kind
    return seat is None, seat or 0, name


class Carry(Struct, frozen=True):
    """One piece as it stands ``before``, and as it should stand ``after``."""

    before: Piece
    after: Piece

    @property
    def leaves(self) -> bool:
        """Whether the piece goes to another place."""
        return self.before.place != self.after.place

    @property
    def turns(self) -> bool:
        """Whether the piece is turned on the board, in a step of its own."""
        stays_on_board = _on_board(self.before) and _on_board(self.after)
        return stays_on_board and self.before.facing != self.after.facing

    @property
    def steps(self) -> tuple[Step, ...]:
        """The hand steps."""
        if self.leaves and self.turns:
            moved = replace(self.after, facing=self.before.facing)
            return (_step(self.before, moved), _step(moved, self.after))
        return (_step(self.before, self.after),)

    @property
    def step_count(self) -> int:
        """The number of hand steps."""
        return 2 if self.leaves and self.turns else 1


Carries = tuple[Carry, ...]


def shortest_way(
    actual: Iterable[Piece], wanted: Iterable[Piece], owner: Owner = attrgetter("seat")
) -> tuple[Step, ...]:
    """Return the fewest steps that lead from ``actual`` to ``wanted``, in an order that works.

    Both are all pieces, including those beside the board. ``owner`` returns the seat whose set a
    piece belongs to, as :meth:`games.core.Game.owner` does. Alike pieces that go the same way one
    after the other go together in one step. Raise ValueError if the two sets of pieces differ.

    >>> stone, other = Piece(0, "stone", "a1"), Piece(1, "stone", "b1")
    >>> wanted = [replace(stone, place="b1"), replace(other, place="off")]
    >>> steps = shortest_way([stone, other], wanted)
    >>> [f"{step.verb} {step.origin} {step.target}" for step in steps]
    ['take_off b1 off', 'move a1 b1']
    """
    carries = _improved(tuple(_matched(units(actual), units(wanted), owner)), owner)
    return tuple(_grouped(chain.from_iterable(carry.steps for carry in _in_order(carries))))


def several(piece: Piece, count: int) -> Piece:
    """Return ``piece`` so many times, itself if it is that already: most pieces are single."""
    return piece if piece.count == count else replace(piece, count=count)


def units(pieces: Iterable[Piece]) -> Counter[Piece]:
    """Count ``pieces`` one by one: each key is a piece whose own ``count`` is 1."""
    counts: Counter[Piece] = Counter()
    for piece in pieces:
        counts[several(piece, 1)] += piece.count
    return counts


def _matched(actual: Counter[Piece], wanted: Counter[Piece], owner: Owner) -> Iterator[Carry]:
    """Yield which piece goes where: one that only turns stays, the others are paired in order."""
    surplus, missing = _by_kind(actual - wanted, owner), _by_kind(wanted - actual, owner)
    for kind in surplus.keys() | missing.keys():
        if len(surplus[kind]) != len(missing[kind]):
            raise ValueError(
                f"expected the same pieces before and after: seat {kind[0]} has "
                f"{len(surplus[kind])} of {kind[1]} too many and {len(missing[kind])} too few"
            )
    for kind in sorted(surplus, key=kind_order):
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
    """Return ``carries`` after exchanging the ends of alike pieces as long as that saves a step.

    An exchange that saves nothing may lead to one that does, so such exchanges are tried too, up
    to :data:`TRIES`.
    """
    best, least = carries, _count_steps(carries)
    waiting, known = deque([carries]), {frozenset(carries)}
    fewest = _fewest_steps(carries, owner)
    while waiting and least > fewest and len(known) < TRIES:
        for other in _exchanges(waiting.popleft(), owner):
            pairs = frozenset(other)
            count = least + 1 if pairs in known else _count_steps(other)
            if count > least:
                continue
            known.add(pairs)
            if count < least:
                best, least = other, count
                waiting.clear()
            waiting.append(other)
    return best


def _exchanges(carries: Carries, owner: Owner) -> Iterator[Carries]:
    """Yield ``carries`` with the ends of two alike pieces exchanged, for every such pair."""
    kinds = [(owner(carry.before), carry.before.kind) for carry in carries]
    for one, other in combinations(range(len(carries)), 2):
        if kinds[one] == kinds[other]:
            exchanged = list(carries)
            exchanged[one] = Carry(carries[one].before, carries[other].after)
            exchanged[other] = Carry(carries[other].before, carries[one].after)
            yield tuple(exchanged)


def _count_steps(carries: Carries) -> int:
    return sum(carry.step_count for carry in _in_order(carries))


def _fewest_steps(carries: Carries, owner: Owner) -> int:
    """Return a number of steps that no exchange of the ends of ``carries`` can save.

    Every misplaced piece needs a step. One more is needed for each that has to turn: of alike
    pieces, as many as point to a side to which too few of them should point, except those that
    leave the board, or may stay where they are while they turn.
    """
    kinds: defaultdict[Kind, list[Carry]] = defaultdict(list)
    for carry in carries:
        kinds[owner(carry.before), carry.before.kind].append(carry)
    return len(carries) + sum(max(0, _count_turns(alike)) for alike in kinds.values())


def _count_turns(alike: Sequence[Carry]) -> int:
    befores, afters = [each.before for each in alike], [each.after for each in alike]
    pointing, wanted = (
        Counter(piece.facing for piece in pieces if _on_board(piece))
        for pieces in (befores, afters)
    )
    leaving = len(alike) - wanted.total()
    places = Counter(each.place for each in befores) & Counter(each.place for each in afters)
    return (pointing - wanted).total() - leaving - places.total()


def _in_order(carries: Carries) -> list[Carry]:
    """Return ``carries`` in an order in which no piece is in the way of another.

    A piece that has to make room for a while is carried twice.
    """
    waiting = sorted(carries, key=_rank)
    leaving = Counter(carry.before.place for carry in waiting if carry.leaves)
    ordered: list[Carry] = []
    while waiting:
        ready = next((carry for carry in waiting if not _blocked(carry, leaving)), None)
        if ready is None:
            ready = _first_off(waiting)
            aside = replace(ready.before, place=OFF)
            waiting.append(Carry(aside, ready.after))
            ordered.append(Carry(ready.before, aside))
            leaving[OFF] += 1
        else:
            ordered.append(ready)
        waiting.remove(ready)
        leaving[ready.before.place] -= ready.leaves
    return ordered


def _rank(carry: Carry) -> tuple[int, tuple[int, str, str, str, str]]:
    """Return a sort key: first what leaves the board, then what moves, then what is put on it."""
    if not _on_board(carry.after):
        return 0, order(carry.before)
    return (1 if _on_board(carry.before) else 2), order(carry.before)


def _blocked(carry: Carry, leaving: Counter[str]) -> bool:
    place = carry.after.place
    return carry.leaves and _on_board(carry.after) and leaving[place] > 0


def _first_off(waiting: Sequence[Carry]) -> Carry:
    """Return which piece of a circle to take off first: one that turns, if there is one."""
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


def _grouped(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield ``steps``, but join equal ones that follow each other."""
    for step, alike in groupby(steps):
        count = len(list(alike))
        becomes = step.becomes and replace(step.becomes, count=count)
        yield replace(step, piece=replace(step.piece, count=count), becomes=becomes)


def _on_board(piece: Piece) -> bool:
    return piece.place not in PLACES_BESIDE
