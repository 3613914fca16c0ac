"""The words by which a file describes a race: what each means, what it may be, and an example.

A table of the file is a class here, a word is a field of it. The reader checks by them, errors
quote them, and the reference in the manual is written from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from games.options import OptionValue

Enemies = Literal["capture", "share", "bar"]
Sign = Literal["cross", "frame", "dot", "none"]
Colour = Literal["white", "black", "red", "blue", "yellow", "green"]
SideWord = Literal["south", "west", "north", "east"]

MOST_ROWS = 19
MOST_STEPS = 400
MOST_PIECES = 16
MOST_VALUE = 99


class Word(NamedTuple):
    """What a word ``means``, an ``example`` of it as TOML, and the bounds of its value.

    The bounds are those of a number, of how many letters a text has, or items a list.
    """

    means: str
    example: str
    low: int = 0
    high: int = 100


Letters = Annotated[str, Word("a text", '"Sun"', 1, 200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWords:
    """The board, drawn with letters."""

    rows: Annotated[
        tuple[Letters, ...],
        Word(
            "the rows of the board from the top: a dot is a square, a space is none, and any other"
            " sign is a square with the mark of that sign",
            '["..+..", ".....", "+.+.+"]',
            1,
            MOST_ROWS,
        ),
    ]
    wide: Annotated[
        Mapping[str, int],
        Word("squares that are wider than one, and how wide they are", "{ e5 = 3 }", 2, 9),
    ] = field(default_factory=lambda: MappingProxyType({}))
    whole: Annotated[
        bool, Word("whether there is wood between the squares, too, up to the corners", "true")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkWords:
    """What is special about the squares that have a sign in the rows of the board."""

    name: Annotated[str, Word("what people call such a square", '"palace"', 1, 30)]
    sign: Annotated[
        Sign, Word("what is drawn on it; with none, the board does not show it", '"cross"')
    ] = "dot"
    enemies: Annotated[
        Enemies,
        Word(
            "what happens where an enemy stands on it: capture it, share the square with it, or bar"
            " the square while it stands there",
            '"share"',
        ),
    ] = "capture"
    again: Annotated[bool, Word("whether a piece that stops there throws again", "true")] = False
    colour: Annotated[
        str,
        Word("the colour of such squares, if not that of all with a mark", '"#cf4a3c"', 7, 7),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWords:
    """A seat at the table, in the order of play."""

    colour: Annotated[Colour, Word("the colour of its pieces, by which it is called", '"white"')]
    side: Annotated[SideWord, Word("the side of the board where it sits", '"south"')]
    team: Annotated[
        int, Word("the number of its team; without it, the seat plays alone", "1", 0, 9)
    ] = 0
    track: Annotated[
        str,
        Word(
            "the way of its pieces; without it, the track of the file, turned to its side",
            '"d1..a1 a2..h2"',
            1,
            2000,
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesWords:
    """The pieces of each seat."""

    count: Annotated[int, Word("how many each seat has", "4", 1, MOST_PIECES)]
    begin: Annotated[
        int,
        Word("the step of the track where they begin; 0 is the hand", "1", 0, MOST_STEPS),
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWords:
    """The dice, all alike, and what they count."""

    count: Annotated[int, Word("how many dice are thrown", "2", 1, 8)]
    faces: Annotated[
        tuple[int, ...],
        Word("the number on each face; a stick has 0 and 1", "[1, 2, 3, 4, 5, 6]", 2, 12),
    ]
    names: Annotated[
        tuple[Letters, ...],
        Word("what people call the faces, if not by their number", '["dark", "white"]', 0, 12),
    ] = ()
    called: Annotated[str, Word("what people call the dice", '"four sticks"', 1, 60)] = ""
    counts: Annotated[
        Literal["sum", "each", "together"],
        Word(
            "sum: one piece goes as far as all faces say together; each: the dice are played one"
            " after another with any piece; together: one move plays two dice, with one piece by"
            " their sum or with two pieces by one die each",
            '"sum"',
        ),
    ] = "sum"
    values: Annotated[
        Mapping[str, int],
        Word("sums that count as something else", '{ "0" = 8 }', 0, MOST_VALUE),
    ] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterWords:
    """How a piece comes in from the hand."""

    throws: Annotated[
        tuple[int, ...],
        Word("the numbers that bring a piece in; without the word, all do", "[6]", 0, 30),
    ] = ()
    to: Annotated[
        Literal["count", "first"],
        Word("where it comes in: as many steps as the number says, or the first step", '"first"'),
    ] = "count"
    grace: Annotated[
        tuple[int, ...],
        Word(
            "the numbers with a grace: one step besides, which only brings a piece in on the first"
            " step, or takes one home that is a step before it",
            "[6, 10, 25]",
            0,
            30,
        ),
    ] = ()
    again: Annotated[bool, Word("whether a piece that comes in gives another throw", "true")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveWords:
    """How pieces move, and what stops them."""

    own: Annotated[
        Literal["stack", "bar"],
        Word("whether pieces of one side may stand on one square: they stack or bar it", '"bar"'),
    ] = "stack"
    block: Annotated[
        int,
        Word("how many pieces of a side together bar a square to enemies; 0 is none", "2", 0, 9),
    ] = 0
    wall: Annotated[bool, Word("whether enemies cannot even pass such a block", "true")] = False
    forced: Annotated[bool, Word("whether a throw must be played if that is possible", "false")] = (
        True
    )
    shortcuts: Annotated[
        Mapping[str, int],
        Word(
            "steps of the track from which a piece that stops there goes on to another step at"
            " once, forwards or back",
            "{ 6 = 20 }",
            1,
            MOST_STEPS,
        ),
    ] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureWords:
    """What happens where a piece stops on an enemy, on a square without a mark of its own."""

    enemies: Annotated[
        Enemies,
        Word(
            "what happens where an enemy stands: capture it, share the square with it, or bar the"
            " square while it stands there",
            '"capture"',
        ),
    ] = "capture"
    to: Annotated[
        Literal["hand", "begin"],
        Word("where captured pieces go: to the hand, or to where pieces begin", '"hand"'),
    ] = "hand"
    again: Annotated[bool, Word("whether a capture gives another throw", "true")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainWords:
    """What throws again."""

    throws: Annotated[
        tuple[int, ...], Word("the numbers after which one throws again", "[1, 4, 8]", 0, 30)
    ] = ()
    doubles: Annotated[bool, Word("whether equal dice throw again", "true")] = False
    when: Annotated[
        Literal["after", "at once"],
        Word("when: after the throw is played, or at once, to play all throws later", '"at once"'),
    ] = "after"
    from_entry: Annotated[
        bool,
        Word(
            "whether throws before one that brings a piece in are lost while no piece of the seat"
            " is on the track",
            "true",
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndWords:
    """Where the track ends, and how a piece comes home."""

    at: Annotated[
        Literal["past", "last"],
        Word("a piece is home when it has gone past the last step, or stands on it", '"past"'),
    ] = "past"
    exact: Annotated[bool, Word("whether only the exact number reaches the end", "false")] = True
    leaves_by: Annotated[
        tuple[int, ...],
        Word(
            "the numbers by which pieces leave the last step, where they may stand together; with"
            " them, they come home only then",
            "[1]",
            0,
            30,
        ),
    ] = ()
    leaves_when: Annotated[
        Literal["any time", "all there"],
        Word("when pieces may leave it: at any time, or when all have reached it", '"all there"'),
    ] = "any time"


@dataclass(frozen=True, slots=True, kw_only=True)
class WinWords:
    """Who wins."""

    pieces: Annotated[
        int,
        Word("how many pieces have to come home; 0 is all of them", "5", 0, MOST_PIECES),
    ] = 0
    finished: Annotated[
        Literal["rest", "help"],
        Word(
            "what a seat does whose team still plays when its own pieces are home: it rests, or"
            " helps with the pieces of the next seat of its team",
            '"help"',
        ),
    ] = "rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueWords:
    """A value that an option may have."""

    value: Annotated[OptionValue, Word("the value", '"exact"', 0, 99)]
    label: Annotated[str, Word("what people read for it", '"exact count"', 1, 30)] = ""
    set: Annotated[
        Mapping[str, object],
        Word("what is otherwise in the file with this value", "{ end = { exact = false } }"),
    ] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """A rule that people may choose before the game."""

    name: Annotated[str, Word("its name on the command line", '"finish"', 1, 20)]
    title: Annotated[str, Word("its name in menus", '"Last step"', 1, 30)]
    means: Annotated[str, Word("what each value means", '"How a piece comes home."', 1, 300)]
    values: Annotated[
        tuple[ValueWords, ...],
        Word("the values, first the usual one", "[{ value = true }, { value = false }]", 2, 9),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapWords:
    """A handicap that people may choose for a seat, as for children against adults."""

    name: Annotated[str, Word("its name on the command line", '"one_home"', 1, 20)]
    title: Annotated[str, Word("its name in menus", '"1 piece home"', 1, 30)]
    home: Annotated[int, Word("how many pieces of the seat begin at home", "1", 0, MOST_PIECES)] = 0
    steps: Annotated[
        tuple[int, ...],
        Word("steps of the track where other pieces of it begin, one on each", "[1, 5]", 0, 16),
    ] = ()
    repeat: Annotated[
        bool, Word("whether the seat may repeat one throw in each of its turns", "true")
    ] = False
    elo: Annotated[
        int, Word("how many points of Elo it is worth, if you have measured it", "120", -999, 999)
    ] = 0
    margin: Annotated[
        int, Word("by how many points that may be wrong in 19 of 20 cases", "40", 0, 999)
    ] = 0


NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceWords:
    """A race, as its file describes it."""

    title: Annotated[str, Word("what people call the game", '"Sun Race"', 1, 30)]
    summary: Annotated[str, Word("what it is, in a few words", '"a race for two"', 1, 80)] = ""
    description: Annotated[str, Word("what it is, in some sentences", '"Two race."', 1, 400)] = ""
    minutes: Annotated[
        tuple[int, ...], Word("how many minutes most games take, from and to", "[15, 30]", 2, 2)
    ] = ()
    first: Annotated[
        Literal["lot", "first seat"],
        Word("who begins: the lot says it, or the first seat", '"lot"'),
    ] = "first seat"
    track: Annotated[
        str,
        Word(
            "the way of the pieces of a seat in the south, step by step; two dots are a straight"
            " line of squares",
            '"c1..e1 e2..e5"',
            1,
            2000,
        ),
    ] = ""
    board: Annotated[BoardWords, Word("the board", 'rows = ["....."]')]
    marks: Annotated[
        Mapping[str, MarkWords],
        Word("what the signs on the board mean", '"+" = { name = "palace" }', 0, 12),
    ] = field(default_factory=lambda: MappingProxyType({}))
    seats: Annotated[
        tuple[SeatWords, ...],
        Word("the seats in the order of play", 'colour = "white"\nside = "south"', 2, 4),
    ]
    pieces: Annotated[PiecesWords, Word("the pieces", "count = 4")]
    dice: Annotated[DiceWords, Word("the dice", "count = 1\nfaces = [1, 2, 3, 4, 5, 6]")]
    enter: Annotated[EnterWords, Word("how pieces come in", "throws = [6]")] = EnterWords()
    move: Annotated[MoveWords, Word("how pieces move", 'own = "bar"')] = field(
        default_factory=MoveWords
    )
    capture: Annotated[CaptureWords, Word("what captures", "again = true")] = CaptureWords()
    again: Annotated[AgainWords, Word("what throws again", "throws = [6]")] = AgainWords()
    end: Annotated[EndWords, Word("how pieces come home", "exact = false")] = EndWords()
    win: Annotated[WinWords, Word("who wins", "pieces = 3")] = WinWords()
    seats_option: Annotated[
        str, Word("the option that says how many seats there are", '"seats"', 1, 20)
    ] = ""
    options: Annotated[
        tuple[OptionWords, ...],
        Word("rules that people may choose", 'name = "finish"', 0, 9),
    ] = ()
    handicaps: Annotated[
        tuple[HandicapWords, ...],
        Word("what a seat may begin with", 'name = "one_home"', 0, 5),
    ] = ()
    look: Annotated[
        Mapping[str, str],
        Word("the colours of the board", '{ frame = "#3f5d4a" }', 7, 7),
    ] = field(default_factory=lambda: NOTHING)
