"""The rules of xiangqi for four: pieces, the cross, the set-up, options and how a game ends.

The board is a cross of nineteen by nineteen points. A point is a number, counted along the ranks
from rank 1 upwards. Each seat sees the same from its side, so everything is given for the south and
turned. A piece is a number too: nothing is 0, else it tells seat and kind.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.core import NOBODY_WON, REPETITION, TOO_LONG, Outcome
from games.equipment import (
    FILES,
    Board,
    Boundary,
    Characters,
    Look,
    Mark,
    Point,
    Seat,
    Side,
    Theme,
    rotated,
)
from games.message import Message, msg
from games.options import Handicap, Option, OptionValue, seat_options

# Pieces

LETTERS = "RHEAGCSV"
ROOK, HORSE, ELEPHANT, ADVISOR, GENERAL, CANNON, SOLDIER, VETERAN = KINDS = range(len(LETTERS))
WORDS = (
    msg("rook"),
    msg("horse"),
    msg("elephant"),
    msg("advisor"),
    msg("general"),
    msg("cannon"),
    msg("soldier"),
    msg("soldier"),
)
BADGES = ("",) * VETERAN + ("V",)

EMPTY = 0
MOST_SEATS = 4
NOBODY = -1


def piece_of(seat: int, kind: int) -> int:
    """Return the number of the piece of that kind of ``seat``."""
    return seat * len(KINDS) + kind + 1


EVERY_PIECE = range(1, piece_of(MOST_SEATS, ROOK))
SEAT_OF = (NOBODY, *((piece - 1) // len(KINDS) for piece in EVERY_PIECE))
KIND_OF = (NOBODY, *((piece - 1) % len(KINDS) for piece in EVERY_PIECE))

# Directions

Direction = tuple[int, int]

STRAIGHT: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def sideways(direction: Direction) -> tuple[Direction, Direction]:
    """Return the two directions perpendicular to ``direction``.

    >>> sideways((0, 1))
    ((-1, 0), (1, 0))
    """
    x, y = direction
    return (-y, x), (y, -x)


# The board

SIZE = 19
CAMP_FILES, CAMP_RANKS = "fghijklmn", range(1, 6)
SOUTH_CAMP = tuple(f"{file}{rank}" for rank in CAMP_RANKS for file in CAMP_FILES)
SOUTH_PALACE = tuple(f"{file}{rank}" for rank in (1, 2, 3) for file in "ijk")
SOUTH_PALACE_CENTRE = "j2"
MIDDLE = tuple(f"{file}{rank}" for rank in range(6, 15) for file in CAMP_FILES)

BACK_RANK = "RHEAGAEHR"
SOUTH_SET_UP: Mapping[str, str] = {
    **{f"{file}1": letter for file, letter in zip(CAMP_FILES, BACK_RANK, strict=True)},
    **dict.fromkeys(("g3", "m3"), "C"),
    **dict.fromkeys(("f4", "h4", "j4", "l4", "n4"), "S"),
}

SIDES: tuple[Side, ...] = ("south", "east", "north", "west")
COLOURS = ("red", "black", "yellow", "green")
COLOUR_LETTERS = "rbyg"
SEATS = range(len(SIDES))
FORWARDS: tuple[Direction, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))


def _names() -> tuple[str, ...]:
    named = {rotated(name, SIZE, seat) for name in SOUTH_CAMP for seat in SEATS} | set(MIDDLE)
    every = (f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
    return tuple(name for name in every if name in named)


NAMES = _names()
INDEX: Mapping[str, int] = {name: index for index, name in enumerate(NAMES)}
COORDINATES = tuple((FILES.index(name[0]), int(name[1:]) - 1) for name in NAMES)
RANKS = tuple(
    tuple(point for point, (_, y) in enumerate(COORDINATES) if y == rank)
    for rank in reversed(range(SIZE))
)


def _turned(names: Iterable[str], seat: int) -> tuple[int, ...]:
    return tuple(sorted(INDEX[rotated(name, SIZE, seat)] for name in names))


CAMPS = tuple(_turned(SOUTH_CAMP, seat) for seat in SEATS)
PALACES = tuple(_turned(SOUTH_PALACE, seat) for seat in SEATS)
CENTRE = frozenset(INDEX[name] for name in MIDDLE)
CAMP_OF: Mapping[int, int] = {point: seat for seat, camp in enumerate(CAMPS) for point in camp}
SET_UP: Mapping[int, int] = {
    INDEX[rotated(name, SIZE, seat)]: piece_of(seat, LETTERS.index(letter))
    for seat in SEATS
    for name, letter in SOUTH_SET_UP.items()
}
SET_UP_COUNTS = tuple(list(SOUTH_SET_UP.values()).count(letter) for letter in LETTERS[:VETERAN])


def set_up(missing: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """Return the pieces at the start by their points, without the kinds that a seat is missing.

    >>> len(set_up(((), (), (), ()))) - len(set_up(((ROOK, HORSE), (), (), ())))
    2
    """
    pieces = dict(SET_UP)
    for seat, kinds in enumerate(missing):
        for kind in kinds:
            piece = piece_of(seat, kind)
            del pieces[next(point for point, each in pieces.items() if each == piece)]
    return pieces


def soldier_ways(seat: int, kind: int, point: int, living: int) -> tuple[Direction, ...]:
    """Return where a soldier or veteran of ``seat`` may step from ``point`` (seed, clause 1).

    ``living`` has a bit for each seat whose army lives: in its camp nobody else steps back.
    """
    camp = CAMP_OF.get(point)
    if camp is None or (camp != seat and not living >> camp & 1):
        return FORWARDS
    x, y = FORWARDS[camp]
    if camp != seat:
        return ((-x, -y), *sideways((x, y)))
    return ((x, y),) if kind == SOLDIER else ((x, y), *sideways((x, y)))


def region(point: int) -> str:
    """Return the side whose camp ``point`` is in, or ``middle``."""
    return SIDES[CAMP_OF[point]] if point in CAMP_OF else "middle"


def seats(*, teams: bool) -> tuple[Seat, ...]:
    """Return the seats in the order of play; with ``teams`` opposite seats are allies."""
    return tuple(
        Seat(index, colour, side, index % 2 if teams else index, colour)
        for index, (colour, side) in enumerate(zip(COLOURS, SIDES, strict=True))
    )


@cache
def picture() -> Board:
    """Return the board as a screen draws it: points, regions and lines between neighbours."""
    centres = {rotated(SOUTH_PALACE_CENTRE, SIZE, seat) for seat in SEATS}
    palace = (Mark(msg("palace"), "cross"),)
    return Board(
        tuple(
            Point(name, x, y, palace if name in centres else (), region(index))
            for index, (name, (x, y)) in enumerate(zip(NAMES, COORDINATES, strict=True))
        ),
        _lines(),
        _rivers(),
    )


CHARACTERS: Mapping[str, str] = {"": "車馬象士將砲卒", "red": "車馬相仕帥炮兵"}
"""What is on the pieces, in the order of :data:`LETTERS`: yellow has the same as red."""
OUTLINES = Path(__file__).with_name("characters") / "outlines.json"


@cache
def look() -> Look:
    """Return the look of a board of light wood, with characters on discs of one material."""
    theme = Theme(frame="#8a5a30", field="#e9c88f", line="#4f3011", carved="#2f1a08", ink="#3a210a")
    return Look(theme, material="#fbeed2", off="lost", characters=_characters())


def _characters() -> Characters:
    outlines = json.loads(OUTLINES.read_text(encoding="utf-8"))
    named = {
        colour: {word: outlines[each] for word, each in zip(WORDS, characters, strict=False)}
        for colour, characters in CHARACTERS.items()
    }
    return {**named, "yellow": named["red"]}


def _rivers() -> tuple[Boundary, ...]:
    """Return the rivers, which lie between the camps and the middle."""
    low, high = 4.5, 13.5
    name = msg("river")
    banks = (((low, low), (high, low)), ((low, high), (high, high)))
    level = [Boundary(name, "river", start, end) for start, end in banks]
    upright = [Boundary(name, "river", start[::-1], end[::-1]) for start, end in banks]
    return (*level, *upright)


def _lines() -> tuple[tuple[str, str], ...]:
    at = {place: name for name, place in zip(NAMES, COORDINATES, strict=True)}
    return tuple(
        (name, at[x + dx, y + dy])
        for (x, y), name in at.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in at
    )


# How actions are written

POINT = "[a-s]1?[0-9]"
SPOIL = "[RHCS]"
"""The letter of a kind that can be won, and so lie in reserve, be drawn for and be dropped."""
LOT_TEXT = re.compile("lot:[rbyg]")
MOVE_TEXT = re.compile(rf"pass|({SPOIL})@({POINT})|({POINT})[-x]({POINT})")

# Options

RULE_OPTIONS = (
    Option(
        "mode",
        msg("Sides"),
        "free",
        ("teams",),
        msg(
            "Each alone: everyone against everyone. Two teams: red and yellow against black and"
            " green, without spoils."
        ),
        (msg("each alone"), msg("two teams")),
    ),
    Option(
        "leap",
        msg("Great leap"),
        "2x4",
        ("2x5",),
        msg("How long the leap of a horse from the middle is: 2 by 4 or 2 by 5."),
        (msg("4 points"), msg("5 points")),
    ),
    Option(
        "two_steps",
        msg("Two steps"),
        "veteran",
        ("middle",),
        msg("Where a veteran may move two points: anywhere, or only in the middle."),
        (msg("anywhere"), msg("from middle")),
    ),
    Option(
        "stalemate",
        msg("Stalemate"),
        "out",
        ("pass",),
        msg(
            "What happens when you have no move and your general is not attacked: you are out of"
            " the game, or you pass."
        ),
        (msg("you are out"), msg("you pass")),
    ),
    Option(
        "spoils",
        msg("Spoils"),
        "mate",
        ("equal", "lot", "last", "none"),
        msg(
            "Who gets a mated army. Mating player: whose move made it mate. Otherwise those who"
            " attack the general share it. Equal parts: the rest is lost. Rest by lot: lots decide"
            " on it. All to the last: whose turn came last. To nobody: it is gone."
        ),
        (
            msg("mating player"),
            msg("equal parts"),
            msg("rest by lot"),
            msg("all to the last"),
            msg("to nobody"),
        ),
        only_with=("mode", "free"),
    ),
    Option(
        "team_end",
        msg("A team loses with"),
        "both",
        ("first",),
        msg("A team loses with both generals, or as soon as one is lost."),
        (msg("both"), msg("one")),
        only_with=("mode", "teams"),
    ),
)

HANDICAPS = (Handicap("no_rook", msg("without a rook"), (ROOK,), elo=-36, margin=79),)
"""The kinds that are missing: each time the piece on the left, as the seat sees it."""
OPTIONS = (*RULE_OPTIONS, *seat_options(HANDICAPS, COLOURS))

# The end

OCCURRENCES, QUIET_LIMIT, TURN_LIMIT = 3, 200, 2000
LAST = Message.of(msg("the last player in play"))
GENERALS = Message.of(msg("the other side has no general"))
DRAWS: Mapping[str, Message] = {
    "repetition": REPETITION,
    "clock": Message.of(msg("no captures for too long")),
    "limit": TOO_LONG,
    "draw": NOBODY_WON,
}
"""What people are told of a draw, by its reason."""
ALLIANCES = (0, 1)
"""A side of two allies has the seats whose index leaves this when it is divided by two."""


@dataclass(frozen=True, slots=True)
class Xiangqi4Rules:
    """What the options say beside the movement of the pieces.

    With ``teams`` two play against two, and ``ends_first`` ends that with the first general lost;
    ``spoils`` names the way of sharing; a seat without any move ``passes`` instead of going out.
    """

    teams: bool
    ends_first: bool
    spoils: str
    passes: bool

    @classmethod
    def of(cls, options: Mapping[str, OptionValue]) -> "Xiangqi4Rules":
        """Return what ``options`` say about going out, spoils and the end."""
        return cls(
            teams=options["mode"] == "teams",
            ends_first=options["team_end"] == "first",
            spoils=str(options["spoils"]),
            passes=options["stalemate"] == "pass",
        )


def living_seats(living: int) -> tuple[int, ...]:
    """Return the seats whose bits are set in ``living``."""
    return tuple(seat for seat in SEATS if living >> seat & 1)


def victory(rules: Xiangqi4Rules, living: int) -> Outcome | None:
    """Return the outcome if the seats in ``living`` leave a winner, else None."""
    alive = living_seats(living)
    if not rules.teams:
        return Outcome(alive, "last", message=LAST) if len(alive) <= 1 else None
    generals = [sum(seat % 2 == side for seat in alive) for side in ALLIANCES]
    needed = 2 if rules.ends_first else 1
    winners = [side for side in ALLIANCES if generals[side] >= needed > generals[1 - side]]
    if not winners:
        return None
    seats = tuple(seat for seat in SEATS if seat % 2 == winners[0])
    return Outcome(seats, "generals", message=GENERALS)


def drawn(rules: Xiangqi4Rules, living: int, reason: str) -> Outcome:
    """Return a draw: in teams all share it, else those who live."""
    seats = tuple(SEATS) if rules.teams else living_seats(living)
    return Outcome(seats, reason, is_draw=True, message=DRAWS[reason])


def reason_for_draw(occurrences: int, clock: int, turns: int) -> str:
    """Return why a position is drawn, "" while it is not.

    ``occurrences`` of the position, turns on the ``clock`` and ``turns`` played are counted with
    the last turn.
    """
    if occurrences >= OCCURRENCES:
        return "repetition"
    if clock >= QUIET_LIMIT:
        return "clock"
    return "limit" if turns >= TURN_LIMIT else ""
