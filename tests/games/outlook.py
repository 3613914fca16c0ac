"""What other seats can do before a seat's next turn, played out through the public rules alone.

The chance of a capture is found by playing every throw and every move of each seat in turn, as if
all of them wanted it. Nothing here knows how the games work out their own figures.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from games.actions import Move
from games.core import State


class Effort(NamedTuple):
    """How much is played out.

    Series of throws in one turn that are less likely than ``least`` are not played: what they are
    worth is left open. Of the positions in which a turn can end, ``width`` are followed, spread
    evenly; all if None. Then chances are at least what is found.
    """

    least: float
    width: int | None


ANYBODY = -1
EVERYTHING = Effort(1e-4, None)
QUICK = Effort(0.05, 1)


def turn_of(state: State, seat: int) -> Iterator[State]:
    """The same board with ``seat`` to begin a turn; nothing where it has no move and is out."""
    with suppress(ValueError):
        yield with_turn(state, seat)


def with_turn(state: State, seat: int) -> State:
    """The same board with ``seat`` to begin a turn; ValueError where it has no move."""
    fields = str(state).split(" ")
    match state.game.name:
        case "thaayam":
            fields = [str(seat), "throw", fields[2], "-", "-", fields[5]]
        case "tshupu":
            fields = [str(seat), "throw", fields[2], "-"]
        case "squadro":
            fields[0] = str(seat)
        case _:
            fields[1], fields[4] = str(seat), "-"
    return state.game.state(" ".join(fields))


def in_play(state: State) -> set[int]:
    """The seats that take their turns."""
    if state.game.name == "xiangqi4":
        return {"rbyg".index(letter) for letter in str(state).split(" ")[2]}
    return {seat.index for seat in state.game.seats}


def passed(state: State, seat: int) -> State:
    """The board as ``state`` has it, before the turn after ``seat``, which did nothing."""
    seats, alive = len(state.game.seats), in_play(state)
    order = ((seat + n) % seats for n in range(1, seats))
    return with_turn(state, next(each for each in order if each in alive))


@dataclass(frozen=True)
class Between:
    """At least and at most how likely something is."""

    least: float
    most: float


class Outlook:
    """What may be captured on ``places`` until the next turn of ``seat``, whose pieces they are.

    If a ``hunter`` is given, only its turn counts, and pieces of all seats if ``seat`` is ANYBODY.
    """

    def __init__(
        self,
        seat: int,
        places: Collection[str],
        effort: Effort = EVERYTHING,
        hunter: int | None = None,
    ) -> None:
        self._seat, self._places = seat, frozenset(places)
        self._effort, self._hunter = effort, hunter
        self._known: dict[str, Between] = {}

    def chance(self, state: State) -> Between:
        """How likely a capture is from ``state``, in which a turn begins."""
        is_out = self._seat not in in_play(state) | {ANYBODY}
        if is_out or state.turn in (None, self._seat) or self._hunter not in (None, state.turn):
            return Between(0.0, 0.0)
        key = self._what_matters(state)
        if key not in self._known:
            self._known[key] = self._thrown(state, 1.0)
        return self._known[key]

    def _what_matters(self, state: State) -> str:
        """The position, in a race without the enemies that have moved: they hinder nobody left."""
        if not state.game.dice or state.turn is None or self._seat == ANYBODY:
            return str(state)
        turn, phase, groups, *rest = str(state).split(" ")
        kept = groups.split("/")
        for each in self._irrelevant(state, state.turn):
            kept[each] = ""
        return " ".join((turn, phase, "/".join(kept), *rest))

    def _irrelevant(self, state: State, turn: int) -> list[int]:
        """The seats that have moved and that nobody still to move could meet, or only capture."""
        teams = [seat.team for seat in state.game.seats]
        seats = range(len(teams))
        acting = [(turn + n) % len(teams) for n in range((self._seat - turn) % len(teams))]
        moved = [each for each in seats if each != self._seat and each not in acting]
        nobody_bars = state.game.name == "thaayam"
        return [
            each for each in moved if nobody_bars or all(teams[each] == teams[n] for n in acting)
        ]

    def _thrown(self, state: State, likely: float) -> Between:
        if not state.is_chance:
            return self._chosen(state)
        least = most = 0.0
        for throw, chance in state.chance_outcomes():
            share = float(chance)
            if likely * share < self._effort.least:
                most += share
                continue
            found = self._thrown(state.apply(throw), likely * share)
            least, most = least + share * found.least, most + share * found.most
        return Between(least, most)

    def _chosen(self, state: State) -> Between:
        ends: dict[str, State] = {}
        if self._captures_in_this_turn(state, ends, set()):
            return Between(1.0, 1.0)
        nexts = [self.chance(each) for each in self._followed(list(ends.values()))]
        return Between(
            max((each.least for each in nexts), default=0.0),
            max((each.most for each in nexts), default=0.0),
        )

    def _captures_in_this_turn(self, state: State, ends: dict[str, State], met: set[str]) -> bool:
        """Play every order of moves to the end of the turn; note the positions in which it ends."""
        moves = state.legal_moves()
        if any(self.hits(move) for move in moves):
            return True
        if self._is_last(state):
            return False
        for move in moves:
            after = state.apply(move)
            if str(after) in met:
                continue
            met.add(str(after))
            if after.turn != state.turn or after.is_chance:
                ends[self._what_matters(after)] = after
            elif self._captures_in_this_turn(after, ends, met):
                return True
        return False

    def _is_last(self, state: State) -> bool:
        """Whether ``seat`` acts next, so that it does not matter how this turn ends."""
        if state.turn is None or (len(state.pending) > 1 and state.game.name == "thaayam"):
            return False
        if self._hunter is not None:
            return True
        seats = len(state.game.seats)
        others = [(state.turn + n) % seats for n in range(1, (self._seat - state.turn) % seats)]
        return in_play(state).isdisjoint(others)

    def _followed(self, states: list[State]) -> Iterable[State]:
        width = self._effort.width
        return states if width is None else islice(states[:: 1 + len(states) // width], width)

    def hits(self, move: Move) -> bool:
        """Whether ``move`` captures one of the pieces."""
        return any(
            victim.place in self._places and self._seat in (ANYBODY, victim.seat)
            for victim in move.captures
        )


def reachable_by_any_throws(state: State, seat: int, places: Collection[str]) -> bool:
    """Whether in Thaayam some throws, however many, could capture ``seat`` on one of ``places``.

    Pieces of a seat do not hinder each other, so that each is followed alone. Pieces that an
    earlier seat could capture may also come in from the hand.
    """
    seats = len(state.game.seats)
    order = [(seat + n) % seats for n in range(1, seats)]
    for index, hunter in enumerate(order):
        sent_in = any(
            _hunts(state, earlier, hunter, _places(state, hunter), from_hand=True)
            for earlier in order[:index]
        )
        if _hunts(state, hunter, seat, places, from_hand=sent_in):
            return True
    return False


def _places(state: State, seat: int) -> set[str]:
    return {piece.place for piece in state.pieces() if piece.seat == seat}


def _hunts(
    state: State, hunter: int, seat: int, places: Collection[str], *, from_hand: bool
) -> bool:
    _, _, groups, _, _, capturers = str(state).split(" ")
    sides = groups.split("/")
    own = {int(progress) for progress in sides[hunter].split(",")} | ({0} if from_hand else set())
    seen, open_ = set(own), sorted(own)
    while open_:
        progress = open_.pop()
        for move, end in _single_moves(state, sides, hunter, progress, capturers):
            if any(v.seat == seat and v.place in places for v in move.captures):
                return True
            if end not in seen:
                seen.add(end)
                open_.append(end)
    return False


def _single_moves(
    state: State, sides: list[str], hunter: int, progress: int, capturers: str
) -> Iterator[tuple[Move, int]]:
    """The moves of one piece of ``hunter`` by each throw, and how far it has come by them."""
    alone = [*sides]
    alone[hunter] = ",".join(map(str, sorted((progress, 26, 26, 26), reverse=True)))
    if progress == 26:
        return
    for throw in (1, 2, 3, 4, 8):
        text = f"{hunter} move {'/'.join(alone)} {throw} - {capturers}"
        for move in state.game.state(text).legal_moves():
            if move.captures or str(move) != "pass":
                after = str(state.game.state(text).apply(move)).split(" ")[2].split("/")[hunter]
                yield move, min(map(int, after.split(",")))
