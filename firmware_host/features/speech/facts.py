"""What is known of speech at a table, and how everything is said again."""

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import RemoteRequest
from firmware_host.table.effects import Prefer
from firmware_host.table.scene import Effects, Notify, TableParts
from games.message import Message, msg

BOARD: Final = msg("Hear the board")
MUTE: Final = msg("This table does not speak")


class SpeechHere(Fact, frozen=True):
    """How a table speaks: on the ALSA ``device``, and with the ``recordings`` in a folder, if any.

    Texts that are not recorded are spoken by the synthesiser. Without a device it does not speak.
    """

    device: str = ""
    recordings: Path | None = None

    @property
    def is_heard(self) -> bool:
        """Whether the table speaks at all."""
        return self.device != ""


Voice = Literal["low", "high"]
SpeechRate = Literal["slow", "normal", "fast", "very fast"]
SpeechVolume = Literal["low", "medium", "full"]


class SpeechChosen(Fact, frozen=True):
    """What people choose: with ``speech`` a table that can speak says what it shows.

    It does so in a ``voice``, at a ``speech_rate`` and a ``speech_volume``.
    """

    speech: bool = True
    voice: Voice = "low"
    speech_rate: SpeechRate = "normal"
    speech_volume: SpeechVolume = "medium"


class Repeats(Fact, frozen=True):
    """How often somebody has asked to hear everything again."""

    count: int = 0


class VoiceFault(RemoteRequest, frozen=True):
    """The voice of the table has failed, or works again; this does not come over the wire."""

    is_over: bool = False


class SayAgain(Struct, frozen=True):
    """Say everything that is shown again; where speech is off, turn it on."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.context.fact(SpeechHere).is_heard:
            return (Notify(Message.of(MUTE)),)
        table.note(Repeats(table.context.fact(Repeats).count + 1))
        is_on = table.context.preferences.of(SpeechChosen).speech
        return () if is_on else (Prefer({"speech": True}, for_good=False),)
