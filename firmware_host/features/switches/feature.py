"""What playing with switches adds to the core."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, get_args

from msgspec.structs import replace

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.base.facts import Fact
from firmware_host.table.context import SceneContext
from firmware_host.table.keys import AIDS
from firmware_host.table.preferences import PREFERENCES, FeaturePreferences, Preferences
from firmware_host.table.scene import Scene, TableParts, Waiting
from firmware_host.table.scenes.menu import IS_WITHOUT_HOLDS
from firmware_host.table.scenes.settings import (
    NO,
    SETTINGS,
    FeatureSettings,
    OfferedSetting,
    SettingLine,
    seconds,
    setting,
)
from games.message import Message, msg
from hardware.input.key_timing import KeyEvent
from hardware.wiring.sections import SWITCHES, Scanning
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from firmware_host.features.switches.scanner import Scanner

Pace = Literal["0.5", "0.7", "1", "1.5", "2", "3", "4", "5"]
Accept = Literal["0", "0.1", "0.2", "0.5", "1"]
Lock = Literal["0", "0.2", "0.5", "1", "2"]


class SwitchesHere(Fact, frozen=True):
    """With how many switches people play at this table who have nothing else."""

    scanning: Scanning = "off"


class SwitchesChosen(Fact, frozen=True):
    """What people choose: ``scanning`` says for how many switches the keys are offered.

    With one, each offer lasts ``pace`` seconds. A switch counts when it has been closed for
    ``accept`` seconds, and again after it has been open for ``lock`` seconds.
    """

    scanning: Scanning = "off"
    pace: Pace = "1.5"
    accept: Accept = "0"
    lock: Lock = "0.2"


CLOSES: Final = msg("Switch: close the message")
SCANNING_NAMES: Final[Mapping[str, str]] = {"off": NO, "one": "1", "two": "2"}

SCANNING_LINE = SettingLine(
    "scanning",
    msg("Switches"),
    msg(
        "Play with one switch or two instead of keys. One: choices come by themselves, press to"
        " take one. Two: one switch moves on, the other takes."
    ),
    lambda number: Message.of(SCANNING_NAMES[number]),
)
SWITCH_LINES = (
    SettingLine("pace", msg("Pace"), msg("How long each choice stays."), seconds),
    SettingLine(
        "accept",
        msg("Hold to press"),
        msg("How long you hold the switch until the press counts."),
        seconds,
    ),
    SettingLine(
        "lock",
        msg("Lock after press"),
        msg("How long the switch must be released before it counts again: against double presses."),
        seconds,
    ),
)


class SwitchPlay:
    """Offers what can be done in the scene that is shown, as the preferences ask for it."""

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._scanner: Scanner | None = None
        self._offered: Scene | None = None

    @property
    def is_on(self) -> bool:
        """Whether people play with switches."""
        return self._chosen.scanning != "off"

    @property
    def patience(self) -> tuple[float, float]:
        """For how many seconds a switch has to be closed, and open again, until it counts."""
        return float(self._chosen.accept), float(self._chosen.lock)

    @property
    def going_on(self) -> str:
        """The switch that only goes on to the next offer; empty if none does."""
        return SWITCHES[0] if self._chosen.scanning == "two" else ""

    @property
    def _chosen(self) -> SwitchesChosen:
        return self._table.context.preferences.of(SwitchesChosen)

    @property
    def deadline(self) -> float | None:
        """When :meth:`attend` has something to do; None if never."""
        return None if self._scanner is None else self._scanner.deadline

    @property
    def strip(self) -> Message | None:
        """What has to be written on the display of the offer; None if nothing."""
        return None if self._scanner is None else self._scanner.strip

    @property
    def words(self) -> Message | None:
        """What a stroke does now; None at a table that is played with keys."""
        if self._scanner is None:
            return None
        return Message.of(CLOSES) if self._is_hidden else self._scanner.words

    @property
    def _is_hidden(self) -> bool:
        """Whether a notice lies where people would see what a stroke does."""
        return self._table.notices.shown is not None and self.strip is not None

    def takes(self, event: KeyEvent) -> bool:
        """Return whether ``event`` is of a switch, and there is something to take with it."""
        is_awake = not isinstance(self._table.scenes.shown, Waiting)
        return self.is_on and event.key in SWITCHES and is_awake

    def stroke(self, event: KeyEvent, now: float) -> str | None:
        """Take what is offered if ``event`` closes a switch; return the key that this presses."""
        self.attend(now)
        if event.kind != "press":
            return None
        if self._is_hidden:
            self._table.notices.clear()
            return None
        scanner = self._begun()
        key = scanner.stroke(event.key, now)
        self._show_cursor(scanner)
        return key

    def attend(self, now: float) -> None:
        """Offer what can be done in the scene that is shown; go on to the next offer if due."""
        chosen, scene = self._chosen, self._table.scenes.shown
        if not self.is_on and self._offered is None:
            return
        scanner = self._begun()
        if scanner.set(chosen.scanning, float(chosen.pace)):
            self._offered = None
        if not self.is_on:
            return
        if scene is not self._offered:
            self._offered = scene
            scanner.look(scene, self._table.context, now)
        if self._is_hidden:
            scanner.wait(now)
        scanner.tick(now)
        self._show_cursor(scanner)

    def _begun(self) -> "Scanner":
        """Return the scanner, which is loaded when somebody plays with switches."""
        if self._scanner is None:
            from firmware_host.features.switches.scanner import Scanner

            self._scanner = Scanner()
        return self._scanner

    def _show_cursor(self, scanner: "Scanner") -> None:
        """Put the cursor where the offer is."""
        offer = scanner.offer
        if (
            offer is not None
            and offer.stop is not None
            and offer.stop.scene != self._table.scenes.shown
        ):
            self._table.show(offer.stop.scene)
            self._offered = self._table.scenes.shown


def _here(request: Request) -> SwitchesHere:
    return SwitchesHere(request.wiring.scanning)


def _fit(kept: SwitchesChosen, wiring: Wiring) -> SwitchesChosen:
    """Return what counts where people may have nothing but switches."""
    return replace(kept, scanning=wiring.scanning) if kept.scanning == "off" else kept


def _plays(context: SceneContext) -> bool:
    return context.preferences.of(SwitchesChosen).scanning != "off"


def _offered(chosen: Preferences, context: SceneContext) -> tuple[OfferedSetting, ...]:
    """Return the lines about switches; who has nothing else cannot turn them off."""
    number, scanning = chosen.of(SwitchesChosen).scanning, setting(SCANNING_LINE, chosen)
    if context.fact(SwitchesHere).scanning != "off":
        scanning = scanning._replace(choices=scanning.choices[1:])
    if number == "off":
        return (scanning,)
    lines = [line for line in SWITCH_LINES if line.field != "pace" or number == "one"]
    return (scanning, *(setting(line, chosen) for line in lines))


def _hides(chosen: Preferences) -> tuple[str, ...]:
    """Return what is set otherwise for people who play with switches."""
    return () if chosen.of(SwitchesChosen).scanning == "off" else ("steady",)


OFFERS: Final = (
    OPENING_FACTS.offer(_here),
    AIDS.offer(SwitchPlay),
    IS_WITHOUT_HOLDS.offer(_plays),
    PREFERENCES.offer(
        FeaturePreferences(
            SwitchesChosen,
            {
                "scanning": get_args(Scanning),
                "pace": get_args(Pace),
                "accept": get_args(Accept),
                "lock": get_args(Lock),
            },
            _fit,
        )
    ),
    SETTINGS.offer(
        FeatureSettings((SCANNING_LINE, *SWITCH_LINES), _offered, after="steady", hides=_hides)
    ),
)
