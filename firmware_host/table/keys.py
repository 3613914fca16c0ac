"""The keys of a table: what each one does, pressed and held, and what stands for it on a keyboard.

This is the only list of what keys do everywhere, to which features add theirs; what a key does in
one scene, the scene says. The inputs take from it which keys repeat and which have a hold, the
table its shortcuts, the simulator its keyboard and its help line, and the manual its page about
keys. docs/developers/key.md shows how to add a key or a hold.

Which presses count: one that was meant for a scene that is no longer shown does not. Times are
seconds.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Registry
from firmware_host.table.effects import ShowLastMove, ShowMenu, Undo
from firmware_host.table.idle import STAFF
from firmware_host.table.scene import Attendant, Effect, Scene, TableParts
from games.message import Message, msg
from hardware.input.edges import KeyEvent
from hardware.input.keys import ACTS_AS, DIGIT
from hardware.wiring.sections import SWITCHES

SURPRISE_SECONDS = 0.2
"""After a scene has changed by itself, a key means nothing for this long: it was for the last."""

DOUBLE_SECONDS = 0.25
"""Two presses of a key that are closer than this were meant for one scene."""


class StrayPresses:
    """Remembers in which scene each key was pressed last, and when a scene changed by itself."""

    def __init__(self) -> None:
        self._deaf_until = 0.0
        self._pressed: dict[str, tuple[float, type[Scene]]] = {}

    def surprise(self, now: float) -> None:
        """Note that the scene has changed at ``now`` without a key."""
        self._deaf_until = now + SURPRISE_SECONDS

    def catch(self, event: KeyEvent, scene: Scene, now: float) -> bool:
        """Return whether a press or repeat at ``now`` was not meant for ``scene``.

        A key that the scene is wary of is also caught while it is held since an earlier scene, and
        if it was pressed there just before.
        """
        if now < self._deaf_until or self._is_old(event, scene, now):
            return True
        if event.kind == "press":
            self._pressed[event.key] = now, type(scene)
        return False

    def _is_old(self, event: KeyEvent, scene: Scene, now: float) -> bool:
        pressed_at, pressed_in = self._pressed.get(event.key, (now, type(scene)))
        if event.key not in scene.wary_of or pressed_in is type(scene):
            return False
        return event.kind == "repeat" or now < pressed_at + DOUBLE_SECONDS


class Stroke(Struct, frozen=True):
    """A way to use a key: to press it, or to hold it.

    ``does`` says in English what it does, for the manual. ``keyboard`` has the keys of a computer's
    keyboard that do the same in the simulator, as Textual names them, and ``help`` is the text
    about them in the simulator's help line. ``effect`` is what the table does wherever the scene
    has no meaning for a press, and always after a hold.
    """

    does: str
    keyboard: tuple[str, ...] = ()
    help: str = ""
    effect: Effect | None = None


class TableKey(Struct, frozen=True):
    """A key by its ``name`` in the wiring, its ``title`` on the screen, and what it does.

    A key that ``repeats`` is pressed again and again while it is held. The press of a key with a
    ``hold`` only counts when the key is released. The wiring may let a held key act as another one;
    ``usual_hold`` says in the manual which one is usual. The effect of a press of a key that
    ``is_everywhere`` comes before what a scene might mean by it.
    """

    name: str
    title: str
    press: Stroke
    repeats: bool = False
    hold: Stroke | None = None
    usual_hold: str = ""
    is_everywhere: bool = False


KEYS: Final = (
    TableKey(
        "up",
        msg("up"),
        Stroke("a line or a point further up; a larger throw", ("up",), msg("`←↑↓→` arrows")),
        repeats=True,
    ),
    TableKey(
        "down",
        msg("down"),
        Stroke("a line or a point further down; a smaller throw", ("down",)),
        repeats=True,
    ),
    TableKey(
        "left",
        msg("left"),
        Stroke("a point further left; the previous value", ("left",)),
        hold=Stroke("takes back the last throw or move", ("u",), msg("`u` take back"), Undo()),
    ),
    TableKey(
        "right",
        msg("right"),
        Stroke("a point further right; the next value", ("right",)),
        repeats=True,
    ),
    TableKey(
        "ok",
        msg("OK"),
        Stroke("chooses, confirms, lets the machine throw", ("enter",), msg("`Enter` OK")),
    ),
    TableKey(
        "back",
        msg("back"),
        Stroke("one step back", ("escape", "backspace"), msg("`Esc` back")),
        usual_hold="opens the menu, if the wiring says so",
    ),
    TableKey(
        "hint",
        msg("hint"),
        Stroke("shows what you can do now, and what would be good", ("h", "?"), msg("`h` hint")),
        hold=Stroke("shows the last move again", effect=ShowLastMove()),
    ),
    TableKey("menu", msg("menu"), Stroke("opens the menu", ("m",), msg("`m` menu"), ShowMenu())),
)


class Aid(Attendant, Protocol):
    """Another way to press the keys, for people who cannot: strokes of switches."""

    @property
    def is_on(self) -> bool:
        """Whether people play so."""

    @property
    def patience(self) -> tuple[float, float]:
        """For how long a switch has to be closed until it counts, and open until it counts again.

        Both are in seconds.
        """

    @property
    def going_on(self) -> str:
        """The switch that only goes on to the next offer; empty if none does."""

    @property
    def words(self) -> Message | None:
        """What a stroke does now; None at a table that is played with keys."""

    def takes(self, event: KeyEvent) -> bool:
        """Return whether ``event`` is a stroke, and there is something to take with it."""

    def stroke(self, event: KeyEvent, now: float) -> str | None:
        """Do what ``event`` takes at ``now`` (seconds); return the key that this presses."""


AIDS = Registry[Callable[[TableParts], Aid]]()
"""The aids of features, each for one table."""

TABLE_KEYS = Registry[TableKey]()
"""The keys of features."""


@cache
def table_keys() -> tuple[TableKey, ...]:
    """Return all keys that there are, those of features last."""
    return (*KEYS, *TABLE_KEYS)


@cache
def titles() -> Mapping[str, Message]:
    """Return the name of each key as people read it on the screen, by its name in the wiring."""
    return {key.name: Message.of(key.title) for key in table_keys()}


@cache
def repeating() -> Collection[str]:
    """Return the keys that repeat, and the digits of a numeric pad that act as these."""
    return with_digits([key.name for key in table_keys() if key.repeats])


@cache
def holding() -> Collection[str]:
    """Return the keys that have a hold, and the digits of a numeric pad that act as these."""
    return with_digits([key.name for key in table_keys() if key.hold is not None])


def with_digits(names: Collection[str]) -> Collection[str]:
    """Return ``names`` of keys with the digits of a numeric pad that act as these."""
    return (*names, *(digit for digit, key in ACTS_AS.items() if key in names))


@cache
def press_effects() -> Mapping[str, Effect]:
    """Return what the table does after a press that means nothing in the scene."""
    return {key.name: key.press.effect for key in table_keys() if key.press.effect is not None}


@cache
def effects_everywhere() -> Mapping[KeyEvent, Effect]:
    """Return what the table does after a press before it asks the scene, even if it has woken."""
    names = [key.name for key in table_keys() if key.is_everywhere]
    effects = press_effects().items()
    return {KeyEvent(name, "press"): effect for name, effect in effects if name in names}


@cache
def hold_effects() -> Mapping[KeyEvent, Effect]:
    """Return what the table does after a hold, whatever the scene is."""
    return {
        KeyEvent(key.name, "hold"): key.hold.effect
        for key in table_keys()
        if key.hold is not None and key.hold.effect is not None
    }


STAFF_MEMBERS: Final = ("back", "hint")
STAFF_SECONDS: Final = 5.0
"""The staff gesture: these two keys held together, for longer than happens by chance."""


def meant(event: KeyEvent, typing: Collection[str]) -> KeyEvent | None:
    """Return what ``event`` means: a key of ``typing`` types its digit, other digits act as keys.

    None if it means nothing.

    >>> meant(KeyEvent("pad 8", "press"), typing=["pad 8"])
    KeyEvent(key='8', kind='press')
    >>> meant(KeyEvent("pad 8", "press"), typing=())
    KeyEvent(key='up', kind='press')
    >>> meant(KeyEvent("digit 8", "press"), typing=()) is None
    True
    """
    if event.key not in DIGIT:
        return event
    if event.key in typing:
        return replace(event, key=DIGIT[event.key]) if event.kind == "press" else None
    acts_as = ACTS_AS.get(event.key)
    return None if acts_as is None else replace(event, key=acts_as)


def without_aid(event: KeyEvent) -> KeyEvent:
    """Return what ``event`` means at a table that people play with keys: a switch acts as OK.

    >>> without_aid(KeyEvent("next", "press"))
    KeyEvent(key='ok', kind='press')
    """
    return replace(event, key="ok") if event.key in SWITCHES else event


def title(name: str) -> Message:
    """Return the name of a key as people read it on the screen."""
    return titles().get(name) or Message.of(name)


def staff_chord(keys: Collection[str]) -> Mapping[str, Collection[str]]:
    """Return the staff gesture at a table with ``keys``; none if one of its keys is missing.

    >>> staff_chord(["ok", "back"])
    {}
    """
    return {STAFF: STAFF_MEMBERS} if set(STAFF_MEMBERS) <= set(keys) else {}
