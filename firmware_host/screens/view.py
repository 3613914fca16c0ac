"""What a screen shows, as plain values: the base class of every view, and the frame around it.

Scenes make views. A view tells how it is drawn, whose turn it is, what the table waits for and what
people should do. Equal views are equal pictures, so that nothing is drawn twice.

A notice covers nothing that people need to know what to do next: it covers a head, a part of the
board, or rows of a list that are not chosen. Where there is no such place, the view is drawn with
fewer rows for as long as the notice is shown. A low display has one row for it at most: what does
not fit there is cut off.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from firmware_host.screens.canvas import FULL, Box, Canvas, cut
from firmware_host.screens.text_layout import Role, breaks_a_word, height, is_whole, wrap
from firmware_host.text.translator import Called, Language
from games.equipment import Board, Piece, Seat
from games.message import Message

Awaited = Literal[
    "throw",
    "choice",
    "set-up",
    "hand step",
    "machine",
    "phone",
    "other table",
    "answer",
    "draw",
    "key",
    "next game",
    "anybody",
    "opening",
    "nothing",
]
"""What the table waits for while a view is shown.

- ``throw``: dice or a lot
- ``choice``: a move, or a key that says that there is none
- ``set-up``: people put the pieces on the real board before the first turn
- ``hand step``: people move a piece on the real board
- ``machine``: the machine chooses a move
- ``phone``: a person elsewhere chooses a move
- ``other table``: people at the linked table throw or choose a move, or have to answer first
- ``answer``: a key that chooses or answers something else
- ``draw``: the seat to act agrees to the draw that it is offered, or declines it
- ``key``: a key that closes what was read
- ``next game``: this game is over, a key leads to the next one
- ``anybody``: nobody is at the table, any key begins
- ``opening``: the table is closed, and opens later
- ``nothing``: it goes on by itself, or not at all
"""

Problem = Literal["throw", "board"]
"""What is wrong at the table: a throw that does not count, or a board that differs."""


class Layout(Struct, frozen=True):
    """A board with its ``pieces`` and the ``seats`` around it.

    ``machines`` are the indices of the seats at which a machine plays.
    """

    board: Board
    seats: tuple[Seat, ...]
    pieces: tuple[Piece, ...]
    machines: tuple[int, ...] = ()


class View(Struct, frozen=True):
    """What one screen shows. Every kind of screen has its own frozen Struct."""

    @property
    def actor(self) -> Seat | None:
        """The seat whose turn it is; None when it is nobody's."""
        return None

    @property
    def awaited(self) -> Awaited:
        """What the table waits for."""
        return "answer"

    @property
    def prompt(self) -> Message | None:
        """The sentence that tells people what to do now; None if there is nothing to do.

        Keys stand in backquotes by their names, for example `ok` or `up down`. Whoever shows or
        speaks the sentence writes there what people press.
        """
        return None

    @property
    def marked(self) -> tuple[Message, ...]:
        """What the keys act on, from the whole to the part: a list, and its line under the cursor.

        Empty where there is no cursor. Who does not see the display hears it.
        """
        return ()

    @property
    @abstractmethod
    def spoken(self) -> tuple[Message, ...]:
        """The view for the ear, sentence by sentence: who acts, what goes on, what to do.

        Each sentence is complete in itself, as only those that change are said again: the line or
        the move under the cursor, with its place in the list, is a sentence of its own.
        """

    @property
    def problem(self) -> Problem | None:
        """What is wrong at the table; None if all is well."""
        return None

    @property
    def verdict(self) -> bool | None:
        """Whether people have answered a question rightly; None if the view does not say it."""
        return None

    @abstractmethod
    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the view on an empty ``canvas``, in large letters if it wants them."""


def sentences(*parts: Message | None) -> tuple[Message, ...]:
    """Return the ``parts`` that there are.

    >>> sentences(None, Message.of("Throw the dice"))
    (Message(text='Throw the dice', facts=()),)
    """
    return tuple(part for part in parts if part is not None and part.text)


class Frame(Struct, frozen=True):
    """Everything on the display: a view, and a ``notice`` over it, if any.

    ``stroke`` says what a switch does, where the view does not show it; a notice comes first.
    ``timer`` is the time that the seat to act has left, if that is counted. ``persons`` are the
    names of the people at the seats that have one, by what the seats are called otherwise.
    ``score`` are the points that each seat has won where several games are played for points.
    """

    view: View
    notice: Message | None = None
    stroke: Message | None = None
    timer: Message | None = None
    persons: Called = ()
    score: tuple[str, ...] = ()


def draw_with_notice(
    view: View, words: str, size: tuple[int, int], say: Language, is_big: bool
) -> Canvas:
    """Return a canvas of ``size`` with ``view`` and a notice of ``words``."""
    canvas = Canvas(size, is_big)
    view.draw(canvas, say)
    fonts: tuple[Role, ...] = ("heading", "body") if is_big and not canvas.is_low else ("body",)
    for font in fonts:
        for place in _places(canvas, words, font):
            if not any(place.overlaps(kept) for kept in canvas.kept):
                _erase_rest_of_head(canvas, place)
                _write(canvas, place, words, font)
                return canvas
    return _squeezed(view, words, size, say, is_big)


def _erase_rest_of_head(canvas: Canvas, place: Box) -> None:
    """Erase the head, of which a notice at ``place`` leaves too little to be read."""
    if canvas.head is not None and place.overlaps(canvas.head):
        canvas.erase(canvas.head)


def _places(canvas: Canvas, words: str, font: Role) -> Iterator[Box]:
    """Yield where ``words`` may stand: across the picture, then on a board; from the top."""
    for room in (canvas.box, *canvas.boards):
        if breaks_a_word(words, room.width - 2, font):
            continue
        rows = _rows(canvas, words, room.width, font)
        for top in range(room.top, room.bottom - rows + 1):
            yield Box(room.left, top, room.width, rows)


def _rows(canvas: Canvas, words: str, width: int, font: Role) -> int:
    margin = 0 if canvas.is_low else 2
    return len(wrap(words, width - 2, font)) * height(font) + margin


def _squeezed(view: View, words: str, size: tuple[int, int], say: Language, is_big: bool) -> Canvas:
    """Return a canvas with the notice at the top and the whole view below it."""
    canvas = Canvas(size, is_big)
    line = Box(0, 0, size[0] - 2, height("body"))
    if canvas.is_low and not is_whole(words, line.width, line.height, "body"):
        (words,) = cut(words, line, "body")
    rows = _rows(canvas, words, size[0], "body")
    below = Canvas((size[0], size[1] - rows), is_big)
    view.draw(below, say)
    canvas.adopt(below, rows)
    _write(canvas, canvas.box._replace(height=rows), words, "body")
    return canvas


def _write(canvas: Canvas, place: Box, words: str, font: Role) -> None:
    canvas.erase(place)
    canvas.shade(place, FULL)
    margin = 0 if canvas.is_low else 1
    room = Box(place.left + 1, place.top + margin, place.width - 2, place.height - 2 * margin)
    canvas.fitted(room, words, (font,))
    canvas.invert(place)
    canvas.notice = place
