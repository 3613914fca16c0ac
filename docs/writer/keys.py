"""The reference of the keys: those of the device, and what stands for them in the simulator."""

from collections.abc import Mapping
from typing import Final

from docs.writer import markdown
from firmware_host.table import staff_gesture
from hardware.input.key_timing import HOLD_AFTER, REPEAT_AFTER, STUCK_AFTER
from hardware.wiring.wiring import KEYS

MAKER: Final = "docs/writer/keys.py"

DEVICE: Final[Mapping[str, tuple[str, str]]] = {
    "up": ("a line or a point further up; a larger throw", "again and again"),
    "down": ("a line or a point further down; a smaller throw", "again and again"),
    "left": ("a point further left; the value before", "the last throw or move is taken back"),
    "right": ("a point further right; the next value", "again and again"),
    "ok": ("takes, confirms, lets the machine throw", ""),
    "back": ("a step back", "the menu, where the wiring says so"),
    "hint": ("what can be done now, and what would be good", "the last move once more"),
    "menu": ("the menu", ""),
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
    "`m`": (("m",), "menu; where there is no such key, the one that opens it is held"),
    "`u`": (("u",), "left, held: takes back"),
    "`s`": (("s",), "the two keys of the staff, held"),
    "`t`, `Space`": (("t", "space"), "throws the dice"),
    "`[` `]`": (("[", "]"), "choose what the dice will show next; at first that is chance"),
    "a digit": ((), "throws just that, where one digit is a throw"),
    "`c`": (("c",), "lifts the cup or puts it down"),
    "`r`": (("r",), "sets the real board up as the display shows it"),
    "`b`": (("b",), "brings the real board to the front, or back"),
    "`PgUp` `PgDn`": (("pageup", "pagedown"), "scroll the real board"),
    "`q`, `Ctrl-C`, `Ctrl-Q`": (("q", "ctrl+c", "ctrl+q"), "leaves"),
}
"""How the keys of the keyboard are written, as Textual calls them, and what they do."""


def page() -> str:
    """The page about the keys."""
    device = ((f"`{key}`", *DEVICE[key]) for key in KEYS)
    keyboard = ((told, does) for told, (_, does) in SIMULATOR.items())
    return markdown.page(
        MAKER,
        "# Keys",
        "## On the device",
        markdown.table(("key", "pressed", "held"), device),
        f"A key is held after {HOLD_AFTER:g} s, or begins to repeat after {REPEAT_AFTER:g} s; one "
        f"that is down for {STUCK_AFTER:g} s is stuck. "
        f"`{'` and `'.join(staff_gesture.MEMBERS)}` held together for {staff_gesture.SECONDS:g} s "
        "open the menu of the staff. What a held key does, and which keys do something together, "
        "can be chosen: `[hold]` and `[chords]` in the [settings](settings.md).",
        "## In the simulator",
        markdown.table(("key of the keyboard", "does"), keyboard),
        "With `--board sensing` a click lifts the piece of a point and puts it down. A keyboard "
        "with Russian letters does the same with the keys in the same places.",
    )
