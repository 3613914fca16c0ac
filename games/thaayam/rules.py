"""The rules of Thaayam: squares, seats, lots and options, with the clauses they come from.

The moves follow from them: which a seat may choose from, and what hands do for each.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache

from games.actions import PASS, Chance, Choice, Move, PlainMove, Step, Throw, Verb
from games.core import TOO_LONG, Outcome
from games.course import Course, TurnChoice, TurnMove
from games.equipment import HAND, OFF, Board, Die, Mark, Piece, Point, Seat, Side, square_name
from games.message import Message, msg
from games.options import (
    REPEAT_THROW,
    TWO_HOME,
    Handicap,
    Option,
    OptionValue,
    seat_options,
    without,
)
from games.repeats import GameWithThrows

SIZE = 5
OUTER_RING = "c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5 a4 a3 a2 a1 b1".split()
INNER_RING = "b2 b3 b4 c4 d4 d3 d2 c2".split()
FORTRESS_SQUARE = "c3"
SOUTH_COURSE = (*OUTER_RING, *INNER_RING, FORTRESS_SQUARE)

IN_HAND, ENTRY, RING_END, FORTRESS, BORNE_OFF = 0, 1, 16, 25, 26
PALACES = (1, 5, 9, 13)
SHELTERS = frozenset((*PALACES, FORTRESS))
ON_COURSE = frozenset(range(ENTRY, FORTRESS + 1))
PIECES = 4

COLOURS: Mapping[Side, str] = {"south": "white", "west": "black", "north": "red", "east": "blue"}
SIDES: Mapping[int, tuple[Side, ...]] = {
    4: ("south", "west", "north", "east"),
    3: ("south", "west", "north"),
    2: ("south", "north"),
}

LOT = Die((0, 1), (msg("dark"), msg("white")))
LOTS = 4
ENTERING_THROW = 1
CLOSING_THROWS = (2, 3)
CHANCES = {
    value: (Throw(str(value), (1,) * white + (0,) * (LOTS - white)), Chance(ways, 16))
    for value, white, ways in ((1, 1, 4), (2, 2, 6), (3, 3, 4), (4, 4, 1), (8, 0, 1))
}
OUTCOMES = tuple(CHANCES.values())
THROWS = tuple(throw for throw, _ in OUTCOMES)
VALUE_OF = {throw.text: value for value, (throw, _) in CHANCES.items()}

THROW_TEXT = re.compile("[12348]")
MOVE_TEXT = re.compile(r"pass|([12348]):([a-e][1-5]|hand)-([a-e][1-5]|off)x?")

TURN_GUARD = 5000
"""After so many turns the game is drawn (rule sheet)."""

CACHED_RULES = 8
"""As many sets of options have their tables kept."""

RULE_OPTIONS = (
    Option(
        "seats",
        msg("Seats"),
        4,
        (2, 3),
        msg("How many seats there are at the board. With two, they face each other."),
    ),
    Option(
        "capture_throw",
        msg("Throw on capture"),
        False,
        (True,),
        msg(
            "Yes: after a capture you throw again at once. Throws that are left wait, and you play "
            "them with the new ones."
        ),
    ),
    Option(
        "capture_first",
        msg("Capture first"),
        False,
        (True,),
        msg(
            "Yes: you may enter the inner ring only after your first capture. When every piece "
            "waits before it and nobody has captured, the game is a draw."
        ),
    ),
    Option(
        "finish",
        msg("Fortress"),
        "exact",
        ("overshoot",),
        msg("Enter the fortress by the exact throw only, or by a larger one too."),
        (msg("exact count"), msg("or larger")),
    ),
    Option(
        "captures",
        msg("Captures"),
        "stops",
        ("last",),
        msg("A piece captures wherever a throw takes it, or only where your turn ends."),
        (msg("each stop"), msg("last stop")),
    ),
    Option(
        "closing",
        msg("Closing throw"),
        "played",
        ("void",),
        msg(
            "The 2 or 3 that ends the series counts like any other throw, or it only ends the "
            "series."
        ),
        (msg("counts"), msg("only ends")),
    ),
)

HANDICAPS = (
    Handicap(
        "two_home", TWO_HOME, (*(BORNE_OFF,) * 2, *(IN_HAND,) * (PIECES - 2)), elo=201, margin=35
    ),
    Handicap("repeat", REPEAT_THROW, (IN_HAND,) * PIECES, elo=229, margin=44, repeats=True),
)
OPTIONS = (*RULE_OPTIONS, *seat_options(HANDICAPS, COLOURS.values()))

ENTERS_BY_ONE = msg("only a 1 brings a piece in. You threw {thrown}.")
LEAVES_BY_ONE = msg("only a 1 takes a piece off the fortress. You threw {thrown}.")
ALL_IN_FORTRESS = msg(
    "pieces leave the board only when all are in the fortress or off; {count} are not there yet"
)
EXACT_COUNT = msg("from {place} exactly {needed} leads into the fortress. You threw {thrown}.")
CAPTURE_FIRST = msg(
    "{throw} from {place} enters the inner ring, which is closed until your first capture"
)
"""Why a throw cannot be played with a piece."""

LOCKED = Message.of(msg("no piece can move any more: nobody has captured"))
"""Why a game ended that nobody could go on with."""

Group = tuple[int, ...]
"""The progress of each piece of a seat, furthest first."""
Groups = tuple[Group, ...]
Loss = Callable[[Group, Group], float]
"""What a group loses on average to the pieces of another seat, in squares."""
Losses = tuple[tuple[int, Loss], ...]
"""The other seats, and what a group loses to the pieces of each."""
Met = tuple[tuple[int, int], ...]
"""Seats, and a progress of each."""
Rows = tuple[tuple[int, ...], ...]
"""By throw and progress, the progress that it leads to; 0 for a throw that cannot be played."""
Captured = tuple[tuple[int, int, int], ...]
"""Seats, a progress of each, and how many of its pieces are captured there."""


class ThaayamRules:
    """The rules under chosen options, with tables that are made once.

    ``meetings`` has for each seat and progress the (other seat, its progress) that are the same
    square; nothing in hand, off the board and on shelters, where no piece is captured (seed clause
    8). ``moves`` keeps the moves that :mod:`games.thaayam.rules` has worked out, ``losses`` what
    :mod:`games.thaayam.evaluate` has for each seat and hunter.
    """

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        sides = SIDES[int(options["seats"])]
        self.seats = tuple(
            Seat(index, COLOURS[side], side, index, COLOURS[side])
            for index, side in enumerate(sides)
        )
        self.courses = tuple(Course.of(side, SOUTH_COURSE, SIZE) for side in sides)
        self.throws_after_capture = options["capture_throw"] is True
        self.captures_first = options["capture_first"] is True
        self.overshoot = options["finish"] == "overshoot"
        self.captures_last = options["captures"] == "last"
        self.plays_closing = options["closing"] == "played"
        self.meetings = tuple(self._meetings(seat) for seat in range(len(sides)))
        self.moves: dict[tuple[int, int, int, int, Captured], Move] = {}
        self.losses: tuple[Losses, ...] = ()

    def place(self, seat: int, progress: int) -> str:
        """Return where a piece of ``seat`` at ``progress`` is: a square, ``hand`` or ``off``."""
        if progress == BORNE_OFF:
            return OFF
        return self.courses[seat].squares[progress] or HAND

    def progress(self, seat: int, place: str) -> int:
        """Return how far a piece of ``seat`` at a square, ``hand`` or ``off`` has come."""
        beside = {HAND: IN_HAND, OFF: BORNE_OFF}
        return beside[place] if place in beside else self.courses[seat].squares.index(place)

    def reach(
        self, group: Sequence[int], throw: int, origin: int, has_captured: bool
    ) -> tuple[int, str]:
        """Return where ``throw`` leads from ``origin``, and why it cannot be played, "" if it can.

        ``group`` are the pieces of the seat, ``has_captured`` tells whether it has captured yet.
        """
        if origin == IN_HAND and throw != ENTERING_THROW:
            return ENTRY, ENTERS_BY_ONE
        if origin == FORTRESS and throw != ENTERING_THROW:
            return BORNE_OFF, LEAVES_BY_ONE
        if origin == FORTRESS and min(group) < FORTRESS:
            return BORNE_OFF, ALL_IN_FORTRESS
        target = origin + throw if origin == FORTRESS else min(origin + throw, FORTRESS)
        if target < origin + throw and not self.overshoot:
            return target, EXACT_COUNT
        if target > RING_END and self.captures_first and not has_captured:
            return target, CAPTURE_FIRST
        return target, ""

    @cached_property
    def rows(self) -> tuple[tuple[Rows, Rows], ...]:
        """Where each throw leads from each progress: ``rows[closed][gathered][throw][progress]``.

        ``closed`` is 1 while the inner ring is closed to the seat, ``gathered`` 1 while all its
        pieces are in the fortress or off.
        """
        return tuple((self._rows(closed, 0), self._rows(closed, 1)) for closed in (0, 1))

    def rows_of(self, group: Sequence[int], has_captured: bool) -> Rows:
        """Return where each throw leads a piece of ``group``, furthest first, of such a seat."""
        is_closed = self.captures_first and not has_captured
        return self.rows[is_closed][group[-1] >= FORTRESS]

    def _rows(self, is_closed: int, gathered: int) -> Rows:
        others = (FORTRESS if gathered else ENTRY,) * (PIECES - 1)

        def target(throw: int, origin: int) -> int:
            reached, obstacle = self.reach((origin, *others), throw, origin, not is_closed)
            return 0 if obstacle else reached

        return tuple(
            tuple(
                target(throw, origin) if throw in CHANCES and origin != BORNE_OFF else 0
                for origin in range(BORNE_OFF + 1)
            )
            for throw in range(max(CHANCES) + 1)
        )

    def _meetings(self, seat: int) -> tuple[Met, ...]:
        squares = self.courses[seat].squares
        return tuple(
            tuple(
                (other, course.progresses(squares[progress])[0])
                for other, course in enumerate(self.courses)
                if other != seat and progress in range(ENTRY, FORTRESS) and progress not in SHELTERS
            )
            for progress in range(BORNE_OFF + 1)
        )

    def captured(self, groups: Groups, seat: int, progresses: Iterable[int]) -> Captured:
        """Return what pieces of ``seat`` capture where they stand at ``progresses``."""
        return sum([self.captured_at(groups, seat, each) for each in progresses], ())

    def captured_at(self, groups: Groups, seat: int, progress: int) -> Captured:
        """Return what a piece of ``seat`` captures that comes to ``progress``."""
        return tuple(
            [
                (other, there, groups[other].count(there))
                for other, there in self.meetings[seat][progress]
                if there in groups[other]
            ]
        )

    def counting(self, series: Sequence[int], group: Sequence[int]) -> Sequence[int]:
        """Return what counts of ``series``: from its first 1 on if no piece is on the board.

        An option leaves out the throw that closes it.
        """
        if not self.plays_closing and series and series[-1] in CLOSING_THROWS:
            return counting(series[:-1], group)
        return counting(series, group)


def rules_of(options: Mapping[str, OptionValue]) -> ThaayamRules:
    """Return the rules under ``options``, which equal options share."""
    return _rules(tuple(sorted(without(options).items())))


@lru_cache(CACHED_RULES)
def _rules(options: tuple[tuple[str, OptionValue], ...]) -> ThaayamRules:
    return ThaayamRules(dict(options))


class ThaayamGame(GameWithThrows):
    """The game as its positions see it: with the rules under the chosen options."""

    rules: ThaayamRules


@cache
def board() -> Board:
    """Return five by five squares with the palaces and the fortress marked (seed, preface)."""
    palace, fortress = Mark(msg("palace"), "cross"), Mark(msg("fortress"), "frame")
    marks = {SOUTH_COURSE[p - 1]: (palace,) for p in PALACES} | {FORTRESS_SQUARE: (fortress,)}
    squares = [(square_name(x, y), x, y) for y in range(SIZE) for x in range(SIZE)]
    return Board(tuple(Point(name, x, y, marks.get(name, ())) for name, x, y in squares))


def counting(series: Sequence[int], group: Sequence[int]) -> Sequence[int]:
    """Return what counts of ``series``: all, or from its first 1 on if no piece is on the course.

    >>> counting((8, 1, 2), (0, 0, 0, 0)), counting((8, 2), (4, 0, 0, 0)), counting((2,), (26, 0))
    ((1, 2), (8, 2), ())
    """
    if not ON_COURSE.isdisjoint(group):
        return series
    first = series.index(ENTERING_THROW) if ENTERING_THROW in series else len(series)
    return series[first:]


def ended_without_winner(
    groups: Sequence[Sequence[int]], capturers: Sequence[bool], turns: int
) -> Outcome | None:
    """Return the draw that ends the game after so many completed ``turns``, None if it goes on."""
    if capturers and is_locked(groups, capturers):
        return Outcome(tuple(range(len(groups))), "locked", is_draw=True, message=LOCKED)
    if turns >= TURN_GUARD:
        return Outcome(tuple(range(len(groups))), "guard", is_draw=True, message=TOO_LONG)
    return None


def is_locked(groups: Sequence[Sequence[int]], capturers: Sequence[bool]) -> bool:
    """Return whether no throw can ever move a piece again: all wait for a capture (rule sheet).

    ``capturers`` is empty unless the inner ring is closed until a seat's first capture.

    >>> is_locked(((16,) * 4, (16,) * 4), (False, False)), is_locked(((16,) * 4, (16,) * 4), ())
    (True, False)
    >>> is_locked(((16,) * 4, (16, 16, 16, 0)), (False, False))
    False
    """
    if not capturers or any(capturers):
        return False
    return all(min(group) >= RING_END for group in groups)


def is_home(group: Group) -> bool:
    """Return whether all pieces of ``group``, furthest first, are off the board."""
    return group[-1] == BORNE_OFF


Change = tuple[int, ...]
"""The throw that a move plays, and the progresses it leaves and comes to; nothing for ``pass``."""
Played = tuple[int, int, int, int, Captured]
"""What a move does: its seat, the throw, the progresses it leaves and comes to, what it takes."""
ThaayamMove = TurnMove[Change]


class ThaayamTurn(TurnChoice[Change]):
    """What ``seat`` chooses from: throws ``kept``, ascending; ``groups`` are where pieces stand.

    There is a move for every throw with each piece that can play it, else there is ``pass``.
    """

    __slots__ = ("_changes", "groups", "has_captured", "kept", "rules", "seat")

    def __init__(
        self,
        rules: ThaayamRules,
        groups: Groups,
        seat: int,
        kept: tuple[int, ...],
        has_captured: bool,
    ) -> None:
        self.rules = rules
        self.groups = groups
        self.seat = seat
        self.kept = kept
        self.has_captured = has_captured
        rows, own = rules.rows_of(groups[seat], has_captured), dict.fromkeys(groups[seat])
        self._changes: list[Change] = [
            (throw, origin, target)
            for throw in dict.fromkeys(kept)
            for origin in own
            if (target := rows[throw][origin])
        ] or [()]
        super().__init__(len(self._changes))

    def change(self, number: int) -> Change:
        return self._changes[number]

    def changes(self) -> list[Change]:
        return self._changes

    def work_out(self, change: Change) -> Move:
        return self.move(*change) if change else PASS

    def reach(self, throw: int, origin: int) -> tuple[int, str]:
        """Return where ``throw`` leads from ``origin``, and why it cannot be played, "" if it can.

        ``origin`` is the progress of a piece of the seat.
        """
        return self.rules.reach(self.groups[self.seat], throw, origin, self.has_captured)

    def move(self, throw: int, origin: int, target: int) -> Move:
        """Return the move between two progresses, with everything that it captures here."""
        key = self.played(throw, origin, target)
        known = self.rules.moves.get(key)
        if known is None:
            known = self.rules.moves[key] = _move(self.rules, *key)
        return known

    def played(self, throw: int, origin: int, target: int) -> Played:
        """Return what the move between two progresses does here.

        An option lets pieces capture only where they stand when no throw can be played any more.
        """
        rules, seat = self.rules, self.seat
        if rules.captures_last:
            captured = self._captured_last(throw, origin, target)
        else:
            captured = rules.captured_at(self.groups, seat, target)
        return seat, throw, origin, target, captured

    def _captured_last(self, throw: int, origin: int, target: int) -> Captured:
        rules, seat = self.rules, self.seat
        group = list(self.groups[seat])
        group[group.index(origin)] = target
        left = list(self.kept)
        left.remove(throw)
        goes_on = any(
            not rules.reach(group, each, place, self.has_captured)[1]
            for each in set(left)
            for place in set(group) - {BORNE_OFF}
        )
        return () if goes_on else rules.captured(self.groups, seat, sorted(set(group)))


def _move(
    rules: ThaayamRules, seat: int, throw: int, origin: int, target: int, captured: Captured
) -> Move:
    start, end = rules.place(seat, origin), rules.place(seat, target)
    victims = tuple(
        Piece(other, "piece", rules.place(other, there), count=count)
        for other, there, count in captured
    )
    removals = tuple(Step("take_off", victim, victim.place, HAND) for victim in victims)
    verb: Verb = "put_on" if start == HAND else "take_off" if end == OFF else "move"
    path = range(origin + 1, min(target, FORTRESS) + 1)
    return PlainMove(
        text=f"{throw}:{start}-{end}{'x' if captured else ''}",
        choices=(
            Choice("piece", start, _on_board(start)),
            Choice("target", end, _on_board(end)),
            Choice("die", str(throw), _on_board(end)),
        ),
        path=tuple(rules.place(seat, progress) for progress in path),
        captures=victims,
        steps=(*removals, Step(verb, Piece(seat, "piece", start), start, end)),
    )


def _on_board(place: str) -> tuple[str, ...]:
    return () if place in (HAND, OFF) else (place,)
