"""The panels of the simulator: the display, and the real board with the pieces beside it."""

from collections.abc import Callable, Mapping

from PIL import Image
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from firmware_host.simulator.renditions import Rendition
from firmware_host.simulator.terminal.board import Colour, draw_board
from firmware_host.simulator.terminal.board_plan import BoardPlan
from firmware_host.simulator.terminal.pieces import beside
from firmware_host.text.translator import Language
from games.equipment import Piece, Seat
from games.message import msg


class LiveText(Static):
    """Text that is checked at every update, and drawn only if it has changed."""

    _shown: object = None

    def show(self, what: object, draw: Callable[[], Content]) -> None:
        """Show what ``draw`` returns, unless ``what`` is the same as last time."""
        if what != self._shown:
            self._shown = what
            self.update(draw())


class DisplayPanel(LiveText):
    """The display; it is drawn again when its picture or its rendition changes."""

    DEFAULT_CSS = """
    DisplayPanel {
        width: auto;
        height: auto;
        color: #c8f6ff;
        background: #000000;
        border: round #5b7680;
    }
    """

    def show_image(self, image: Image.Image, rendition: Rendition) -> None:
        """Show ``image`` (mode "1")."""
        self.show((image.tobytes(), rendition), lambda: Content(rendition.draw(image)))


REAL_BOARD = msg("Board")
SCROLLS = msg("PgUp PgDn")

Place = str | int
"""The name of a point of the board, or the index of a seat for the pieces beside the board."""


class Surface(LiveText):
    """The board itself; it calls ``touch`` with the column and row of every click."""

    def __init__(self, touch: Callable[[int, int], None]) -> None:
        super().__init__()
        self._touch = touch

    def on_click(self, event: Click) -> None:
        """Report the click."""
        self._touch(event.x, event.y)


class BoardPane(VerticalScroll, can_focus=False):
    """The board in a frame, with a scroll bar if it is too high.

    It calls ``touch`` with the place of every click.
    """

    DEFAULT_CSS = """
    BoardPane {
        width: 1fr;
        height: auto;
        max-height: 100%;
        border: round #8a7350;
        border-title-color: #e0c088;
        border-subtitle-color: #ffd94a;
        scrollbar-size-vertical: 1;
    }
    BoardPane LiveText { width: auto; height: auto; }
    """

    def __init__(self, say: Language, touch: Callable[[Place], None]) -> None:
        super().__init__()
        self._touch = touch
        self.speak(say)
        self._text = Surface(self._clicked)
        self._plan: BoardPlan | None = None
        self._seats = 0

    def compose(self) -> ComposeResult:
        yield self._text

    def speak(self, say: Language) -> None:
        """Write in the language of ``say`` from now on."""
        self._say = say
        self.border_title = say(REAL_BOARD)

    def show(
        self,
        plan: BoardPlan,
        pieces: tuple[Piece, ...],
        seats: tuple[Seat, ...],
        lit: Mapping[str, Colour],
    ) -> None:
        """Show ``pieces`` on the board of ``plan``, and a line for each of ``seats``.

        ``lit`` are the points whose lights are on.
        """
        columns = self.size.width
        self._plan, self._seats = plan, len(seats)
        self._text.show(
            (plan.board, plan.pitch, pieces, seats, columns, lit, self._say),
            lambda: Content("\n").join(
                (draw_board(plan, pieces, seats, lit), *beside(pieces, seats, self._say, columns))
            ),
        )
        subtitle = self._say(SCROLLS) if self.max_scroll_y else None
        if subtitle != self.border_subtitle:
            self.border_subtitle = subtitle

    def _clicked(self, column: int, row: int) -> None:
        if self._plan is None:
            return
        point = self._plan.point_at(column, row)
        if point is not None:
            self._touch(point)
        elif row - self._plan.rows in range(self._seats):
            self._touch(row - self._plan.rows)
