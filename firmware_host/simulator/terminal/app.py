"""The screen of the simulator: a Textual application that shows a desk and takes its keys.

The size of the terminal decides what goes where. A terminal reports that a key was struck, again
and again while it stays down, but never that it was released. So every stroke is a press of fixed
length.
"""

import logging
import os
import select
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import TextIOWrapper
from itertools import product
from typing import Any, ClassVar, NamedTuple, Protocol, TextIO, cast

from msgspec import Struct
from rich.console import RenderableType
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.timer import Timer

from firmware_host.base.errors import reason
from firmware_host.screens.view import Layout
from firmware_host.session.chooser import ARROWS
from firmware_host.simulator.people import LONG, Press
from firmware_host.simulator.simulated_table import Desk
from firmware_host.simulator.terminal.board_plan import PITCHES, BoardPlan, fit
from firmware_host.simulator.terminal.panels import (
    BoardPane,
    DisplayPanel,
    LiveText,
    heights,
    pins_text,
    tray_text,
)
from firmware_host.simulator.terminal.words import TITLE, flow, offer, prompt, with_keys
from firmware_host.table.keys import STAFF_MEMBERS, STAFF_SECONDS, table_keys
from firmware_host.text.terminal import BRAILLE_DOTS, RENDITIONS, Rendition
from firmware_host.text.translator import Language
from games.message import msg
from hardware.input.keys import DIGIT
from hardware.wiring.wiring import Wiring

MARGIN = 0.2
"""Seconds for which the keys of a gesture are held longer than needed."""

MENU, STAFF = "m", "s"

PRESSES: Mapping[str, Press] = {
    **{stroke: Press(key.name) for key in table_keys() for stroke in key.press.keyboard},
    **{f"shift+{arrow}": Press(arrow, LONG) for arrow in ARROWS},
    **{
        stroke: Press(key.name, LONG)
        for key in table_keys()
        if key.hold
        for stroke in key.hold.keyboard
    },
    STAFF: Press(STAFF_MEMBERS[0], STAFF_SECONDS + MARGIN, STAFF_MEMBERS[1:]),
}
"""What each key of the keyboard presses at a table that has all keys."""

HELP: Mapping[str, str] = {
    **{key.press.keyboard[0]: key.press.help for key in table_keys()[:1]},
    "shift+up": msg("`Shift` hold"),
    **{key.press.keyboard[0]: key.press.help for key in table_keys()[1:] if key.press.help},
    **{key.hold.keyboard[0]: key.hold.help for key in table_keys() if key.hold and key.hold.help},
    STAFF: msg("`s` staff"),
}
"""The texts of the help line, each by a key that must do something."""

MORE_HELP = (msg("`b` board"), msg("`q` quit"))
SENSING_HELP = msg("`click` pick up, put down")

# a Russian keyboard has these letters where a Latin one has those
LATIN = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")


def key_name(event: Key) -> str:
    """Return the name of the key: the Latin character on it, or Textual's name for it."""
    if event.character and event.is_printable and event.character != " ":
        return event.character.lower().translate(LATIN)
    return event.key


def presses(wiring: Wiring) -> Mapping[str, Press]:
    """Return what each key of the keyboard presses at a table with ``wiring``."""
    wanted = {**PRESSES, MENU: _menu(wiring)}
    wired = set(wiring.key_names)
    return {key: press for key, press in wanted.items() if {press.key, *press.together} <= wired}


def _menu(wiring: Wiring) -> Press:
    """Return how to open the menu: by its own key, else by holding the key that opens it."""
    held = [key for key, acts_as in wiring.hold.items() if acts_as == "menu"]
    return Press("menu") if "menu" in wiring.key_names or not held else Press(held[0], LONG)


def help_text(wiring: Wiring, columns: int, say: Language, senses: bool = False) -> Content:
    """Return what the keys do, in lines of at most ``columns`` characters.

    ``senses`` adds what the mouse does on a board that senses its pieces.
    """
    wired = presses(wiring)
    texts = [text for key, text in HELP.items() if key in wired]
    more = (SENSING_HELP, *MORE_HELP) if senses else MORE_HELP
    return flow([with_keys(say(text)) for text in (*texts, *more)], columns)


BORDER = 2
"""Columns or rows of the two borders of a panel."""


class Room(NamedTuple):
    """Columns and rows of characters."""

    columns: int
    rows: int


class Arrangement(Struct, frozen=True):
    """How to draw the display, how many rows the dice tray has, and where the board is.

    ``rendition`` is None while the board hides the display, ``plan`` while no board is shown.
    """

    rendition: Rendition | None
    tray_rows: int
    plan: BoardPlan | None


def side_by_side(
    room: Room, pixels: tuple[int, int], layout: Layout | None, trays: Sequence[int]
) -> Arrangement:
    """Arrange a display of ``pixels`` (width, height), a tray, and the board beside the display.

    ``trays`` are the heights of the tray, the best first. The board is most important, so that a
    whole turn is visible; then large pixels, then large dice. If the board does not fit, it is left
    out.
    """
    fitting = []
    for rendition, tray_rows in product(RENDITIONS, trays):
        wide, high = rendition.size(pixels)
        if wide + BORDER <= room.columns and high + BORDER <= room.rows - tray_rows:
            beside = Room(room.columns - wide - BORDER, room.rows - tray_rows)
            fitting.append(Arrangement(rendition, tray_rows, _fit(layout, beside)))
    with_board = [each for each in fitting if each.plan is not None]
    return (with_board or fitting or [Arrangement(BRAILLE_DOTS, trays[-1], None)])[0]


def board_in_front(room: Room, layout: Layout, trays: Sequence[int]) -> Arrangement:
    """Arrange the board above the smallest tray; a board that is too large is scrolled."""
    above = Room(room.columns, room.rows - trays[-1])
    return Arrangement(None, trays[-1], _fit(layout, above) or BoardPlan(layout.board, PITCHES[-1]))


def _fit(layout: Layout | None, room: Room) -> BoardPlan | None:
    """Return the largest plan of the board that fits ``room`` with a line for each seat."""
    if layout is None:
        return None
    return fit(layout.board, room.columns - BORDER, room.rows - BORDER - len(layout.seats))


log = logging.getLogger(__name__)


class Running(Protocol):
    """The program that runs behind the screen."""

    @property
    def has_failed(self) -> bool:
        """True once an error has ended the program."""


def _line(name: str) -> LiveText:
    """Return a text across the screen, as high as it needs."""
    return LiveText("", id=name, classes="line")


class TerminalOutput:
    """Writes to the terminal behind ``file``, and raises nothing.

    In Textual, an error here ends the thread that draws, and then the program waits for it for
    ever. :attr:`loss` is why something was lost; None while nothing was.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.loss: OSError | None = None

    def fileno(self) -> int:
        """Return the descriptor of the terminal."""
        return self._file.fileno()

    def write(self, text: str) -> int:
        """Write ``text``; wait for a terminal that takes nothing now."""
        data = text.encode(self._file.encoding, self._file.errors or "strict")
        try:
            while data:
                data = data[self._write(data) :]
        except OSError as error:
            self.loss = error
        return len(text)

    def flush(self) -> None:
        """Do nothing: what was written is on its way."""

    def _write(self, data: bytes) -> int:
        # another program at the same terminal may have set it not to block
        select.select([], [self], [])
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0


class TolerantDriver(LinuxDriver):
    """Read the keyboard, and ignore bytes that are no UTF-8; in Textual they end the program.

    The screen is drawn on standard output: standard error is for the log.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        assert sys.__stdout__ is not None, "a terminal shows the table"
        self.output = TerminalOutput(sys.__stdout__)
        self._file = cast(TextIOWrapper, self.output)

    def run_input_thread(self) -> None:
        """Read keys until the screen closes; what was read together with such a byte is lost."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return


class Simulator(App[None]):
    """The screen of ``desk``, in the language that its table speaks.

    It closes when ``program`` has failed, when the staff ends the program, or when the terminal has
    gone, in which case ``is_seen`` returns False.

    It drives the pins, and reads the display, the levels and the updates of the table. Nothing is
    done while nothing happens: call :meth:`wake` when the table has something to show.
    """

    HEARTBEAT: ClassVar[float] = 1.0
    """Seconds between two updates while nothing happens: the terminal may have gone."""

    MOST_LOSSES: ClassVar[int] = 10
    """Heartbeats in a row in which the terminal did not take what was drawn: then it has failed."""

    SOONEST: ClassVar[float] = 0.01
    """Seconds between two updates at least; whatever is late meanwhile keeps its time."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)
    ]
    CSS = """
    Screen { background: #12161a; color: #d5dde3; }
    .line { height: auto; padding: 0 1; }
    #title { background: #24404a; color: #e6f6fb; text-style: bold; }
    #stage { height: 1fr; }
    #panels { height: auto; max-height: 1fr; align-horizontal: center; }
    #prompt { background: #24313a; text-style: bold; }
    #help { color: #9aa7b0; }
    """

    def __init__(
        self,
        desk: Desk,
        program: Running,
        is_seen: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(driver_class=TolerantDriver)
        self._desk, self._program = desk, program
        self._say = Language(self._language)
        self._is_seen = is_seen
        self._is_board_in_front = self._is_awake = False
        self._losses = 0
        self._next_tick: Timer | None = None
        self._arranged_for: object = None
        self._arrangement = Arrangement(None, 0, None)
        self._stage, self._oled, self._board = (
            Vertical(id="stage"),
            DisplayPanel(),
            BoardPane(self._say, desk.touch),
        )
        self._title, self._tray, self._prompt = _line("title"), _line("tray"), _line("prompt")
        self._help, self._pins = _line("help"), _line("pins")
        self._keys = self._key_actions()

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from top to bottom."""
        yield self._title
        with self._stage:
            with Horizontal(id="panels"):
                yield from (self._oled, self._board)
            yield self._tray
        yield self._prompt
        yield self._help
        yield self._pins

    def on_mount(self) -> None:
        """Start the updates."""
        self.set_interval(self.HEARTBEAT, self._beat)
        self.tick()

    def wake(self) -> None:
        """Update the screen soon; may be called from any thread."""
        if not self._is_awake:
            self._is_awake = True
            self.call_later(self.tick)

    def on_resize(self) -> None:
        """Arrange the screen again once its parts have their new sizes."""
        self.call_after_refresh(self.wake)

    def on_click(self) -> None:
        """Show what the click has done on the board."""
        self.wake()

    def tick(self) -> None:
        """Do what is due, show the result, and plan the next update."""
        self._is_awake = False
        if self._program.has_failed or self._desk.ending or not self._is_seen():
            self.exit()
            return
        self._desk.step()
        self._follow_language()
        self._arrange()
        self._show_desk()
        self._show_board()
        self._show_words()
        self.plan(self._desk.seconds_to_wait)

    def _beat(self) -> None:
        """Draw everything again if some of it was lost, or end if all was for a while."""
        output = self._driver.output if isinstance(self._driver, TolerantDriver) else None
        loss = None if output is None else output.loss
        if output is None or loss is None:
            self._losses = 0
        else:
            output.loss = None
            self._follow_loss(loss)
        self.tick()

    def _follow_loss(self, loss: OSError) -> None:
        self._losses += 1
        if self._losses == 1:
            log.warning("the terminal did not take what was drawn: %s", reason(loss))
        if self._losses > self.MOST_LOSSES:
            self.exit(return_code=1)
        self.refresh(layout=True)

    def plan(self, seconds: float | None) -> None:
        """Update the screen again after ``seconds``; None waits for :meth:`wake`."""
        if self._next_tick is not None:
            self._next_tick.stop()
        if seconds is not None:
            self._next_tick = self.set_timer(max(seconds, self.SOONEST), self.tick)

    def panic(self, *renderables: RenderableType) -> None:
        """Close after a failure of the terminal, with a return code that says so."""
        self.exit(return_code=1)
        super().panic(*renderables)

    def on_key(self, event: events.Key) -> None:
        """Do what the key is for; ignore keys without a meaning."""
        name = key_name(event)
        if name in self._keys:
            self._keys[name]()
        else:
            self._desk.dice.throw_as(name)
        self.wake()

    def action_leave(self) -> None:
        """Close the terminal."""
        self.exit()

    def _key_actions(self) -> Mapping[str, Callable[[], object]]:
        dice = self._desk.dice
        return {
            **{
                key: partial(self._desk.key_presser.request, press)
                for key, press in presses(self._desk.wiring).items()
            },
            "t": dice.throw,
            "enter": partial(self._strike, "take", partial(self._press, "enter")),
            "space": partial(self._strike, "next", dice.throw),
            "[": partial(dice.choose, -1),
            "]": partial(dice.choose, 1),
            "c": dice.move_cup,
            **dice.strokes,
            "r": self._desk.people.put_right,
            "b": self._bring_board,
            "pageup": partial(self._board.scroll_page_up, animate=False),
            "pagedown": partial(self._board.scroll_page_down, animate=False),
            "q": self.action_leave,
        }

    def _press(self, key: str) -> None:
        """Press what ``key`` of the keyboard stands for."""
        press = presses(self._desk.wiring).get(key)
        if press is not None:
            self._desk.key_presser.request(press)

    def _strike(self, switch: str, otherwise: Callable[[], object]) -> None:
        """Close ``switch``, if people play with switches; else do what there is ``otherwise``."""
        if self._desk.app.table.takes_strokes:
            self._desk.key_presser.request(Press(switch))
        else:
            otherwise()

    def _bring_board(self) -> None:
        self._is_board_in_front = not self._is_board_in_front

    @property
    def _language(self) -> str:
        return self._desk.app.table.context.preferences.language

    def _follow_language(self) -> None:
        """Speak the language of the table: people may have chosen another one in the settings."""
        if self._say.code != self._language:
            self._say = Language(self._language)
            self._board.speak(self._say)

    def _arrange(self) -> None:
        """Arrange the screen again if its size, the board or the dice have changed."""
        layout, trays = self._desk.people.layout, heights(self._desk.dice.look())
        room = Room(*self._stage.size)
        board = layout.board if layout else None
        what = (room, board, trays, self._is_board_in_front)
        if what == self._arranged_for:
            return
        self._arranged_for = what
        if layout is not None and self._is_board_in_front:
            self._arrangement = board_in_front(room, layout, trays)
        else:
            pixels = self._desk.pi.model.size
            self._arrangement = side_by_side(room, pixels, layout, trays)
        self._oled.display = self._arrangement.rendition is not None
        self._board.display = self._arrangement.plan is not None
        self._tray.display = self._arrangement.tray_rows > 0

    def _show_desk(self) -> None:
        desk, rows = self._desk, self._arrangement.tray_rows
        if self._arrangement.rendition is not None:
            image = desk.pi.model.image()
            self._oled.show_image(image, self._arrangement.rendition)
        if rows:
            seen = desk.dice.look()
            # a line has a column of padding on each side
            what = seen, rows, self._stage.size.width - 2, self._say
            view = desk.people.view
            is_due = view is not None and view.awaited == "throw"
            self._tray.show((*what, is_due), lambda: tray_text(*what, is_due=is_due))
        # a keyboard has twenty digits, which nobody can press here
        lines = (line for line in desk.pi.lines if line not in DIGIT)
        levels = tuple((line, desk.pi.line(line)) for line in lines)
        self._pins.show(levels, lambda: pins_text(levels))

    def _show_board(self) -> None:
        people, plan = self._desk.people, self._arrangement.plan
        if people.layout is not None and plan is not None:
            seats = people.layout.seats
            self._board.show(plan, people.board.pieces, seats, self._desk.lit)

    def _show_words(self) -> None:
        people = self._desk.people
        table = self._desk.app.table
        offered = offer(table.stroke, table.going_on)
        now = prompt(
            people.view, self.size, people.board_differs, people.held, people.words, offered
        )
        self._title.show(self._say, lambda: Content(self._say(TITLE)))
        self._prompt.show((now, self._say), lambda: with_keys(self._say.heading(now)))
        columns = self._help.size.width
        self._help.show((columns, self._say), lambda: self._help_text(columns))

    def _help_text(self, columns: int) -> Content:
        senses = self._desk.sensors is not None
        return help_text(self._desk.wiring, columns, self._say, senses)
