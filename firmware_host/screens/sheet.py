"""What a screen of a game says, before it is drawn: lines of words and lit points."""

from dataclasses import dataclass, replace

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.canvas import Align
from firmware_host.screens.text_layout import Role
from games.equipment import Piece, Seat

MAIN: tuple[Role, ...] = ("heading", "body")
"""The fonts of what matters most on a screen; what is said besides has one."""


@dataclass(frozen=True)
class Line:
    """A paragraph on the words' side; ``fonts`` go from the one it should have to the smallest."""

    words: str
    fonts: tuple[Role, ...] = ("body",)
    align: Align = "left"

    def font(self, size: int) -> Role:
        """The ``size``-th of the fonts, or the smallest if there are not so many."""
        return self.fonts[min(size, len(self.fonts) - 1)]

    def enlarged(self, main: tuple[Role, ...], besides: tuple[Role, ...]) -> "Line":
        """The same in the fonts ``main`` if it matters most, else in those of ``besides``."""
        return replace(self, fonts=main if len(self.fonts) > 1 else besides)


@dataclass(frozen=True)
class Sheet:
    """What a screen says: a ``head``, the lines below it, and a ``foot`` on what to press.

    ``whose`` is the seat whose sign stands beside the head, ``lit`` what the board highlights;
    ``pieces`` are those to show instead of all. ``besides`` is said where there is room,
    ``unseen`` where no board can be shown; ``needs_board`` tells that the words are not enough
    without it. ``has_bar`` tells that the head stands on a lit bar, as everywhere but on screens
    that are shown for hours: a panel ages where it is lit.
    """

    head: str
    lines: tuple[Line, ...]
    foot: str = ""
    whose: Seat | None = None
    lit: Highlights = Highlights()
    pieces: tuple[Piece, ...] | None = None
    besides: tuple[Line, ...] = ()
    unseen: tuple[Line, ...] = ()
    needs_board: bool = False
    has_bar: bool = True
