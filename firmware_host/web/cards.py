"""The cards of games: what people read of each before they choose one, and the ways into it."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from firmware_host.base.registry import Registry
from firmware_host.text.translator import Language
from games.core import Catalogue
from games.message import msg


class GameDoor(NamedTuple):
    """A way into a game on its card, besides playing it: its ``title``, and where it leads.

    A click sends the name of the game as ``message``; ``is_open`` says for which games. A teacher
    opens it for a class under the title ``given``.
    """

    message: str
    title: str
    given: str
    is_open: Callable[[str], bool]


GAME_DOORS = Registry[GameDoor]("web")
"""What features let visitors do with a game."""

SENTENCE: Final = re.compile(r"(?<=[.!?])\s")
MINUTES: Final = msg("{least} to {most} minutes")


Picture = Callable[[str], str]
"""Returns the address of the picture of a game by its name."""

PICTURE: Final[Picture] = "picture?game={}".format
"""That where a server draws it."""


def cards(
    catalogue: Catalogue, say: Language, picture: Picture = PICTURE
) -> Sequence[Mapping[str, Any]]:
    """Return what people read of each game of ``catalogue`` before they choose one."""
    return [_card(name, catalogue, say, picture) for name in catalogue.names()]


def _card(name: str, catalogue: Catalogue, say: Language, picture: Picture) -> Mapping[str, Any]:
    about = catalogue.about(name)
    least, most = about.minutes or (0, 0)
    return {
        "name": name,
        "title": say(about.title),
        "picture": picture(name),
        "about": SENTENCE.split(say(about.description))[0],
        "players": say(about.players),
        "dice": say(about.dice),
        "minutes": say(MINUTES, least=least, most=most) if most else "",
        "doors": [
            [each.message, say(each.title), say(each.given)]
            for each in GAME_DOORS
            if each.is_open(name)
        ],
    }
