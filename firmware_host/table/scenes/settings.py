"""The settings of the device, as data: what people like, changed at once and kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware_host.session import names
from firmware_host.table.preferences import CHOICES, Brightness, Preferences, Throwing
from firmware_host.table.scenes.base import Scene
from firmware_host.table.scenes.entries import Entry, EntryList, turned
from firmware_host.text.languages import LANGUAGES
from games.equipment import Die
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

BRIGHTNESSES: Mapping[Brightness, str] = {
    "low": msg("low"),
    "medium": msg("medium"),
    "full": msg("full"),
}
THROWINGS: Mapping[Throwing, str] = {
    "tray": msg("electronic"),
    "machine": msg("machine"),
    "typed": msg("typed in"),
}
SETTINGS_HELP = msg("Language, brightness, sound, large letters, dice.")
DICE_HELP = msg(
    "Electronic: the tray reads them. Machine: it throws on OK. Typed in: you throw your own."
)


@dataclass(frozen=True)
class Line:
    """A line of the settings: a ``field`` of the preferences, and what its values are called."""

    field: str
    label: str
    help: str
    called: Callable[[Any], Message]


LINES = (
    Line(
        "language",
        msg("Language"),
        msg("The language of the device."),
        lambda code: Message.of(LANGUAGES[code]),
    ),
    Line(
        "brightness",
        msg("Brightness"),
        msg("How bright the display is while you play."),
        lambda step: Message.of(BRIGHTNESSES[step]),
    ),
    Line(
        "sound",
        msg("Sound"),
        msg("Short signals. All that they say is on the display too."),
        names.option_value,
    ),
    Line(
        "big_text",
        msg("Large letters"),
        msg("One thought a screen, easy to read from afar."),
        names.option_value,
    ),
)


@dataclass(frozen=True)
class Settings(EntryList):
    """The preferences; back leads to the scene ``beneath``."""

    help = msg("Up and down choose a line, left and right change it. Back: done.")
    is_overlay = True
    times_out = True
    beneath: Scene = field(kw_only=True)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Settings"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return liking_entries(table.dice, Liking.of(table), table)

    def leave(self, table: "Table") -> bool:
        table.show(self.beneath)
        return True


class Liking(NamedTuple):
    """What is liked ``now``, and how to ``change`` that: until people leave, or for good."""

    now: Preferences
    change: Callable[..., None]

    @classmethod
    def of(cls, table: "Table") -> "Liking":
        """That of the people at ``table``."""
        return cls(table.preferences, table.prefer)


def liking_entries(dice: tuple[Die, ...], liking: Liking, table: "Table") -> tuple[Entry, ...]:
    """A line for everything that can be set on this device, with ``dice`` to throw or without."""
    lines = [line for line in LINES if line.field != "sound" or table.device.has_sound]
    return (*(_entry(line, liking) for line in lines), *dice_entries(dice, liking, table))


def dice_entries(dice: tuple[Die, ...], liking: Liking, table: "Table") -> tuple[Entry, ...]:
    """The line that tells where throws of ``dice`` come from; none without dice."""
    choices = table.throwings(dice)
    if not choices:
        return ()
    present = table.throwing(dice, liking.now)

    def change(step: int) -> None:
        liking.change(dice=turned(choices, present, step))

    value = Message.of(THROWINGS[present])
    return (Entry(Message.of(msg("Dice")), Message.of(DICE_HELP), value=value, change=change),)


def _entry(line: Line, liking: Liking) -> Entry:
    present = getattr(liking.now, line.field)

    def change(step: int) -> None:
        liking.change(**{line.field: turned(CHOICES[line.field], present, step)})

    value = line.called(present)
    return Entry(Message.of(line.label), Message.of(line.help), value=value, change=change)
