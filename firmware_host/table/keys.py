"""The keys of a table: what each one does, pressed and held, and what stands for it on a keyboard.

This is the only list of what keys do. The inputs take from it which keys repeat and which have a
hold, the simulator takes its keyboard and its help line, and the manual takes its page about keys.
See docs/developers/key.md for how to add a key or a hold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.message import msg


@dataclass(frozen=True)
class Stroke:
    """A way to use a key.

    ``does`` says in English what it does, for the manual. ``keyboard`` has the keys of a computer's
    keyboard that do the same in the simulator, as Textual names them, and ``help`` is the text
    about them in the simulator's help line.
    """

    does: str
    keyboard: tuple[str, ...] = ()
    help: str = ""


@dataclass(frozen=True)
class TableKey:
    """A key by its ``name`` in the wiring, and what it does when it is pressed.

    A key that ``repeats`` does it again and again while it is held. A key with a ``hold`` does that
    when it is held, and its press only counts when it is released: ``acts_as`` is the key that it
    is then taken for, by default a hold of the key itself, which the table handles. The wiring may
    override a hold; ``usual_hold`` tells the manual about that.
    """

    name: str
    press: Stroke
    repeats: bool = False
    hold: Stroke | None = None
    acts_as: str = ""
    usual_hold: str = ""


KEYS: Final = (
    TableKey(
        "up",
        Stroke("a line or a point further up; a larger throw", ("up",), msg("`←↑↓→` keys")),
        repeats=True,
    ),
    TableKey(
        "down",
        Stroke("a line or a point further down; a smaller throw", ("down",)),
        repeats=True,
    ),
    TableKey(
        "left",
        Stroke("a point further left; the previous value", ("left",)),
        hold=Stroke("takes back the last throw or move", ("u",), msg("`u` take back")),
    ),
    TableKey("right", Stroke("a point further right; the next value", ("right",)), repeats=True),
    TableKey(
        "ok",
        Stroke("chooses, confirms, lets the machine throw", ("enter",), msg("`Enter` OK")),
    ),
    TableKey(
        "back",
        Stroke("one step back", ("escape", "backspace"), msg("`Esc` back")),
        usual_hold="opens the menu, if the wiring says so",
    ),
    TableKey(
        "hint",
        Stroke("shows what you can do now, and what would be good", ("h", "?"), msg("`h` hint")),
        hold=Stroke("shows the last move again"),
    ),
    TableKey("menu", Stroke("opens the menu", ("m",), msg("`m` menu"))),
)

REPEATING: Final = tuple(key.name for key in KEYS if key.repeats)
HOLDING: Final[Mapping[str, str]] = {
    key.name: key.acts_as or key.name for key in KEYS if key.hold is not None
}
"""The keys that have a hold, and the key that it is taken for."""
