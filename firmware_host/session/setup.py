"""The setup of a game: which game, its options, who begins and who plays at which seat.

The options of a game are also a table in its rule sheet, in the words of the device.
"""

from collections.abc import Iterator, Mapping
from typing import Self

from msgspec import Struct, field
from msgspec.structs import replace

from firmware_host.session import names
from firmware_host.session.seats import Player, chosen, parse_player
from firmware_host.storage.records import JournalRecord
from firmware_host.text.translator import Language
from games import new_defaults
from games.core import Game
from games.message import msg
from games.options import Option, OptionValue
from hardware.untrusted_text import written

OPTION = msg("option")
VALUES = msg("values")
MEANING = msg("meaning")


def option_table(kind: type[Game], say: Language) -> str:
    """Return the options of ``kind`` as a table in Markdown, each with its names in brackets.

    Titles, values and help are those of the device; the names are those of records and commands.
    """
    head = " | ".join((say(OPTION), say(VALUES), say(MEANING)))
    return "\n".join((f"| {head} |", "|---|---|---|", *_rows(kind, say)))


def _rows(kind: type[Game], say: Language) -> Iterator[str]:
    for option in kind.OPTIONS:
        values = ", ".join(_values(option, say))
        yield f"| {say(option.title)} (`{option.name}`) | {values} | {say(option.meaning)} |"


def _values(option: Option, say: Language) -> Iterator[str]:
    for value in option.values:
        word = say(names.option_value(option, value))
        yield f"`{value}`" if word == str(value) else f"{word} (`{value}`)"


OPTION_PREFIX = "option."
DRAWN = "drawn"
POSITION = "position"
LINK = "link"


class Setup(Struct, frozen=True):
    """The id of a ``game``, its ``options``, the ``first`` seat, and the ``players`` by seat.

    Seats without a named player are played by persons. ``first`` is None until it has been drawn
    by lot; ``is_drawn`` tells afterwards that it was. ``position`` is the position text from which
    an exercise begins, empty for a game. ``link`` names a game that is played with another table,
    empty for others: no two of them have the same name.
    """

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first: int | None = 0
    players: tuple[Player, ...] = ()
    is_drawn: bool = False
    position: str = ""
    link: str = ""

    def drawn(self, first: int) -> Self:
        """Return the same set-up after the lot has fallen on the seat ``first``."""
        return replace(self, first=first, is_drawn=True)

    def again(self) -> Self:
        """Return the same set-up for another game: what was drawn by lot is open again.

        So is the strength of machines that follow people.

        >>> Setup("squadro", first=None).drawn(1).again() == Setup("squadro", first=None)
        True
        """
        setup = replace(self, players=tuple(map(chosen, self.players)), link="")
        return replace(setup, first=None, is_drawn=False) if self.is_drawn else setup

    def record(self) -> JournalRecord:
        """Return the record that begins a session with this setup.

        It names each option whose default is new: records without it are of games from before.
        """
        renewed = {name: default.now for name, default in new_defaults(self.game).items()}
        chosen = {**renewed, **self.options}
        options = {OPTION_PREFIX + name: value for name, value in chosen.items()}
        return {
            "begin": self.game,
            "first": self.first,
            "players": " ".join(self.players),
            **({DRAWN: True} if self.is_drawn else {}),
            **({POSITION: self.position} if self.position else {}),
            **({LINK: self.link} if self.link else {}),
            **options,
        }

    @classmethod
    def read(cls, record: JournalRecord) -> Self:
        """Return the setup that :meth:`record` wrote; raise ValueError for any other record."""
        match dict(record):
            case {"begin": str(game), "first": int(first), "players": str(text), **rest} if (
                type(first) is int
            ):
                players = tuple(parse_player(name) for name in text.split())
                is_drawn = rest.pop(DRAWN, False) is True
                position = str(rest.pop(POSITION, ""))
                link = str(rest.pop(LINK, ""))
                options = _meant(game, dict(_read_options(rest)))
                return cls(game, options, first, players, is_drawn, position, link)
        raise ValueError(f"expected the record that begins a game, got {written(dict(record))}")


def _meant(game: str, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """Return the ``options`` that a record of ``game`` means, without those of today's rules."""
    defaults = new_defaults(game)
    before = {name: default.before for name, default in defaults.items()}
    now = {(name, default.now) for name, default in defaults.items()}
    return dict(each for each in {**before, **options}.items() if each not in now)


def _read_options(fields: JournalRecord) -> Iterator[tuple[str, OptionValue]]:
    for name, value in fields.items():
        if not name.startswith(OPTION_PREFIX) or not isinstance(value, bool | int | str):
            raise ValueError(f"expected an option of a game, got {written(name)}: {written(value)}")
        yield name.removeprefix(OPTION_PREFIX), value
