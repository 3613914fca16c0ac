"""The panel of the real board: what the people have moved, and what they have beside it."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from firmware_host.language import Language
from firmware_host.simulator.terminal.board import draw_board
from firmware_host.simulator.terminal.live import Live
from firmware_host.simulator.terminal.pieces import beside
from firmware_host.simulator.terminal.plan import Plan
from games.core import Piece, Seat, msg

REAL_BOARD = msg("Board")
SCROLLS = msg("PgUp PgDn")


class BoardPane(VerticalScroll, can_focus=False):
    """The board in a frame; a board that is too high is scrolled."""

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
    BoardPane Live { width: auto; height: auto; }
    """

    def __init__(self, say: Language) -> None:
        super().__init__()
        self.border_title = say(REAL_BOARD)
        self._say = say
        self._text = Live()

    def compose(self) -> ComposeResult:
        yield self._text

    def show(self, plan: Plan, pieces: tuple[Piece, ...], seats: tuple[Seat, ...]) -> None:
        """Show ``pieces`` on the board of ``plan``, with a line for each of ``seats``."""
        columns = self.size.width
        self._text.show(
            (plan.board, plan.pitch, pieces, seats, columns),
            lambda: Content("\n").join(
                (draw_board(plan, pieces, seats), *beside(pieces, seats, self._say, columns))
            ),
        )
        subtitle = self._say(SCROLLS) if self.max_scroll_y else None
        if subtitle != self.border_subtitle:
            self.border_subtitle = subtitle
