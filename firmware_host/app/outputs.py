"""What people see and hear of a table: its display, its buzzer and the lights of its seats.

What the table shows says which signal is heard, and whose light is on.

A table without a display has one that shows nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from firmware_host.base.timing import earliest, has_come
from firmware_host.screens import Picture, can_draw, draw
from firmware_host.screens.view import Frame
from firmware_host.sensing.observed_board import TOO_SMALL
from firmware_host.session.hand_steps import SessionAction
from firmware_host.storage.journal import NOT_SAVED
from firmware_host.table.device import AS_USUAL, SHARES, Preferences
from firmware_host.table.effects import NO_MOVE_YET, NOTHING_TO_UNDO, NOWHERE
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import NOT_DUE
from firmware_host.table.table import STUCK
from firmware_host.text.translator import Language
from games.actions import Throw
from games.equipment import Seat, Side
from games.message import Message
from hardware.output import Buzzer, BuzzerPlayer, Lights, Signal
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from PIL import Image

LEFT_OUT = "the display failed repeatedly: it stays dark until the program is restarted"
NO_PILLOW = "the display stays dark: Pillow, which draws its pictures, is not installed"


class Display(Protocol):
    """What the loop shows its pictures on, for example :class:`hardware.display.oled.Oled`."""

    size: tuple[int, int]
    """Width and height in pixels; they change when another screen comes."""

    has_greys: bool
    """Whether it shows pictures of mode "L" too."""

    fault: str | None
    """Why it shows nothing, in one line; None while it works."""

    @property
    def deadline(self) -> float | None:
        """When to show the same picture again, in seconds; None if never."""

    def show(self, image: "Image.Image") -> None:
        """Show ``image``, of mode "1" or, if it :attr:`has_greys`, "L", and of :attr:`size`."""

    def set_brightness(self, brightness: int) -> None:
        """Set the brightness in use, from 0 to 255."""

    def touch(self) -> None:
        """Wake the display: somebody is using the table."""

    def close(self, image: "Image.Image | None" = None) -> None:
        """Release the display; ``image`` stays on it, or else it goes dark."""


class NullDisplay:
    """A :class:`Display` of ``size`` (width, height) pixels that is always dark.

    >>> from PIL import Image
    >>> display = NullDisplay((128, 64))
    >>> display.show(Image.new("1", display.size))
    >>> display.deadline is None
    True
    """

    deadline: float | None = None
    has_greys = False

    def __init__(self, size: tuple[int, int], fault: str = LEFT_OUT) -> None:
        self.size = size
        self.fault: str | None = fault

    def show(self, image: "Image.Image") -> None:
        """Ignore ``image``."""

    def set_brightness(self, brightness: int) -> None:
        """Do nothing."""

    def touch(self) -> None:
        """Do nothing."""

    def close(self, image: "Image.Image | None" = None) -> None:
        """Do nothing."""


NOTICES: Mapping[str, Signal] = {
    NOT_SAVED: "unsaved",
    **dict.fromkeys((NOTHING_TO_UNDO, NO_MOVE_YET, NOT_DUE, STUCK, NOWHERE, TOO_SMALL), "wrong"),
}
"""Notices of trouble; every other is heard as a tick."""

TICK: Signal = "settled"
CALLS = ("throw", "choice")
"""What the table waits for when it calls a seat."""


class Sounds:
    """Follows a table and says which signals each update deserves.

    :attr:`seat` is the one to act, whose light is on; None while nobody is.
    """

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self._last: TableStep | None = None
        self._is_over = False

    def signals(self, update: TableStep) -> tuple[Signal, ...]:
        """Return the signals for ``update``, the most important first."""
        signals = (
            *self._for_notice(update.shown.notice),
            *self._for_offer(update.stroke),
            *self._for_problem(update),
            *_for_actions(update.done),
            *self._for_answer(update),
            *self._for_end(update),
            *self._for_turn(update),
        )
        self._last = update
        # the demonstration must not sound through an empty room
        return () if update.shown.is_unattended else signals

    def _for_notice(self, notice: Message | None) -> Iterator[Signal]:
        # a notice that is shown again is another object: the person has tried again
        if notice is not None and (self._last is None or notice is not self._last.shown.notice):
            yield NOTICES.get(notice.text, TICK)

    def _for_offer(self, stroke: Message | None) -> Iterator[Signal]:
        """Tick when a stroke of a switch does something else than before."""
        if stroke is not None and self._last is not None and stroke != self._last.stroke:
            yield TICK

    def _for_problem(self, update: TableStep) -> Iterator[Signal]:
        """Signal once that a throw does not count or that the board differs."""
        before = None if self._last is None else self._last.view.problem
        if update.view.problem is not None and update.view.problem != before:
            yield "wrong"

    def _for_answer(self, update: TableStep) -> Iterator[Signal]:
        """Signal once whether a question was answered rightly."""
        before, view = None if self._last is None else self._last.view, update.view
        if view.verdict is not None and view != before:
            yield "over" if view.verdict else "wrong"

    def _for_end(self, update: TableStep) -> Iterator[Signal]:
        is_over = update.view.awaited == "next game"
        if is_over and not self._is_over:
            yield "over"
        if not update.shown.is_overlay:
            self._is_over = is_over

    def _for_turn(self, update: TableStep) -> Iterator[Signal]:
        """Call the seat that acts now, if it was another's turn before."""
        before = self.seat
        if update.view.actor is not None or not update.shown.is_overlay:
            self.seat = update.view.actor
        if update.view.awaited in CALLS and update.view.actor != before:
            yield "turn"


def _for_actions(actions: Iterable[SessionAction]) -> Iterator[Signal]:
    for action in actions:
        if isinstance(action, Throw):
            yield "settled"
        elif action.captures:
            yield "captured"


OutputPart = Display | Buzzer | Lights

Drawn = tuple[Frame | None, Picture | None]
"""What was drawn ahead; no picture of what is shown already."""

NOTHING: Drawn = (None, None)


class Outputs:
    """The open ``display`` of a table with ``wiring``, and its buzzer and lights.

    ``factory`` is the gpiozero pin factory. Call :meth:`use` before anything is shown.

    ``frame`` was shown last; set it to None to draw everything again. ``player`` plays the signals.
    ``parts`` are all that must be closed and may fail, by the names that the log calls them.
    """

    def __init__(self, display: Display, wiring: Wiring, factory: Any) -> None:
        self.frame: Frame | None = None
        buzzer = Buzzer(wiring.buzzer, factory)
        self.player = BuzzerPlayer(buzzer.sound)
        self._display, self._sounds = display, Sounds()
        self._lights = Lights(wiring.lights, factory)
        self.parts: Mapping[str, OutputPart] = {
            "display": display,
            "buzzer": buzzer,
            "lights": self._lights,
        }
        self._has_sound = wiring.buzzer is not None
        self._full_brightness = wiring.display.brightness
        self._preferences, self._say = AS_USUAL, Language(AS_USUAL.language)
        self._picture: Picture | None = None
        self._drawn: Drawn = NOTHING
        self._sent: Image.Image | None = None
        self._draws = can_draw()

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`tick` again, in seconds; None if never."""
        return earliest((self._display.deadline, self.player.deadline))

    @property
    def words(self) -> str:
        """What a person reads on the display."""
        return "" if self._picture is None else self._picture.words

    @property
    def image(self) -> "Image.Image | None":
        """The picture on the display, of mode "1"; None before the first one."""
        return None if self._picture is None else self._picture.image

    @property
    def has_picture(self) -> bool:
        """True while the display works, so that people see what is shown."""
        return self._display.fault is None

    @property
    def side(self) -> Side | None:
        """The side of the seat whose light is on; None while all are dark."""
        return None if self._sounds.seat is None else self._sounds.seat.side

    def use(self, preferences: Preferences) -> None:
        """Apply ``preferences``; everything is drawn again."""
        self._preferences, self._say = preferences, Language(preferences.language)
        share = SHARES[preferences.brightness]
        self._display.set_brightness(round(self._full_brightness * share))
        self.frame, self._drawn = None, NOTHING

    def wake(self) -> None:
        """Wake the display: somebody is using the table."""
        self._display.touch()

    def draw(self, frame: Frame) -> None:
        """Draw ``frame``, unless it is shown already; nobody sees it before :meth:`show`."""
        is_needed = frame != self.frame and self._draws
        self._drawn = frame, self._draw(frame) if is_needed else None

    def show(self, frame: Frame) -> None:
        """Show ``frame``, unless it is shown already."""
        if self._drawn[0] is not frame:
            self.draw(frame)
        (_, picture), self._drawn = self._drawn, NOTHING
        if not self._draws:
            self.frame = frame
        if picture is not None:
            self.frame, self._picture = frame, picture
            self._sent = picture.greys if self._display.has_greys else picture.image
            self._display.show(self._sent)

    def signal(self, updates: Iterable[TableStep], now: float) -> None:
        """Play what ``updates`` call for from ``now`` (seconds) on; light the seat to act."""
        signals = [each for update in updates for each in self._sounds.signals(update)]
        if self._has_sound and self._preferences.sound:
            for signal in signals:
                self.player.play(signal, now)
        self._lights.show(self.side)

    def tick(self, now: float) -> None:
        """Do what is due at ``now`` (seconds): show the picture once more, play the next tone."""
        if self._sent is not None and has_come(self._display.deadline, now):
            self._display.show(self._sent)
        if self._sent is not None and self._sent.size != self._display.size:
            self.frame = None  # a screen has come that needs a picture of another size
        self.player.tick(now)

    def leave(self, frame: Frame) -> None:
        """Close the display; ``frame`` stays on it."""
        self._picture = self._draw(frame) if self._draws else None
        self._display.close(self.image)

    def _draw(self, frame: Frame) -> Picture:
        return draw(frame, self._display.size, self._say, self._preferences.big_text)
