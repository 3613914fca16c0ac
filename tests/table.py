"""A table for the tests: how hands get to it, and how a position gets on it."""

from collections.abc import Callable

from msgspec import structs

import games
from firmware_host.app.loop import TableHardware
from firmware_host.app.request import Request
from firmware_host.screens.lists import ListView
from firmware_host.screens.view import Frame
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.filesystem import CardSync
from firmware_host.table.scene import Effect, Resume
from firmware_host.table.scenes.menu import menu_groups
from firmware_host.table.table import Table
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.core import About, Game
from games.message import Message
from games.options import OptionValue

Sit = Callable[..., Hands]
"""Sits down at a table that knows some facts."""

BARE_WIRING = """
[keys]
up = 17
down = 22
left = 27
right = 23
ok = 4
back = 5

[display]
display = "ssd1306"
interface = "i2c"
"""

A_TURN = """
throw 8
throw 4
throw 1
throw 4
throw 2
play 1:hand-c1
play 4:c1-e3
play 2:e3-e5
"""
"""A whole first turn of Thaayam for two, as a script."""

LINKED_WIRING = """
[display]
display = "ssd1306"
interface = "i2c"
[link]
find = ["2e8a:0005"]
brings = ["keys", "tray"]
"""
"""What is wired where keys and tray come by the link."""

Begin = Callable[..., Hands]


class OneGame:
    """A catalogue that offers one of the games, so that lists of games stay as they are."""

    def __init__(self, name: str) -> None:
        self._name = name

    def names(self) -> tuple[str, ...]:
        return (self._name,)

    def kind(self, name: str) -> type[Game]:
        return games.kind(name)

    def about(self, name: str) -> About:
        return games.about(name)

    def load(self, name: str, /, **options: OptionValue) -> Game:
        return games.load(name, **options)


class TableWithSync(World):
    """A world whose card syncs by ``sync`` while the table draws."""

    def __init__(
        self,
        request: Request,
        sync: CardSync,
        seed: int = 0,
        watch: Callable[[Frame], None] | None = None,
    ) -> None:
        self._sync = sync
        super().__init__(request, seed, watch)

    def _hardware(self) -> TableHardware:
        return structs.replace(super()._hardware(), sync=self._sync)


def take(hands: Hands, text: str) -> None:
    """Take the line of the list on the screen whose label is ``text``."""
    point_at(hands, text)
    hands.press("ok")


def take_in_menu(hands: Hands, text: str) -> None:
    """Open the menu and take its line whose label is ``text``."""
    hands.press("menu")
    take(hands, text)


def point_at(hands: Hands, text: str) -> None:
    """Put the cursor of the list on the screen on the line whose label is ``text``.

    In the menu, go to the group of the line first.
    """
    if words(hands).startswith("Menu"):
        for _ in menu_groups():
            if text in lines(hands):
                break
            hands.press("right")
    view = hands.world.view
    assert isinstance(view, ListView), hands.world.app.words
    for key in way_to(text, view):
        hands.press(key)


def choose_russian(hands: Hands) -> None:
    """In the settings in English, choose Russian, however many languages there are."""
    point_at(hands, "Language")
    for _ in range(LANGUAGES.index("ru")):
        hands.press("right")


def way_to(text: str, view: ListView) -> list[str]:
    """The keys that bring the cursor of ``view`` to the line whose label is ``text``."""
    labels = [label_of(row.label) for row in view.rows]
    down = (labels.index(text) - view.cursor) % len(labels)
    return ["down"] * down if 2 * down <= len(labels) else ["up"] * (len(labels) - down)


def label_of(label: Message) -> str:
    """The words of ``label`` in English."""
    return Language("en")(label)


def words(hands: Hands) -> str:
    """What a person reads on the display now."""
    return hands.world.app.words


def lines(hands: Hands) -> list[str]:
    """The labels of the list on the screen."""
    view = hands.world.view
    assert isinstance(view, ListView), words(hands)
    return [label_of(row.label) for row in view.rows]


def menu_lines(hands: Hands) -> list[str]:
    """The labels of all groups of the menu on the screen."""
    found: list[str] = []
    for _ in menu_groups():
        found += [label for label in lines(hands) if label not in found]
        hands.press("right")
    return found


def put(hands: Hands, position: str) -> None:
    """Set the table and the people's board to ``position``."""
    table = hands.world.app.table
    session = table.game.playing
    session.states[-1] = session.game.state(position)
    table.game.groups_placed = None
    hands.world.board.pieces = session.standing()
    table.run(Resume())
    hands.world.app.redraw()
    hands.world.run_for(0.001)


def set_context(table: Table, **changes: object) -> None:
    """Let something else be true of ``table``: the fields of its context that have changed."""
    table.parts.context = structs.replace(table.context, **changes)


def do(hands: Hands, *effects: Effect) -> None:
    """Let ``effects`` happen in one step of the table."""
    hands.world.app.table.parts.use_files(lambda: effects)
    hands.world.app.redraw()
    hands.world.app.step()
    hands.world.run_for(1)
