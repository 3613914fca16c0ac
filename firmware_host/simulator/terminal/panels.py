"""The panels of the simulator: the display, the real board, the dice tray and the input pins.

The board of any game is drawn in characters.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from PIL import Image
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from firmware_host.simulator.dice_hand import DiceSeen
from firmware_host.simulator.terminal.board_plan import (
    ACTIVE,
    BRIGHT,
    DIM,
    INKS,
    MORE,
    BoardPlan,
    CellBox,
    CharacterGrid,
    Ink,
    PieceToken,
    beside,
    tokens,
)
from firmware_host.simulator.terminal.words import with_keys
from firmware_host.text.terminal import Rendition
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.equipment import Die, Piece, Point, Seat
from games.message import msg

MARKS: Mapping[str, str] = {"cross": "╳", "frame": "▣", "dot": "·"}
MARK_INK, MARKED = Ink("#c0a070", "#4d4030"), Ink(ground="#4d4030")
SQUARES = (Ink(ground="#2b3138"), Ink(ground="#3a424b"))
POINT_INK, MORE_INK = Ink(DIM), Ink(BRIGHT)
FAINTEST, BRIGHTEST = 50, 210
"""The range of a colour's parts where a light is on."""

ROOMY = 5
"""Squares with at least this many columns have a gap between their pieces."""

Colour = tuple[int, int, int]
"""Red, green and blue of a light, from 0 to 255."""

NOT_LIT: Mapping[str, Colour] = {}

Spot = tuple[int, int]
"""Column and row of a character."""

LINE_INK = Ink(DIM)
ARMS: Mapping[Spot, int] = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character whose arms, up 1, right 2, down 4 and left 8, add up to its place."""

RISING, FALLING = "╱", "╲"


def draw_board(
    plan: BoardPlan,
    pieces: Iterable[Piece],
    seats: Sequence[Seat],
    lit: Mapping[str, Colour] = NOT_LIT,
) -> Content:
    """Draw the board of ``plan``, with ``pieces`` in the colours of ``seats``.

    ``lit`` are the points whose lights are on.
    """
    sheet = CharacterGrid(plan.columns, plan.rows)
    _write_names(sheet, plan)
    if plan.board.lines:
        draw_lines(sheet, plan)
    standing = tokens(plan.board, pieces, seats)
    for point in plan.board.points:
        _draw_ground(sheet, plan, point, occupied=point.name in standing)
    for name, colour in lit.items():
        _shine(sheet, plan.cell(plan.board[name]), colour)
    for name, group in standing.items():
        _write_pieces(sheet, plan.cell(plan.board[name]), group)
    return sheet.content()


def _write_names(sheet: CharacterGrid, plan: BoardPlan) -> None:
    for x, name in plan.files.items():
        sheet.write(*plan.file_place(x), name, POINT_INK)
    for y, name in plan.ranks.items():
        sheet.write(*plan.rank_place(y), name, POINT_INK)


def _draw_ground(sheet: CharacterGrid, plan: BoardPlan, point: Point, occupied: bool) -> None:
    cell = plan.cell(point)
    column, row = cell.middle
    if not plan.board.lines:
        ground = MARKED if point.marks else SQUARES[(point.x + point.y) % 2]
        for line in range(cell.rows):
            sheet.write(cell.column, cell.row + line, " " * cell.columns, ground)
        if occupied:
            column, row = cell.column + cell.columns - 1, cell.row + cell.rows - 1
    for mark in point.marks:
        sheet.write(column, row, MARKS[mark.sign], MARK_INK)


def _shine(sheet: CharacterGrid, cell: CellBox, colour: Colour) -> None:
    """Light ``cell``: a dim light is seen too, and pieces can still be read on a bright one."""
    red, green, blue = (FAINTEST + part * (BRIGHTEST - FAINTEST) // 255 for part in colour)
    for row in range(cell.row, cell.row + cell.rows):
        for column in range(cell.column, cell.column + cell.columns):
            sheet.shade(column, row, f"#{red:02x}{green:02x}{blue:02x}")


def _write_pieces(sheet: CharacterGrid, cell: CellBox, group: tuple[PieceToken, ...]) -> None:
    """Write the tokens into ``cell``: in full if there is room, else one character each."""
    gap = int(cell.columns >= ROOMY)
    in_a_row = (cell.columns + gap) // (2 + gap)
    if len(group) <= in_a_row * cell.rows:
        texts = [(token.full, token.ink) for token in group]
    else:
        gap, in_a_row = 0, cell.columns
        texts = [(token.short, token.ink) for token in group]
    if len(texts) > in_a_row * cell.rows:
        texts = [(MORE, MORE_INK)]
    rows = [texts[i : i + in_a_row] for i in range(0, len(texts), in_a_row)]
    top = cell.row + (cell.rows - len(rows)) // 2
    for row, line in enumerate(rows, start=top):
        width = sum(len(text) + gap for text, _ in line) - gap
        column = cell.column + (cell.columns - width) // 2
        for text, ink in line:
            sheet.write(column, row, text, ink)
            column += len(text) + gap


def draw_lines(sheet: CharacterGrid, plan: BoardPlan) -> None:
    """Draw the lines of the board of ``plan``."""
    arms: dict[Spot, int] = {}
    diagonals = []
    for names in plan.board.lines:
        start, end = (plan.cell(plan.board[name]).middle for name in names)
        if start[0] == end[0] or start[1] == end[1]:
            _add_arms(arms, start, end)
        else:
            diagonals.append((start, end))
    for (column, row), joint in arms.items():
        sheet.write(column, row, JOINTS[joint], LINE_INK)
    for start, end in diagonals:
        _draw_diagonal(sheet, start, end)


def _add_arms(arms: dict[Spot, int], start: Spot, end: Spot) -> None:
    """Add the arms of a straight line to the characters that it passes through."""
    dx, dy = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    here = start
    while here != end:
        there = here[0] + dx, here[1] + dy
        arms[here] = arms.get(here, 0) | ARMS[dx, dy]
        arms[there] = arms.get(there, 0) | ARMS[-dx, -dy]
        here = there


def _draw_diagonal(sheet: CharacterGrid, start: Spot, end: Spot) -> None:
    """Draw a diagonal line where nothing else is drawn."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sign = FALLING if dx * dy > 0 else RISING
    for step in range(1, abs(dx)):
        column, row = start[0] + step * _sign(dx), start[1] + round(step * dy / abs(dx))
        if sheet.sign(column, row) == " ":
            sheet.write(column, row, sign, LINE_INK)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


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


def tray_text(
    seen: DiceSeen, rows: int, columns: int, say: Language, *, is_due: bool = True
) -> Content:
    """Return the tray as text of ``rows``, one of its :func:`heights`, and ``columns`` at most.

    Keys for which there is no room are left out, the last ones first; those that throw the dice of
    the game are told only while a throw ``is_due``.
    """
    if not seen.dice:
        at_any_time = (say(each.help) for each in seen.strokes if not each.needs_game)
        return _fitted(at_any_time, 1, columns)[0]
    if seen.faces is None:
        return Content(say(UNREAD))
    signs = [die_sign(die, face) for die, face in zip(seen.dice, seen.faces, strict=True)]
    dice = _in_a_row(signs, say) if rows == 1 else _boxes(signs)
    words = _fitted(_words(seen, say, is_due), rows, columns - dice[0].cell_length)
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


def _words(seen: DiceSeen, say: Language, is_due: bool) -> tuple[str, ...]:
    if not is_due:
        return tuple(say(each.help) for each in seen.strokes if not each.needs_game)
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
