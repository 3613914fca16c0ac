"""The settings of the device, as data: preferences, changed at once and kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.session import names
from firmware_host.table.context import SceneContext, dice
from firmware_host.table.effects import Close, Effects, Prefer
from firmware_host.table.preferences import CHOICES, Brightness, Preferences, ThrowSource
from firmware_host.table.scenes.entries import Entry, EntryList, turned
from firmware_host.table.scenes.notes import ABOUT_HELP, show_about
from firmware_host.text.translator import Language
from games.equipment import Die
from games.message import Message, msg

BRIGHTNESSES: Mapping[Brightness, str] = {
    "low": msg("low"),
    "medium": msg("medium"),
    "full": msg("full"),
}
THROW_SOURCES: Mapping[ThrowSource, str] = {
    "tray": msg("electronic"),
    "machine": msg("machine"),
    "typed": msg("typed in"),
}
SETTINGS_HELP = msg("Language, brightness, sound, large letters, dice.")
DICE_HELP = msg(
    "Electronic: the tray reads your dice. Machine: press OK to throw. Typed in: throw your own"
    " dice and enter the throw."
)


@dataclass(frozen=True)
class SettingLine:
    """A line of the settings: a ``field`` of the preferences, and how its values are named."""

    field: str
    label: str
    help: str
    value_name: Callable[[Any], Message]


LINES = (
    SettingLine(
        "language",
        msg("Language"),
        msg("The language of the device."),
        lambda code: Message.of(Language(code).name),
    ),
    SettingLine(
        "brightness",
        msg("Brightness"),
        msg("How bright the display is while you play."),
        lambda step: Message.of(BRIGHTNESSES[step]),
    ),
    SettingLine(
        "sound",
        msg("Sound"),
        msg("Beeps. Everything is also shown on the screen."),
        names.answer,
    ),
    SettingLine(
        "big_text",
        msg("Large letters"),
        msg("One message per screen, easy to read from a distance."),
        names.answer,
    ),
)


@dataclass(frozen=True)
class Settings(EntryList):
    """The preferences; back leads to the scene beneath."""

    help = msg("Up and down: choose a line. Left and right: change it. Back: done.")
    back = msg("Back: done")
    is_overlay = True
    times_out = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Settings"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        about = Entry(Message.of(msg("About")), Message.of(ABOUT_HELP), show_about)
        return (*setting_entries(context), about)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


MACHINES_DICE = SettingLine(
    "throws_for_machines",
    msg("Machine's dice"),
    msg(
        "Who throws for the machine. By hand: you do, as for people. Program: the program throws,"
        " and shows the throw."
    ),
    lambda by_program: Message.of(msg("program") if by_program else msg("by hand")),
)


def setting_entries(context: SceneContext, *, for_good: bool = False) -> tuple[Entry, ...]:
    """Return a line for everything that can be set on this device.

    With ``for_good`` the lines show and change what stays when the people have left.
    """
    lines = [line for line in LINES if line.field != "sound" or context.device.has_sound]
    chosen = context.lasting if for_good else context.preferences
    return (
        *(_entry(line, chosen, for_good) for line in lines),
        *dice_entries(dice(context), context, for_good=for_good),
    )


def dice_entries(
    thrown: tuple[Die, ...], context: SceneContext, *, for_good: bool = False
) -> tuple[Entry, ...]:
    """Return the lines that say where throws of the dice come from; none without dice."""
    choices = context.throw_sources.choices(thrown)
    if not choices:
        return ()
    chosen = context.lasting if for_good else context.preferences
    present = context.throw_sources.chosen(thrown, chosen)

    def change(step: int) -> Effects:
        return (Prefer({"dice": turned(choices, present, step)}, for_good),)

    value = Message.of(THROW_SOURCES[present])
    return (
        Entry(Message.of(msg("Dice")), Message.of(DICE_HELP), value=value, change=change),
        _entry(MACHINES_DICE, chosen, for_good),
    )


def _entry(line: SettingLine, chosen: Preferences, for_good: bool) -> Entry:
    present = getattr(chosen, line.field)

    def change(step: int) -> Effects:
        return (Prefer({line.field: turned(CHOICES[line.field], present, step)}, for_good),)

    value = line.value_name(present)
    return Entry(Message.of(line.label), Message.of(line.help), value=value, change=change)
