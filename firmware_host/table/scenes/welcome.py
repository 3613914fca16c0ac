"""Somebody has come: in which language do they want to be spoken to?"""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from firmware_host.table.scenes.entries import Entry, EntryList
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import in_every_language
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table


@dataclass(frozen=True)
class Welcome(EntryList):
    """The languages by their own names; then the games."""

    help = msg("Up and down choose a language, OK takes it.")

    @classmethod
    def of(cls, table: "Table") -> Self:
        """Begin with the language of the device."""
        return cls(list(LANGUAGES).index(table.preferences.language))

    def title(self, table: "Table") -> Message:
        words = " / ".join(in_every_language(msg("Language")))
        return Message.of("{words}", words=words)

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(
            Entry(Message.of(name), Message.of(self.help), partial(_speak, code, table))
            for code, name in LANGUAGES.items()
        )


def _speak(code: str, table: "Table") -> None:
    table.prefer(language=code)
    table.start_anew()
