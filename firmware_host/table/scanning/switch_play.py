"""Playing with switches at a table: what is offered, what strokes do. Times are seconds."""

from firmware_host.table.scanning.offers import offers
from firmware_host.table.scanning.scanner import Scanner
from firmware_host.table.scene import Scene, TableParts, Waiting
from games.message import Message, msg
from hardware.input.key_timing import KeyEvent
from hardware.wiring.switches import SWITCHES

CLOSES = msg("Switch: close the message")


class SwitchPlay:
    """Offers what can be done in the scene that is shown, as the preferences ask for it."""

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._scanner = Scanner()
        self._offered: Scene | None = None

    @property
    def is_on(self) -> bool:
        """Whether people play with switches."""
        return self._table.context.preferences.scanning != "off"

    @property
    def deadline(self) -> float | None:
        """When :meth:`offer` has something to do; None if never."""
        return self._scanner.deadline

    @property
    def strip(self) -> Message | None:
        """What has to be written on the display of the offer; None if nothing."""
        return self._scanner.strip

    @property
    def words(self) -> Message | None:
        """What a stroke does now; None at a table that is played with keys."""
        return Message.of(CLOSES) if self._is_hidden else self._scanner.words

    @property
    def _is_hidden(self) -> bool:
        """Whether a notice lies where people would see what a stroke does."""
        return self._table.notices.shown is not None and self._scanner.strip is not None

    def takes(self, event: KeyEvent) -> bool:
        """Return whether ``event`` is of a switch, and there is something to take with it."""
        is_awake = not isinstance(self._table.scenes.shown, Waiting)
        return self.is_on and event.key in SWITCHES and is_awake

    def stroke(self, event: KeyEvent, now: float) -> str | None:
        """Take what is offered if ``event`` closes a switch; return the key that this presses."""
        self.offer(now)
        if event.kind != "press":
            return None
        if self._is_hidden:
            self._table.notices.clear()
            return None
        key = self._scanner.stroke(event.key, now)
        self._show_cursor()
        return key

    def offer(self, now: float) -> None:
        """Offer what can be done in the scene that is shown; go on to the next offer if due."""
        preferences, scene = self._table.context.preferences, self._table.scenes.shown
        if not self.is_on and self._offered is None:
            return
        if self._scanner.set(preferences.scanning, float(preferences.pace)):
            self._offered = None
        if not self.is_on:
            return
        if scene is not self._offered:
            self._offered = scene
            awaited = scene.view(self._table.context).awaited
            self._scanner.follow(scene, offers(scene, self._table.context), awaited, now)
        if self._is_hidden:
            self._scanner.wait(now)
        self._scanner.tick(now)
        self._show_cursor()

    def _show_cursor(self) -> None:
        """Put the cursor where the offer is."""
        offer = self._scanner.offer
        if (
            offer is not None
            and offer.stop is not None
            and offer.stop.scene != self._table.scenes.shown
        ):
            self._table.show(offer.stop.scene)
            self._offered = self._table.scenes.shown
