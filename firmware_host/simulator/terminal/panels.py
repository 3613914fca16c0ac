"""The panels of the simulator: the display, the real board, the dice tray and the input pins."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from PIL import Image
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from firmware_host.simulator.dice_hand import DiceSeen
from firmware_host.simulator.renditions import Rendition
from firmware_host.simulator.terminal.board import Colour, draw_board
from firmware_host.simulator.terminal.board_plan import BoardPlan
from firmware_host.simulator.terminal.ink import ACTIVE, BRIGHT, DIM
from firmware_host.simulator.terminal.pieces import INKS, beside
from firmware_host.simulator.terminal.words import with_keys
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.equipment import Die, Piece, Seat
from games.message import msg

LOT = (0, 1)
LOT_SIGNS = tuple((SIGNS[colour], INKS[colour].style) for colour in ("black", "white"))

DICE = msg("Dice")
UNREAD = msg("The device cannot read these dice")
THROW = msg("`t` throw")
THROW_THAT = msg("`{keys}` throw this number")
THROW_CHOSEN = msg("`t` throw {throw}")
CHOOSE = msg("`[ ]` choose the throw")
CUP: Mapping[bool, str] = {False: msg("cup down `c`"), True: msg("cup lifted `c`")}
SEPARATOR = "  ·  "


def heights(seen: DiceSeen) -> tuple[int, ...]:
    """Return the possible heights of the tray in rows, the largest first; 0 without dice.

    Dice of a feature are there without a game, too.
    """
    if not seen.dice:
        return (1,) if seen.strokes else (0,)
    return (1,) if seen.faces is None else (3, 1)


def tray_text(seen: DiceSeen, rows: int, columns: int, say: Language) -> Content:
    """Return the tray as text of ``rows``, one of its :func:`heights`, and ``columns`` at most.

    Keys for which there is no room are left out, the last ones first.
    """
    if not seen.dice:
        at_any_time = (say(each.help) for each in seen.strokes if not each.needs_game)
        return _fitted(at_any_time, 1, columns)[0]
    if seen.faces is None:
        return Content(say(UNREAD))
    signs = [die_sign(die, face) for die, face in zip(seen.dice, seen.faces, strict=True)]
    dice = _in_a_row(signs, say) if rows == 1 else _boxes(signs)
    words = _fitted(_words(seen, say), rows, columns - dice[0].cell_length)
    return Content("\n").join(map(Content.assemble, dice, words))


def _fitted(parts: Iterable[str], rows: int, columns: int) -> list[Content]:
    """Return ``rows`` lines with as many of the ``parts`` as fit into ``columns``."""
    lines = [Content()] * rows
    row = 0
    for part in map(with_keys, parts):
        longer = lines[row] + SEPARATOR + part if lines[row] else part
        if longer.cell_length > columns and row + 1 < rows:
            row, longer = row + 1, part
        if longer.cell_length > columns:
            break
        lines[row] = longer
    return lines


def die_sign(die: Die, face: int) -> tuple[str, str]:
    """Return the upper ``face`` of ``die`` as a character, and its ink.

    >>> die_sign(Die((0, 1)), 1)[0], die_sign(Die((1, 3, 4, 6)), 6)[0]
    ('○', '6')
    """
    return LOT_SIGNS[face] if die.faces == LOT else (str(face), BRIGHT)


def _words(seen: DiceSeen, say: Language) -> tuple[str, ...]:
    keys = [throw.text for throw in seen.throws if len(throw.text) == 1]
    throw = say(THROW_CHOSEN, throw=seen.chosen.text) if seen.chosen else say(THROW)
    other = say(THROW_THAT, keys=" ".join(keys)) if keys else say(CHOOSE)
    if seen.strokes:
        return (throw, other, *(say(each.help) for each in seen.strokes))
    lifted = seen.cup_is_lifted
    return (throw, other) if lifted is None else (throw, other, say(CUP[lifted]))


def _in_a_row(signs: Sequence[tuple[str, str]], say: Language) -> list[Content]:
    dice = Content(" ").join(Content.assemble(sign) for sign in signs)
    return [Content.assemble(f"{say(DICE)} ", dice, "   ")]


def _boxes(signs: Sequence[tuple[str, str]]) -> list[Content]:
    inside = [part for sign in signs for part in (("│ ", DIM), sign, (" │ ", DIM))]
    lines = (("╭───╮ " * len(signs), DIM),), inside, (("╰───╯ " * len(signs), DIM),)
    return [Content.assemble(*line, "  ") for line in lines]


HIGH, LOW = ("▔", DIM), ("▁", f"bold #000000 on {ACTIVE}")
NAME_INK = {True: DIM, False: f"bold {ACTIVE}"}


def pins_text(levels: Iterable[tuple[str, bool]]) -> Content:
    """Return the names of lines, each with its level: high (True) while its contact is open.

    >>> pins_text([("ok", False), ("cup", True)]).plain
    'ok▁ cup▔'
    """
    return Content(" ").join(
        Content.assemble((name, NAME_INK[level]), HIGH if level else LOW) for name, level in levels
    )


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
