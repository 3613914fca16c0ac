"""Write the reference of the keys: those of the device, and those of the simulator."""

from collections.abc import Mapping
from typing import Final

from docs.writer import markdown
from firmware_host.table import staff_gesture
from hardware.input.key_timing import HOLD_AFTER, REPEAT_AFTER, STUCK_AFTER
from hardware.wiring.wiring import KEYS

MAKER: Final = "docs/writer/keys.py"

DEVICE: Final[Mapping[str, tuple[str, str]]] = {
    "up": ("a line or a point further up; a larger throw", "repeats"),
    "down": ("a line or a point further down; a smaller throw", "repeats"),
    "left": ("a point further left; the previous value", "takes back the last throw or move"),
    "right": ("a point further right; the next value", "repeats"),
    "ok": ("chooses, confirms, lets the machine throw", ""),
    "back": ("one step back", "opens the menu, if the wiring says so"),
    "hint": ("shows what you can do now, and what would be good", "shows the last move again"),
    "menu": ("opens the menu", ""),
}
"""What a short press of each key does, and what holding it does."""

SIMULATOR: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "`↑` `↓` `←` `→`": (("up", "down", "left", "right"), "the keys of the same name"),
    "`Shift` and an arrow": (
        ("shift+up", "shift+down", "shift+left", "shift+right"),
        "that key, held",
    ),
    "`Enter`": (("enter",), "ok"),
    "`Esc`, `Backspace`": (("escape", "backspace"), "back"),
    "`h`, `?`": (("h", "?"), "hint"),
    "`m`": (("m",), "menu; if the wiring has no such key, holds the one that opens it"),
    "`u`": (("u",), "left, held: takes back the last throw or move"),
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
"""The keys of the keyboard: as people write them, as Textual calls them, and what they do."""


def page() -> str:
    """Return the page about the keys."""
    device = ((f"`{key}`", *DEVICE[key]) for key in KEYS)
    keyboard = ((name, does) for name, (_, does) in SIMULATOR.items())
    return markdown.page(
        MAKER,
        "# Keys",
        "This page lists what every key does, on the device and in the simulator.",
        "## On the device",
        markdown.table(("key", "pressed", "held"), device),
        f"A key counts as held after {HOLD_AFTER:g} s, or begins to repeat after "
        f"{REPEAT_AFTER:g} s; a key that is down for {STUCK_AFTER:g} s is stuck. "
        f"Hold `{'` and `'.join(staff_gesture.MEMBERS)}` together for {staff_gesture.SECONDS:g} s "
        "to open the staff menu. You can choose what a held key does, and which keys do something "
        "together: `[hold]` and `[chords]` in the [settings](settings.md).",
        "## In the simulator",
        markdown.table(("key of the keyboard", "does"), keyboard),
        "With `--board sensing` a click lifts a piece from a point or puts it down. On a Russian "
        "keyboard layout, the keys in the same places do the same.",
    )
