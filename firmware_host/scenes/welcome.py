"""Somebody has come: in which language do they want to be spoken to?"""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from firmware_host.label import Label
from firmware_host.language import in_every_language
from firmware_host.languages import LANGUAGES
from firmware_host.scenes.entries import Entry, EntryList
from games.core import msg

if TYPE_CHECKING:
    from firmware_host.table import Table


@dataclass(frozen=True)
class Welcome(EntryList):
    """The languages by their own names; then the games."""

    help = msg("Up and down choose a language, OK takes it.")

    @classmethod
    def of(cls, table: "Table") -> Self:
        """Begin with the language of the device."""
        return cls(list(LANGUAGES).index(table.preferences.language))

    def title(self, table: "Table") -> Label:
        words = " / ".join(in_every_language(msg("Language")))
        return Label.of("{words}", words=words)

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(
            Entry(Label.of(name), Label.of(self.help), partial(_speak, code, table))
            for code, name in LANGUAGES.items()
        )


def _speak(code: str, table: "Table") -> None:
    table.prefer(language=code)
    table.start_anew()
