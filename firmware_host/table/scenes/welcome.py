"""Somebody has come: which language do they speak?"""

from typing import Self

from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginAskedGame, Prefer
from firmware_host.table.scenes.entries import Entry, EntryList, returning
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language, in_every_language
from games.message import Message, msg


class Welcome(EntryList, frozen=True):
    """The languages by their own names; then the games."""

    help = msg("Up and down: choose a language. OK: use it.")

    @classmethod
    def begin(cls, context: SceneContext) -> Self:
        """Begin with the language of the device."""
        return cls(LANGUAGES.index(context.preferences.language))

    def title(self, context: SceneContext) -> Message:
        words = " / ".join(in_every_language(msg("Language")))
        return Message.of("{words}", words=words)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                Message.of(Language(code).name),
                Message.of(self.help),
                returning(Prefer({"language": code}, for_good=False), BeginAskedGame()),
            )
            for code in LANGUAGES
        )
