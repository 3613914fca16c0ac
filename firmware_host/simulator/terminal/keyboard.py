"""What the keys of the keyboard press.

A terminal reports that a key was struck, again and again while it stays down, but never that it was
released. So every stroke is a press of fixed length.
"""

from collections.abc import Mapping

from textual.content import Content
from textual.events import Key

from firmware_host.session.cursor import ARROWS
from firmware_host.simulator.key_presser import LONG, Press
from firmware_host.simulator.terminal.words import flow, with_keys
from firmware_host.table.keys import KEYS, STAFF_MEMBERS, STAFF_SECONDS
from firmware_host.text.translator import Language
from games.message import msg
from hardware.wiring.wiring import Wiring

MARGIN = 0.2
"""Seconds for which the keys of a gesture are held longer than needed."""

MENU, STAFF = "m", "s"

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
