"""Write the reference of the keys: those of the device, and those of the simulator."""

from collections.abc import Mapping, Sequence
from typing import Final

from docs.writer import markdown
from firmware_host.session.chooser import ARROWS
from firmware_host.simulator.dice_hand import VIRTUAL_DICE
from firmware_host.table.keys import STAFF_MEMBERS, STAFF_SECONDS, TableKey, table_keys
from hardware.input.edges import HOLD_AFTER, REPEAT_AFTER, STUCK_AFTER

MAKER: Final = "docs/writer/keys.py"

SIGNS: Final = {"enter": "Enter", "escape": "Esc", "backspace": "Backspace"}
"""How a key of the keyboard is written if Textual calls it otherwise."""

OTHERS: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "`s`": (("s",), "the staff gesture: back and hint, held together"),
    "`t`, `Space`": (("t", "space"), "throws the dice"),
    "`[` `]`": (("[", "]"), "choose what the dice will show next; otherwise it is random"),
    "a digit": ((), "throws that number, if one digit is a throw"),
    "`c`": (("c",), "lifts the cup or puts it down"),
    "`r`": (("r",), "sets up the real board as the display shows it"),
    "`b`": (("b",), "shows the real board, or hides it again"),
    "`PgUp` `PgDn`": (("pageup", "pagedown"), "scroll the real board"),
    "`q`, `Ctrl-C`, `Ctrl-Q`": (("q", "ctrl+c", "ctrl+q"), "leaves the simulator"),
}
"""The keys of the keyboard that stand for no key of a table, and what they do."""


def simulator() -> Mapping[str, tuple[tuple[str, ...], str]]:
    """Return the keys of the keyboard: as written, as Textual calls them, and what they do."""
    shifted = tuple(f"shift+{arrow}" for arrow in ARROWS)
    found = {
        "`↑` `↓` `←` `→`": (ARROWS, "the keys of the same name"),
        "`Shift` and an arrow": (shifted, "that key, held"),
    }
    for key in table_keys():
        if key.name == "menu":
            does = "menu; if the wiring has no such key, holds the one that opens it"
            found[_written(key.press.keyboard)] = (key.press.keyboard, does)
        elif key.name not in ARROWS:
            found[_written(key.press.keyboard)] = (key.press.keyboard, key.name)
    for key in table_keys():
        if key.hold is not None and key.hold.keyboard:
            does = f"{key.name}, held: {key.hold.does}"
            found[_written(key.hold.keyboard)] = (key.hold.keyboard, does)
    of_features = {
        stroke.written: (stroke.keys, stroke.does)
        for kind in VIRTUAL_DICE
        for stroke in kind.strokes
    }
    return {**found, **OTHERS, **of_features}


def _written(names: Sequence[str]) -> str:
    return ", ".join(f"`{SIGNS.get(name, name)}`" for name in names)


def _held(key: TableKey) -> str:
    if key.hold is not None:
        return key.hold.does
    return "repeats" if key.repeats else key.usual_hold


def page() -> str:
    """Return the page about the keys."""
    device = ((f"`{key.name}`", key.press.does, _held(key)) for key in table_keys())
    keyboard = ((written, does) for written, (_, does) in simulator().items())
    return markdown.page(
        MAKER,
        "# Keys",
        "This page lists what every key does, on the device and in the simulator.",
        "## On the device",
        markdown.table(("key", "pressed", "held"), device),
        f"A key counts as held after {HOLD_AFTER:g} s, or begins to repeat after "
        f"{REPEAT_AFTER:g} s; a key that is down for {STUCK_AFTER:g} s is stuck. "
        f"Hold `{'` and `'.join(STAFF_MEMBERS)}` together for {STAFF_SECONDS:g} s "
        "to open the staff menu. You can choose what a held key does, and which keys do something "
        "together: `[hold]` and `[chords]` in the [settings](settings.md).",
        "## In the simulator",
        markdown.table(("key of the keyboard", "does"), keyboard),
        "With `--board sensing` a click lifts a piece from a point or puts it down. On a Russian "
        "keyboard layout, the keys in the same places do the same.",
    )
