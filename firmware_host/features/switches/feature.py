"""Playing with one switch or two: the table offers what the keys do, one after the other.

What is offered are the stops of the cursor, then the other keys that mean something. Scenes only
return what a key would lead to, so they are asked: a key that leads nowhere, to another stop, or to
the same as another key is not offered.

Times are seconds. With one switch, each offer lasts for a while, the first one of a scene for twice
as long; after :data:`ROUNDS` rounds without a stroke nothing is offered until the next stroke,
which does nothing else. With two switches one goes on and the other takes, and nothing moves by
itself.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.base.registry import Fact
from firmware_host.screens.view import Awaited
from firmware_host.table.context import SceneContext
from firmware_host.table.device import PREFERENCES, FeaturePreferences, Preferences
from firmware_host.table.effects import ShowHelp, ShowMenu
from firmware_host.table.keys import AIDS, title
from firmware_host.table.scene import OFFER, TAKE, Effect, Scene, Show, Stop, TableParts, Waiting
from firmware_host.table.scenes.additions import (
    IS_WITHOUT_HOLDS,
    SETTINGS,
    FeatureSettings,
    OfferedSetting,
    SettingLine,
)
from firmware_host.table.scenes.settings import NO, seconds, setting
from games.message import Message, msg
from hardware.input.edges import KeyEvent
from hardware.wiring.sections import SWITCHES, Scanning
from hardware.wiring.wiring import Wiring

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
        self._known: tuple[object, ...] = ()

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
        # lines come with what is learned later, as from files, while the scene stays the same
        known = (self._table.context.facts, self._table.context.history)
        if scene is not self._offered or known != self._known:
            self._offered, self._known = scene, known
            scanner.look(scene, self._table.context, now)
        if self._is_hidden:
            scanner.wait(now)
        scanner.tick(now)
        self._show_cursor(scanner)

    def _begun(self) -> "Scanner":
        """Return the scanner, which is loaded when somebody plays with switches."""
        if self._scanner is None:
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


ROUNDS: Final = 3
"""So many rounds are offered before the scanner rests."""

FIRST: Final = 2
"""How many times as long the first offer of a scene lasts: the screen must be read before."""

QUIET: Final[tuple[Awaited, ...]] = ("machine", "phone", "other table", "nothing")
"""While the table waits for these, nothing is offered unless somebody asks by a stroke."""

RESTS: Final = msg("Paused: press the switch")
NEXT: Final = SWITCHES[0]
ARROWS: Final = ("up", "down", "left", "right")
ORDER: Final = ("ok", *ARROWS, "hint", "back", "menu")
"""The order in which keys are offered."""

NAMED: Final = ("ok", "back", "hint", "menu", *ARROWS)
"""Of keys that lead to the same, the first one here is offered."""


class Offer(Struct, frozen=True):
    """What a stroke does now: it presses ``key`` at the ``stop``, None if there is no cursor.

    An offer that ``goes_round`` begins another round of the stops, on which ``key`` is taken.
    """

    key: str
    stop: Stop | None = None
    goes_round: bool = False

    @property
    def is_visible(self) -> bool:
        """Whether the cursor shows all there is to know."""
        return self.stop is not None and self.key == self.stop.key and not self.stop.says

    @property
    def words(self) -> Message:
        """What a stroke does."""
        if self.stop is None or self.key != self.stop.key:
            return Message.of(OFFER, key=title(self.key))
        return Message.of(self.stop.says or TAKE)


def offers(scene: Scene, context: SceneContext) -> tuple[Offer, ...]:
    """Return all that can be offered in ``scene``, in the order of a round."""
    stops = scene.stops(context)
    at = stops[-1].scene if stops else scene
    others = tuple(
        Offer(key, goes_round=bool(stops) and key in scene.means_by_stop)
        for key in _others(at, stops, context)
    )
    return (*(Offer(stop.key, stop) for stop in stops), *others)


def _others(scene: Scene, stops: tuple[Stop, ...], context: SceneContext) -> tuple[str, ...]:
    """Return the keys that lead somewhere else than the ``stops`` do."""
    led: dict[str, tuple[Effect, ...]] = {}
    nowhere = [(Show(stop.scene),) for stop in stops] + [(Show(scene),), ()]
    for key in NAMED:
        if stops and key == "ok":
            continue
        effects = scene.press(key, context)
        for found in (effects,) if effects is not None else _fallback(key, context):
            if found not in nowhere and found not in led.values():
                led[key] = found
    return tuple(key for key in ORDER if key in led)


def _fallback(key: str, context: SceneContext) -> Iterator[tuple[Effect, ...]]:
    """Yield what the table does, if anything, after a ``key`` that means nothing in the scene."""
    if key == "hint":
        yield (ShowHelp(),)
    elif key == "menu" and context.in_game:
        yield (ShowMenu(),)


class Scanner:
    """Leads people with one switch or two through what the keys do.

    The table calls :meth:`follow` with what can be offered, :meth:`tick` when it is due, and
    :meth:`stroke` for each stroke of a switch.
    """

    def __init__(self) -> None:
        self._mode: Scanning = "off"
        self._pace = 0.0
        self._kind: type[Scene] | None = None
        self._offers: tuple[Offer, ...] = ()
        self._at: int | None = None
        self._due: float | None = None
        self._rounds = 0
        self._armed: str | None = None
        self._is_quiet = False
        self._is_repeated = False

    @property
    def offer(self) -> Offer | None:
        """What a stroke takes now; None while nothing is offered."""
        if self._at is None or not self._offers:
            return None
        offer = self._offers[self._at]
        return offer if self._armed is None else Offer(self._armed, offer.stop)

    @property
    def words(self) -> Message | None:
        """What a stroke does now; None without scanning, and while nobody has to do anything."""
        if self._mode == "off" or not self._offers:
            return None
        if self.offer is not None:
            return self.offer.words
        return None if self._is_quiet else Message.of(RESTS)

    @property
    def strip(self) -> Message | None:
        """What has to be written on the display, as the cursor does not show it."""
        return None if self.offer is not None and self.offer.is_visible else self.words

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due; None if never."""
        return self._due

    def set(self, mode: Scanning, pace: float) -> bool:
        """Scan for so many switches as ``mode`` says; with one, an offer lasts ``pace`` seconds.

        Return whether that has changed: then :meth:`follow` must be called.
        """
        if (mode, pace) == (self._mode, self._pace):
            return False
        self._mode, self._pace = mode, pace
        self._kind, self._offers, self._at, self._due = None, (), None, None
        return True

    def look(self, scene: Scene, context: SceneContext, now: float) -> None:
        """Offer what can be offered in ``scene`` at the table of ``context`` from ``now`` on."""
        self.follow(scene, offers(scene, context), scene.view(context).awaited, now)

    def follow(self, scene: Scene, offers: tuple[Offer, ...], awaited: Awaited, now: float) -> None:
        """Offer what can be offered in ``scene`` from ``now`` on; ``awaited`` is by whom."""
        if type(scene) is self._kind and offers == self._offers:
            return
        is_same = type(scene) is self._kind
        key = self.offer.key if self.offer is not None and is_same else None
        was_repeated = is_same and self._is_repeated
        self._kind, self._offers, self._rounds, self._armed = type(scene), offers, 0, None
        self._is_quiet, self._is_repeated = awaited in QUIET, was_repeated
        if self._is_quiet or not offers:
            self._at, self._due = None, None
        else:
            self._go(self._place(scene, key), now, 1 if is_same else FIRST)

    def wait(self, now: float) -> None:
        """Let what is offered last from ``now`` on: a notice lies over it."""
        if self._due is not None:
            self._due = now + self._pace

    def tick(self, now: float) -> None:
        """Go on to the next offer if that is due at ``now``."""
        if self._due is not None and self._due <= now:
            self._advance(now)

    def stroke(self, switch: str, now: float) -> str | None:
        """Return the key that a stroke of ``switch`` presses; None if it presses none."""
        offer = self.offer
        if offer is None:
            self._rounds, self._is_quiet = 0, False
            if self._offers:
                self._go(0, now)
            return None
        if self._mode == "two" and switch == NEXT:
            self._advance(now)
            return None
        self._rounds = 0
        if offer.goes_round:
            self._armed = offer.key
            self._go(0, now)
            return None
        self._armed = None
        self._is_repeated = offer.key in ARROWS and offer.stop is None
        self._go(self._at or 0, now)
        return offer.key

    def _place(self, scene: Scene, key: str | None) -> int:
        """Return the offer to begin with: where the cursor is, or the ``key`` that was taken."""
        stops = [offer.stop.scene for offer in self._offers if offer.stop is not None]
        if scene in stops:
            return stops.index(scene)
        keys = [offer.key for offer in self._offers]
        return keys.index(key) if key in keys and not stops else 0

    def _go(self, place: int, now: float, times: int = 1) -> None:
        self._at = place
        self._due = now + times * self._pace if self._mode == "one" else None

    def _advance(self, now: float) -> None:
        """Go to the next offer; after an arrow that was pressed to OK, which keeps what is set."""
        keys = [offer.key for offer in self._offers]
        place = (self._at or 0) + 1
        if self._is_repeated and keys[place - 1] in ARROWS and "ok" in keys:
            place = keys.index("ok")
        self._is_repeated = False
        stops = sum(offer.stop is not None for offer in self._offers)
        if self._armed is not None and place >= stops:
            self._armed, place = None, 0
        if place >= len(self._offers):
            place = 0
            self._rounds += 1
        if self._rounds >= ROUNDS and self._mode == "one":
            self._at, self._due = None, None
        else:
            self._go(place, now)


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
