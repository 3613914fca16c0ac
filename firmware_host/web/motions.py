"""What happened on the board: pieces that keep their numbers, the ways that they went, the throw.

A page draws each piece by its number, so that it sees where the piece went. What is worked out here
is the same in every language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from firmware_host.session.hand_steps import SessionAction
from firmware_host.session.session import Session
from games.actions import PASS, Move, Step, Throw, take_back
from games.core import State
from games.equipment import PLACES_BESIDE, Identity, Piece, identity

NEUTRAL: Final = -1
"""Stands for the seat of what belongs to nobody."""

KEPT_EVERY: Final = 64
"""Actions from one position whose numbers are kept to the next: those between are counted anew."""

MOST_MOTIONS: Final = 24
"""Motions of a round that are told at most; some games let a seat move again and again."""

PLAIN: Final = ("", 1, "")
"""How most pieces are: they point nowhere, are alone and have no badge. This is not sent."""

Numbers = Mapping[Identity, tuple[int, ...]]
"""The numbers of the pieces that are alike and on one place, in the order in which they came."""


def numbered(pieces: Iterable[Piece]) -> Numbers:
    """Return the first numbers of ``pieces``.

    >>> numbered([Piece(0, "stone", "a1"), Piece(1, "stone", "hand", count=2)])
    {(0, 'stone', 'a1', '', ''): (0,), (1, 'stone', 'hand', '', ''): (1, 2)}
    """
    return _fitted({}, pieces)


def followed(numbers: Numbers, steps: Iterable[Step], pieces: Iterable[Piece]) -> Numbers:
    """Return ``numbers`` after ``steps``; ``pieces`` are what stands where then.

    Of pieces that are alike the one that came last is taken. What the steps do not explain, such as
    a correction, keeps its number if a piece of its seat and kind is missed elsewhere.
    """
    found = dict(numbers)
    for step in steps:
        before, after = identity(step.piece)[:2], identity(step.result)
        origin = (*before, step.origin, step.piece.facing, step.piece.badge)
        staying = max(0, len(found.get(origin, ())) - step.piece.count)
        taken = found.get(origin, ())[staying:]
        found[origin] = found.get(origin, ())[:staying]
        found[after] = (*found.get(after, ()), *taken)
    return _fitted(found, pieces)


def _fitted(numbers: Numbers, pieces: Iterable[Piece]) -> Numbers:
    """Return ``numbers`` for exactly these ``pieces``, with new ones where there are too few."""
    counts = {identity(piece): piece.count for piece in pieces}
    found = {alike: numbers.get(alike, ())[:count] for alike, count in counts.items()}
    left = [(alike, each) for alike, ids in numbers.items() for each in ids[counts.get(alike, 0) :]]
    new = 1 + max(chain((-1,), *numbers.values()))
    for alike, count in counts.items():
        while len(found[alike]) < count:
            fitting = [each for each in left if each[0][:2] == alike[:2]]
            if fitting:
                left.remove(fitting[0])
                found[alike] = (*found[alike], fitting[0][1])
            else:
                found[alike] = (*found[alike], new)
                new += 1
    return found


class _Kept(NamedTuple):
    state: State
    numbers: Numbers


class FollowedPieces:
    """The numbers of the pieces of one game at a time, in every position of it.

    A position far back is followed from one that is kept.
    """

    def __init__(self) -> None:
        self._kept: dict[int, _Kept] = {}

    def at(self, session: Session, number: int) -> Numbers:
        """Return the numbers of the pieces of ``session`` after ``number`` actions."""
        begin = self._known(session, number)
        if begin is None:
            begin, first = 0, session.states[0]
            self._kept = {0: _Kept(first, numbered(first.pieces()))}
        found = self._kept[begin].numbers
        for each in range(begin, number):
            state = session.states[each + 1]
            found = followed(found, _steps(session.actions[each]), state.pieces())
            if (each + 1) % KEPT_EVERY == 0:
                self._kept[each + 1] = _Kept(state, found)
        self._keep_newest(number, _Kept(session.states[number], found))
        return found

    def shown(self, session: Session) -> Numbers:
        """Return the numbers of the pieces that ``session`` shows now."""
        now, steps = self.at(session, len(session.actions)), session.steps_to_show
        return followed(now, take_back(steps), session.pieces_to_show()) if steps else now

    def _known(self, session: Session, number: int) -> int | None:
        near = (number, number - 1, *range(number - number % KEPT_EVERY, -1, -KEPT_EVERY))
        return next(
            (each for each in near if each in self._kept and self._fits(session, each)), None
        )

    def _fits(self, session: Session, number: int) -> bool:
        return self._kept[number].state is session.states[number]

    def _keep_newest(self, number: int, kept: _Kept) -> None:
        for each in [each for each in self._kept if each % KEPT_EVERY]:
            del self._kept[each]
        self._kept[number] = kept


def _steps(action: SessionAction) -> Sequence[Step]:
    return action.steps if isinstance(action, Move | Throw) else ()


def drawn(numbers: Numbers) -> Mapping[int, Sequence[object]]:
    """Return the pieces with these ``numbers`` as a page draws them, by their number.

    Each is its seat, kind and place, and unless it is plain the side to which it points, how many
    are there, and a badge.

    >>> drawn({(0, "stone", "a1", "", ""): (7,), (1, "stone", "hand", "", "x"): (8, 9)})
    {7: (0, 'stone', 'a1'), 8: (1, 'stone', 'hand 1', '', 2, 'x')}
    """
    return {ids[0]: _drawn(alike, len(ids)) for alike, ids in numbers.items() if ids}


def _drawn(alike: Identity, count: int) -> Sequence[object]:
    seat, kind, place, facing, badge = alike
    more: tuple[object, ...] = (facing, count, badge)
    while more and more[-1] == PLAIN[len(more) - 1]:
        more = more[:-1]
    return (NEUTRAL if seat is None else seat, kind, place_of(place, seat), *more)


def place_of(place: str, seat: int | None) -> str:
    """Return how a page calls ``place``: one beside the board has the seat that it belongs to."""
    return f"{place} {NEUTRAL if seat is None else seat}" if place in PLACES_BESIDE else place


def round_before(session: Session, number: int) -> Mapping[int, Mapping[str, Any]]:
    """Return the moves of the last round before ``number`` actions, by the actions after them.

    That is back to where the seat that moved last has moved in its turn before. A page that missed
    a few states shows each of them, and marks the last one of every seat.
    """
    found = dict(_round(session, number))
    return {at: found[at] for at in sorted(found)}


def actions_settled(session: Session) -> int:
    """Return after how many actions the board stands: hands may still carry out the last one."""
    return len(session.actions) - (1 if _is_carried_out(session) else 0)


def _is_carried_out(session: Session) -> bool:
    steps = session.hand_steps
    return len(steps.due) > 0 and steps.why == "move" and len(session.actions) > 0


def _round(session: Session, number: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    newest, others, told = None, False, 0
    for at in range(number, 0, -1):
        action, before = session.actions[at - 1], session.states[at - 1]
        if not isinstance(action, Move):
            continue
        newest = before.turn if newest is None else newest
        others = others or before.turn != newest
        if told == MOST_MOTIONS or (others and before.turn == newest):
            return
        if action != PASS:
            told += 1
            yield at, motion(action, before)


def motion(move: Move, before: State) -> Mapping[str, Any]:
    """Return what happens by ``move`` on the board of ``before``.

    That is the seat that moves, the way of each piece with its origin first, and of each captured
    piece where it stood and where it goes.
    """
    seat = before.mover
    return {
        "seat": seat,
        "ways": [[place_of(each, seat) for each in way] for way in move.ways],
        "captures": [
            {"place": piece.place, "to": _goes_to(piece, move.steps)} for piece in move.captures
        ],
    }


def _goes_to(captured: Piece, steps: Sequence[Step]) -> str:
    where = (captured.seat, captured.place)
    step = next(each for each in steps if (each.piece.seat, each.origin) == where)
    return place_of(step.target, step.result.seat)


def last_throw(session: Session, number: int) -> Mapping[str, Any] | None:
    """Return the last throw of dice in the first ``number`` actions: its seat, faces and text."""
    if not session.game.dice:
        return None
    for at in range(number, 0, -1):
        action = session.actions[at - 1]
        if isinstance(action, Throw) and action.faces:
            seat = session.states[at - 1].turn
            return {"dice": action.faces, "value": action.text, "seat": seat, "at": at}
    return None


def seat_at_work(session: Session) -> int | None:
    """Return the seat that acts, or for which hands still move pieces; None when it is over."""
    if session.is_over:
        return None
    return session.states[-2 if _is_carried_out(session) else -1].turn
