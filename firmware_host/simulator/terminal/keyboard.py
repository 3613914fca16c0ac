"""What the keys of the keyboard do, and the presses that follow.

A terminal reports that a key was struck, again and again while it stays down, but never that it was
released. So every stroke is a press of fixed length, in the time of the machine: that stands still
while this program is too busy to move the contact (:meth:`hardware.simulated.Timeline.now`), so
that no press is lost, and none becomes a hold.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.content import Content
from textual.events import Key

from firmware_host.session.cursor import ARROWS
from firmware_host.simulator.terminal.people import People
from firmware_host.simulator.terminal.words import flow, with_keys
from firmware_host.table.keys import KEYS, STAFF_MEMBERS, STAFF_SECONDS
from firmware_host.text.translator import Language
from games.message import msg
from hardware.input.edges import STABLE
from hardware.simulated import SimulatedPi
from hardware.wiring.wiring import Wiring

MARGIN = 0.2
"""Seconds for which the keys of a gesture are held longer than needed."""

MENU, STAFF = "m", "s"

SHORT, LONG = 0.05, 1.0
"""Seconds for which a key is pressed, and held."""

SETTLED = STABLE + 0.001
"""Seconds from the last edge of a press until the program can know that it has ended."""

GLANCE = 0.01
"""Seconds between two looks at whether the program has handled a press."""

MOST_WAITING = 3
"""The most equal presses that wait: more than a person strikes while the program is busy, and few
enough that a key that is held down, which a keyboard repeats, stops soon after it is let go."""


@dataclass(frozen=True, slots=True)
class Press:
    """A ``key`` of the wiring, pressed for ``seconds``, and others ``together`` with it."""

    key: str
    seconds: float = SHORT
    together: tuple[str, ...] = ()


PRESSES: Mapping[str, Press] = {
    **{stroke: Press(key.name) for key in KEYS for stroke in key.press.keyboard},
    **{f"shift+{arrow}": Press(arrow, LONG) for arrow in ARROWS},
    **{stroke: Press(key.name, LONG) for key in KEYS if key.hold for stroke in key.hold.keyboard},
    STAFF: Press(STAFF_MEMBERS[0], STAFF_SECONDS + MARGIN, STAFF_MEMBERS[1:]),
}
"""What each key of the keyboard presses at a table that has all keys."""

HELP: Mapping[str, str] = {
    **{key.press.keyboard[0]: key.press.help for key in KEYS[:1]},
    "shift+up": msg("`Shift` hold"),
    **{key.press.keyboard[0]: key.press.help for key in KEYS[1:] if key.press.help},
    **{key.hold.keyboard[0]: key.hold.help for key in KEYS if key.hold and key.hold.help},
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


class KeyPresser:
    """Press the keys of ``pi`` one after the other, in the order in which they are requested.

    A press ends when the program has handled its last edge; only then does the next one begin.
    ``wake`` lets the program handle what has come. Before OK is pressed, ``people`` do what the
    screen asks for, and the next press waits until the screen has answered. Times are seconds of
    the clock of ``pi``.
    """

    def __init__(self, pi: SimulatedPi, people: People, wake: Callable[[], None]) -> None:
        self._pi, self._people, self._wake = pi, people, wake
        self._queue: deque[Press] = deque()
        self._ends_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`run_due`; None while no press is requested or under way."""
        now = self._pi.clock()
        if self._ends_at is not None:
            return max(self._ends_at, now + GLANCE)
        return now + GLANCE if self._queue else None

    def request(self, press: Press) -> None:
        """Add ``press`` to the queue, unless the same press waits there often enough already."""
        if self._queue.count(press) < MOST_WAITING:
            self._queue.append(press)

    def run_due(self, handled_until: float) -> None:
        """Begin the press that has waited longest, if it is time.

        Everything up to the time ``handled_until`` is handled and shown.
        """
        now = self._pi.clock()
        if self._ends_at is not None and handled_until < self._ends_at:
            if now >= self._ends_at:
                self._wake()
            return
        self._ends_at = None
        if self._queue and not self._people.are_waiting(now):
            self._begin(self._queue.popleft(), now)

    def _begin(self, press: Press, now: float) -> None:
        if press.key == "ok":
            self._people.obey(now)
        keys = (press.key, *press.together)
        with self._pi.timeline.still():
            released = max(self._pi.press(key, press.seconds) for key in keys)
        self._ends_at = released + SETTLED
