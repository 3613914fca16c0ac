"""The steps that people do with the pieces, and what stands on the real board meanwhile.

Where other pieces stand than should, the fewest steps are found. A piece is put on a point only
after all pieces that have to leave the point have left it. Where pieces wait for each other in a
circle, one of them is taken off the board for a while.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, groupby
from operator import attrgetter
from typing import Final, Literal, get_args

from msgspec import Struct

from games import text as texts
from games.actions import Action, Step, Verb, carry_out, take_back
from games.core import Game, State
from games.equipment import OFF, PLACES_BESIDE, Board, Piece, Side, order, sorted_pieces

StepsReason = Literal["move", "undo", "repair", "again"]
"""What hand steps are for; see :class:`HandSteps`."""

SIDES = get_args(Side)
MOST_ALIKE = 100
"""The highest count of one piece: more than any game has."""

LONGEST_BADGE = 2
"""The longest badge of a piece, in characters."""


class HandSteps(Struct, frozen=True):
    """The ``steps`` that people have to do with the pieces; ``done`` of them are confirmed.

    ``why`` says what the steps are for: they carry out the last ``move``, they ``undo`` something,
    or they ``repair`` the real board. Steps that take a move back to choose ``again`` are due only
    when the other move is known.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    why: StepsReason = "move"

    @property
    def remaining(self) -> tuple[Step, ...]:
        """The steps that are not done yet."""
        return self.steps[self.done :]

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that people have to do now."""
        return () if self.why == "again" else self.remaining

    def standing(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Return the pieces on the real board now; ``pieces`` will stand there after all steps."""
        return carry_out(pieces, take_back(self.remaining))


class Correction(Struct, frozen=True):
    """People said that their board is right: the position was set to its ``pieces``."""

    pieces: tuple[Piece, ...]
    captures: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "="


SessionAction = Action | Correction
"""What leads from one state of a session to the next."""


def pieces_text(pieces: Iterable[Piece]) -> str:
    """Return ``pieces`` as one line of text for a record of the journal.

    >>> pieces_text([Piece(0, "stone", "a1"), Piece(1, "stone", "hand", count=3)])
    '0 stone a1   1;1 stone hand   3'
    """
    return ";".join(
        f"{texts.EMPTY if each.seat is None else each.seat} "
        f"{each.kind} {each.place} {each.facing} {each.badge} {each.count}"
        for each in pieces
    )


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces that :func:`pieces_text` wrote; raise ValueError for any other ``text``.

    >>> parse_pieces("0 stone a1   1;1 stone hand   3")[1].count
    3
    """
    pieces = tuple(_parse_piece(each) for each in text.split(";"))
    if pieces_text(pieces) != text:
        raise ValueError(
            f"expected pieces as seat kind place facing badge count, got '{texts.quoted(text)}'"
        )
    return pieces


def _parse_piece(text: str) -> Piece:
    match text.split(" "):
        case [seat, kind, place, facing, badge, count]:
            owner = texts.turn(seat, len(SIDES))
            number = texts.whole(count, "count", 1, MOST_ALIKE)
            return Piece(owner, kind, place, facing, badge, number)
    expected = "seat, kind, place, facing, badge and count of a piece"
    raise ValueError(f"expected {expected}, got '{texts.quoted(text)}'")


def check_on_table(pieces: tuple[Piece, ...], game: Game) -> tuple[Piece, ...]:
    """Return ``pieces``; raise ValueError for one that cannot be on the table of ``game``.

    >>> import games
    >>> check_on_table(parse_pieces("0 piece z9   1"), games.load("thaayam"))
    Traceback (most recent call last):
    ValueError: expected a piece that can be on the table, got '0 piece z9   1'
    """
    for piece in pieces:
        has_place = piece.place in PLACES_BESIDE or piece.place in game.board
        has_looks = piece.facing in ("", *SIDES) and len(piece.badge) <= LONGEST_BADGE
        if not (has_place and has_looks and (piece.seat or 0) < len(game.seats)):
            found = texts.quoted(pieces_text([piece]))
            raise ValueError(f"expected a piece that can be on the table, got '{found}'")
    return pieces


CLEARING: Final = -1
"""Stands for the number of groups that are placed, before the board is cleared."""

MOST_WRONG: Final = 6
"""Where pieces have to leave more points than these, all leave the board: that is less to read."""

Groups = tuple[tuple[Piece, ...], ...]
"""Pieces, grouped as hands take them up to set up the board."""


def groups(pieces: Iterable[Piece], board: Board) -> Groups:
    """Return those of ``pieces`` that stand on ``board``, grouped as hands take them up.

    The groups go by seat, then by kind; each from left to right, and upwards.
    """
    standing = [piece for piece in pieces if piece.place in board]
    spots = {point.name: (point.x, point.y) for point in board.points}
    taken_up = groupby(standing, lambda piece: (piece.seat, piece.kind))
    return tuple(tuple(sorted(group, key=lambda p: spots[p.place])) for _, group in taken_up)


class PiecesOut(Struct, frozen=True):
    """The ``pieces`` that stand on the real board of ``game`` before something else is set up."""

    game: Game
    pieces: tuple[Piece, ...]


class SettingUp(Struct, frozen=True):
    """How hands set up a board: they take ``wrong`` away, then put the ``groups`` to ``kept``.

    ``before`` is what stood there; None: nothing. It is the board of another game if ``is_other``.
    """

    before: PiecesOut | None = None
    is_other: bool = False
    wrong: tuple[Piece, ...] = ()
    kept: tuple[Piece, ...] = ()
    groups: Groups = ()

    @classmethod
    def of(cls, state: State, before: PiecesOut | None = None) -> "SettingUp":
        """Return what leads from ``before`` to the board of ``state``."""
        game = state.game
        wanted = [piece for piece in state.pieces() if piece.place in game.board]
        if before is None or not before.pieces:
            return cls(groups=groups(wanted, game.board))
        if (before.game.board, before.game.seats) != (game.board, game.seats):
            return cls(before, True, before.pieces, (), groups(wanted, game.board))
        right = set(map(_looks, before.pieces)) & set(map(_looks, wanted))
        kept = tuple(piece for piece in wanted if _looks(piece) in right)
        wrong = tuple(piece for piece in before.pieces if _looks(piece) not in right)
        if len({piece.place for piece in wrong}) > MOST_WRONG:
            return cls(before, False, before.pieces, (), groups(wanted, game.board))
        missing = [piece for piece in wanted if _looks(piece) not in right]
        return cls(before, False, wrong, kept, groups(missing, game.board))

    @property
    def screens(self) -> int:
        """How many screens lead through it."""
        return bool(self.wrong) + len(self.groups)

    def standing(self, placed: int) -> tuple[Piece, ...]:
        """Return what stands on the board when so many groups are ``placed``."""
        return (*self.kept, *(piece for group in self.groups[:placed] for piece in group))


def _looks(piece: Piece) -> Piece:
    """Return ``piece`` as it looks on a real board, where nothing is written on it."""
    return replace(piece, badge="")


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
