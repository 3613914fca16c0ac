"""How a game begins: which of them, under which options, who begins and who sits where."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from firmware_host.session.seats import Player, parse_player
from firmware_host.storage.records import JournalRecord
from games.options import OptionValue
from hardware.untrusted_text import written

OPTION_PREFIX = "option."


@dataclass(frozen=True)
class Setup:
    """How a game is to be played: its options, who begins and who sits where (in seat order).

    Seats that ``players`` does not name are persons; ``first`` is None when it is still to be
    drawn.
    """

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first: int | None = 0
    players: tuple[Player, ...] = ()

    def record(self) -> JournalRecord:
        """The flat record that begins a session so set up."""
        options = {OPTION_PREFIX + name: value for name, value in self.options.items()}
        return {
            "begin": self.game,
            "first": self.first,
            "players": " ".join(self.players),
            **options,
        }

    @classmethod
    def read(cls, record: JournalRecord) -> Self:
        """The setup that :meth:`record` wrote; ValueError if it is none."""
        match dict(record):
            case {"begin": str(game), "first": int(first), "players": str(text), **rest} if (
                type(first) is int
            ):
                players = tuple(parse_player(name) for name in text.split())
                return cls(game, dict(_read_options(rest)), first, players)
        raise ValueError(f"expected the record of a beginning: {written(dict(record))}")


def _read_options(fields: JournalRecord) -> Iterator[tuple[str, OptionValue]]:
    for name, value in fields.items():
        if not name.startswith(OPTION_PREFIX) or not isinstance(value, bool | int | str):
            raise ValueError(f"expected options of a game: {written(name)}: {written(value)}")
        yield name.removeprefix(OPTION_PREFIX), value
