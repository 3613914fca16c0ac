"""Races that a file describes: one engine for all of them, over the grammar of the games.

Some of these races ship: each has a folder beside this one with its file ``race.toml``. What people
are told of them before they choose one is here, so that no file is read for a list of games.

- ``words``: the words of such a file, each with its meaning and an example
- ``reading``: a file read, and what is wrong with it in one line
- ``layout``: board, seats, tracks and throws, made from what a file says
- ``rules``: the rules under chosen options: where a throw leads, and what stops it
- ``description``: whether the words fit together, the options, and what people are told of it
- ``moves``: which moves there are, and what hands do for each
- ``notation``: positions, moves and found pieces, read and refused
- ``game``: the states, and the class that a file makes
- ``findings``: a rule sheet that follows from a file, and what never happens in its game

>>> from games.race.game import kind_of
>>> SUN = '''
... title = "Sun Race"
... track = "a1..c1 c2..a2"
... [board]
... rows = ["...", "..."]
... [[seats]]
... colour = "white"
... side = "south"
... [[seats]]
... colour = "black"
... side = "north"
... track = "c2..a2 a1..c1"
... [pieces]
... count = 2
... [dice]
... count = 1
... faces = [1, 2, 3]
... '''
>>> state = kind_of(SUN, "sun")().start()
>>> str(state.apply(state.parse("2")).legal_moves()[0])
'2:hand-b1'
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.core import About, Care
from games.message import msg

ABOUTS: Final[Mapping[str, About]] = MappingProxyType(
    {
        "ur": About(
            msg("Royal Game of Ur"),
            msg("2"),
            msg("four pyramids or sticks"),
            "an old race over twenty squares",
            msg(
                "A race over twenty squares that was played 4,600 years ago. A rosette gives"
                " another throw, and in the middle row pieces are captured. The first player to"
                " bring all seven pieces home wins."
            ),
            (35, 50),
            brief=msg("2 players, 4 pyramids"),
            board=(
                "+...  +.",
                "...+....",
                "+...  +.",
            ),
        ),
        "ludo": About(
            msg("Ludo"),
            msg("2 to 4"),
            msg("one die"),
            "a race around a cross for the whole family",
            msg(
                "A family race around a cross with one die, patented in England in 1896. A 6 brings"
                " a piece in and gives another throw, and two pieces together cannot be passed."
                " The first player to bring all four pieces home wins."
            ),
            (80, 125),
            brief=msg("2–4 players, one die"),
            board=(
                "      ...      ",
                "      .++      ",
                "      .+.      ",
                "      .+.      ",
                "      .+.      ",
                "      .+.      ",
                ".+....   ......",
                ".+++++ + +++++.",
                "......   ....+.",
                "      .+.      ",
                "      .+.      ",
                "      .+.      ",
                "      .+.      ",
                "      ++.      ",
                "      ...      ",
            ),
        ),
        "pachisi": About(
            msg("Pachisi"),
            msg("4"),
            msg("six cowries"),
            "the Indian race around a cross, for two teams",
            msg(
                "The national game of India: a race around a cross with six cowries for two teams"
                " of two. Only a grace brings a piece in, and nobody is captured on a castle. The"
                " team that first brings all eight pieces home wins."
            ),
            (80, 115),
            brief=msg("4 players, 6 cowries"),
            board=(
                "        .+.        ",
                "        ...        ",
                "        ...        ",
                "        +.+        ",
                "        ...        ",
                "        ...        ",
                "        ...        ",
                "        ...        ",
                "...+....   ....+...",
                "+....... + .......+",
                "...+....   ....+...",
                "        ...        ",
                "        ...        ",
                "        ...        ",
                "        ...        ",
                "        +.+        ",
                "        ...        ",
                "        ...        ",
                "        .+.        ",
            ),
        ),
        "holes": About(
            msg("Fifty-Eight Holes"),
            msg("2"),
            msg("four sticks"),
            "an Egyptian race with shortcuts",
            msg(
                "A race of hounds and jackals over a board with fifty-eight holes, played in Egypt"
                " 4,000 years ago. Lines between holes are shortcuts. The first player to bring all"
                " five pieces home wins."
            ),
            (20, 25),
            brief=msg("2 players, 4 sticks"),
            board=(
                " ..+....+....+.  ",
                ".              . ",
                ".               .",
                " +.+.+.....     .",
                "                +",
                " +.+.+.....     .",
                ".               .",
                ".              . ",
                " ..+....+....+.  ",
            ),
        ),
    }
)
"""The races that ship, by their ids, in the order of a menu."""

CARES: Final[Mapping[str, Care]] = MappingProxyType({"pachisi": {2: (0.35, 0.42, 0.45)}})
"""How the levels of machine players err in a race where it was measured, by its id."""
