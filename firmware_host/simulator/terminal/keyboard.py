"""What the keys of a keyboard do."""

from collections.abc import Mapping

from textual.content import Content
from textual.events import Key

from firmware_host.session.cursor import ARROWS
from firmware_host.simulator.terminal.finger import LONG, Press
from firmware_host.simulator.terminal.words import flow, with_keys
from firmware_host.table import staff_gesture
from firmware_host.text.translator import Language
from games.message import msg
from hardware.wiring.wiring import Wiring

MARGIN = 0.2
"""Seconds for which the keys of a gesture are held beyond what it takes."""

PRESSES: Mapping[str, Press] = {
    **{arrow: Press(arrow) for arrow in ARROWS},
    **{f"shift+{arrow}": Press(arrow, LONG) for arrow in ARROWS},
    "enter": Press("ok"),
    "escape": Press("back"),
    "backspace": Press("back"),
    "h": Press("hint"),
    "?": Press("hint"),
    "u": Press("left", LONG),
    "s": Press(staff_gesture.MEMBERS[0], staff_gesture.SECONDS + MARGIN, staff_gesture.MEMBERS[1:]),
}
MENU = "m"

HELP: Mapping[str, str] = {
    "up": msg("`←↑↓→` keys"),
    "shift+up": msg("`Shift` hold"),
    "enter": msg("`Enter` OK"),
    "escape": msg("`Esc` back"),
    "h": msg("`h` hint"),
    MENU: msg("`m` menu"),
    "u": msg("`u` take back"),
    "s": msg("`s` staff"),
}
MORE_HELP = (msg("`b` board"), msg("`q` quit"))
SENSING_HELP = msg("`click` lifts and puts")

# a Russian keyboard has these letters where a Latin one has those
LATIN = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")


def key_name(event: Key) -> str:
    """The name of the key that was struck: the Latin character on it, or Textual's name for it."""
    if event.character and event.is_printable and event.character != " ":
        return event.character.lower().translate(LATIN)
    return event.key


def presses(wiring: Wiring) -> Mapping[str, Press]:
    """What each key of the keyboard presses, as far as ``wiring`` has the keys for it."""
    wanted = {**PRESSES, MENU: _menu(wiring)}
    wired = set(wiring.key_names)
    return {key: press for key, press in wanted.items() if {press.key, *press.together} <= wired}


def _menu(wiring: Wiring) -> Press:
    """How the menu is opened: by its own key, else by holding the one that acts as it."""
    held = [key for key, acts_as in wiring.hold.items() if acts_as == "menu"]
    return Press("menu") if "menu" in wiring.key_names or not held else Press(held[0], LONG)


def help_text(wiring: Wiring, columns: int, say: Language, senses: bool = False) -> Content:
    """What the keys do, in lines of at most so many ``columns``.

    ``senses`` adds what the mouse does, on a board that senses its pieces.
    """
    wired = presses(wiring)
    texts = [text for key, text in HELP.items() if key in wired]
    more = (SENSING_HELP, *MORE_HELP) if senses else MORE_HELP
    return flow([with_keys(say(text)) for text in (*texts, *more)], columns)
