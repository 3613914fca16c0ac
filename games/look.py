"""How a game looks in colour: the wood of its board, the make of its pieces, and what is on them.

All of it is data, from which pages, the manual and the sheets to print draw the same board. A game
that says nothing gets a board of squares or of lines, whichever it has, with round pieces.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

Build = Literal["inlaid", "lined", "grooved"]
Body = Literal["disc", "peg"]

Characters = Mapping[str, Mapping[str, str]]
"""By the colour of a seat, "" for every other one, and by kind: the outline of a character.

An outline is the path of an SVG around its middle, in a box of 200 units.
"""


class Theme(NamedTuple):
    """The colours of a board by day, each written ``#rrggbb``; by night all get darker alike.

    ``frame`` is the wood around the board and between its squares, ``field`` that on which pieces
    stand, ``marked`` that of a square with a mark; a ``groove`` is what pieces slide in. ``line``
    is the colour of lines and borders, ``carved`` that of marks, ``ink`` that of names; ``water``
    and ``bank`` are those of a river.
    """

    frame: str = "#8a5c34"
    field: str = "#f1dcb0"
    marked: str = "#e2b97f"
    groove: str = "#8f5f36"
    line: str = "#4a2c12"
    carved: str = "#33190a"
    ink: str = "#42230a"
    water: str = "#a9cfd6"
    bank: str = "#21566b"


@dataclass(frozen=True, slots=True)
class Look:
    """How a game looks: its ``theme``, how the board is built, and what its pieces are.

    ``build`` is ``inlaid`` (squares of wood), ``lined`` (drawn lines) or ``grooved`` (lines that
    pieces slide along); without it, a board with lines is lined. ``is_whole`` says that the wood
    fills the whole rectangle around the points. A piece has the ``body`` of a disc, or of a peg
    that points where the piece faces. It has the colour of its seat, or that of ``material``; then
    its ring and its character have the colour of the seat. What is off the board has come ``home``,
    or is ``lost``.
    """

    theme: Theme = field(default_factory=Theme)
    build: Build | None = None
    is_whole: bool = False
    body: Body = "disc"
    material: str = ""
    off: Literal["home", "lost"] = "home"
    characters: Characters = field(default_factory=dict, hash=False)

    def character(self, colour: str, kind: str) -> str:
        """Return the outline on a piece of that ``kind`` of the seat called ``colour``; "" if none.

        >>> look = Look(characters={"": {"king": "M0 0h9"}, "red": {"king": "M0 0v9"}})
        >>> look.character("red", "king"), look.character("blue", "king"), look.character("red", "")
        ('M0 0v9', 'M0 0h9', '')
        """
        own = self.characters.get(colour, {})
        return own.get(kind) or self.characters.get("", {}).get(kind, "")


PLAIN: Final = Look()
"""The look of a game that says nothing about it."""
