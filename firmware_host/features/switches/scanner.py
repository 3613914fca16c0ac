"""What can be offered in a scene, which offer is due when, and what a stroke of a switch takes.

What is offered are the stops of the cursor, then the other keys that mean something. Scenes only
return what a key would lead to, so they are asked: a key that leads nowhere, to another stop, or to
the same as another key is not offered.

Times are seconds. With one switch, each offer lasts for a while, the first one of a scene for twice
as long; after :data:`ROUNDS` rounds without a stroke nothing is offered until the next stroke,
which does nothing else. With two switches one goes on and the other takes, and nothing moves by
itself.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from firmware_host.screens.view import Awaited
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import ShowHelp, ShowMenu
from firmware_host.table.keys import title
from firmware_host.table.scene import OFFER, TAKE, Effect, Scene, Show, Stop
from games.message import Message, msg
from hardware.wiring.sections import SWITCHES, Scanning

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
