"""What a screen shows, as plain values: no pixels, no words in any language.

Scenes make views, :mod:`firmware_host.screens` draws them. Equal views are equal pictures, so
nothing is drawn twice.
"""

from dataclasses import dataclass
from typing import Literal

from games.actions import Choice, Move, Step, Throw
from games.core import Outcome
from games.equipment import Board, Piece, Seat
from games.message import Message

DiceState = Literal[
    "waiting", "lifted", "rolling", "provisional", "doubtful", "unreadable", "knocked"
]

GuideWhy = Literal["move", "machine", "undo", "repair"]


@dataclass(frozen=True)
class Row:
    """A line of a list: its label and, where left and right change something, the present value."""

    label: Message
    value: Message | None = None


@dataclass(frozen=True)
class Layout:
    """The board as it lies before the people: what stands where and who sits around it."""

    board: Board
    seats: tuple[Seat, ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class ListView:
    """A titled list of rows with a cursor: games, set-up, menu.

    ``keys`` say what can be done with the row under the cursor, None what can be in every list.
    """

    title: Message
    rows: tuple[Row, ...]
    cursor: int
    keys: Message | None = None


@dataclass(frozen=True)
class NoteView:
    """A text that is read and closed by a key, or stays for good; ``page`` is counted around.

    ``keys`` say how it is answered, if closing it is not enough.
    """

    title: Message
    text: Message
    closes: bool = True
    page: int = 0
    keys: Message | None = None


@dataclass(frozen=True)
class PosterView:
    """Something to read in passing: a ``text`` as large as it fits, below its ``title``."""

    title: Message
    text: Message


@dataclass(frozen=True)
class CountdownView:
    """Nobody seems to be there: ``left`` of ``total`` seconds until the table is cleared."""

    left: int
    total: int


@dataclass(frozen=True)
class SetUpView:
    """Putting the pieces on the board before the first turn, group after group.

    ``group`` are the alike pieces of ``seat`` that come now, ``placed`` all that stand with them;
    it is group ``number`` of ``total``.
    """

    layout: Layout
    seat: Seat
    group: tuple[Piece, ...]
    placed: tuple[Piece, ...]
    number: int
    total: int


@dataclass(frozen=True)
class ThrowView:
    """A throw is awaited from ``seat``; ``series`` are the throws that count so far.

    ``typed`` is the throw set by hand, ``seen`` what the tray reads, provisionally or in doubt;
    ``by_tray`` tells whether the tray reads these dice or the machine throws on ``ok``; without
    ``has_dice`` it is a lot that is drawn. ``is_own`` tells that people throw dice of their own and
    type the throw in.
    """

    layout: Layout
    seat: Seat
    series: tuple[Throw, ...]
    dice: DiceState
    by_tray: bool
    has_dice: bool = True
    seen: Throw | None = None
    typed: Throw | None = None
    is_own: bool = False


@dataclass(frozen=True)
class ThrownView:
    """A throw has been counted."""

    layout: Layout
    seat: Seat
    throw: Throw
    series: tuple[Throw, ...]


@dataclass(frozen=True)
class ChooseView:
    """``seat`` picks a move; ``preview`` are the moves behind the option under the cursor.

    ``all_moves`` is what may be picked at all; ``targets_shown`` asks to see where they end.
    ``is_asked`` tells that a move seems to have been made already, and the question is which;
    ``is_thinking`` that advice is on its way.
    """

    layout: Layout
    seat: Seat
    pending: tuple[Throw, ...]
    options: tuple[Choice, ...]
    option: Choice
    picked: tuple[Choice, ...]
    preview: tuple[Move, ...]
    all_moves: tuple[Move, ...]
    targets_shown: bool = False
    is_asked: bool = False
    is_thinking: bool = False


@dataclass(frozen=True)
class SuggestView:
    """``move`` is advised to ``seat``, for ``reason``."""

    layout: Layout
    seat: Seat
    move: Move
    reason: Message


@dataclass(frozen=True)
class ThinkingView:
    """The machine chooses for ``seat``; ``pending`` are the throws that it plays."""

    layout: Layout
    seat: Seat
    pending: tuple[Throw, ...]


@dataclass(frozen=True)
class LastMoveView:
    """``move`` was the last one, made by ``seat``; ``layout`` is the board before it.

    ``reason`` is what a machine made it for, None for a person.
    """

    layout: Layout
    seat: Seat
    move: Move
    reason: Message | None = None


@dataclass(frozen=True)
class WhyView:
    """``seat`` asks why a piece may not go somewhere: ``place`` is under the cursor.

    ``origin`` is where the piece stands, None while it is being pointed at.
    """

    layout: Layout
    seat: Seat
    place: str
    origin: str | None


@dataclass(frozen=True)
class GuideView:
    """One act of the hands: ``number`` of ``total``; ``why`` says whose acts these are.

    ``reason`` is what speaks for the move that they begin, if a machine has chosen it.
    """

    layout: Layout
    seat: Seat | None
    step: Step
    number: int
    total: int
    why: GuideWhy
    reason: Message | None = None


@dataclass(frozen=True)
class PassView:
    """``seat`` cannot move and says so; ``pending`` are the throws that are lost.

    ``has_thrown`` tells whether there was a throw at all.
    """

    layout: Layout
    seat: Seat
    pending: tuple[Throw, ...]
    has_thrown: bool


@dataclass(frozen=True)
class ResumeView:
    """A game that was cut off can go on."""

    layout: Layout
    title: Message
    seat: Seat | None


@dataclass(frozen=True)
class AstrayView:
    """The real board differs from the position.

    ``missing`` points are empty there and should not be, ``surplus`` ones should be empty.
    ``back`` is the way back of a single piece: where it is seen and where it belongs.
    ``is_between`` tells that two fields see one piece.
    """

    layout: Layout
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None
    is_between: bool


@dataclass(frozen=True)
class ReplayView:
    """Moment ``number`` of ``total`` of a game played before: ``seat`` did ``action``.

    At the beginning nobody did anything; ``last`` tells how the game ended, once all is shown.
    """

    layout: Layout
    number: int
    total: int
    seat: Seat | None
    action: Message
    move: Move | None
    last: Message | None


@dataclass(frozen=True)
class DemonstrationView:
    """The machine plays the game called ``title`` by itself: ``seat`` did ``action``."""

    layout: Layout
    title: Message
    seat: Seat | None
    action: Message
    move: Move | None


@dataclass(frozen=True)
class CompareView:
    """Part ``number`` of ``total`` of the board, as people told it so far: is it so?

    ``points`` are its points; without any, what lies beside the board is the part.
    """

    layout: Layout
    points: tuple[str, ...]
    number: int
    total: int


@dataclass(frozen=True)
class FindingView:
    """The ``pieces`` on a ``point`` of the real board, as people tell them.

    ``point`` is None for those beside it; ``is_changing`` tells that up and down change them.
    """

    layout: Layout
    point: str | None
    pieces: tuple[Piece, ...]
    is_changing: bool


@dataclass(frozen=True)
class RethrowView:
    """The throw ``at`` (from 0) of the ``series`` of ``seat`` is set anew, to ``typed``."""

    layout: Layout
    seat: Seat
    series: tuple[Throw, ...]
    at: int
    typed: Throw


@dataclass(frozen=True)
class OverView:
    """The game has ended."""

    layout: Layout
    outcome: Outcome


HereView = (
    SetUpView
    | ThrowView
    | ThrownView
    | ChooseView
    | SuggestView
    | ThinkingView
    | LastMoveView
    | WhyView
    | GuideView
    | PassView
    | ResumeView
    | AstrayView
    | CompareView
    | FindingView
    | RethrowView
    | OverView
)
"""These show the board on the table."""

ElsewhereView = ReplayView | DemonstrationView
"""These show another board."""

BoardView = HereView | ElsewhereView
View = ListView | NoteView | PosterView | CountdownView | BoardView


@dataclass(frozen=True)
class Frame:
    """Everything on the display: a view, and a ``notice`` over its last line, if any."""

    view: View
    notice: Message | None = None
