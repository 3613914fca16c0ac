"""The settings of the device, as data: preferences, changed at once and kept."""

from collections.abc import Mapping

from msgspec.structs import replace

from firmware_host.remote.wire import NO_CONTROLS, SharedSetting, TableControls
from firmware_host.session import names
from firmware_host.table.context import SceneContext, dice
from firmware_host.table.device import (
    Brightness,
    Preferences,
    ThrowSource,
    choices,
)
from firmware_host.table.effects import Prefer
from firmware_host.table.scene import Effects
from firmware_host.table.scenes.additions import (
    DEVICE_ENTRIES,
    OUT_OF_REACH,
    SETTINGS,
    OfferedSetting,
    SettingLine,
)
from firmware_host.table.scenes.base import (
    ABOUT_HELP,
    Entry,
    EntryList,
    plain_entry,
    show_about,
    turned,
)
from firmware_host.text.translator import Language
from games.equipment import Die
from games.message import Message, msg
from hardware.board import Glow

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

DICE_LINE = SettingLine(
    "dice", msg("Dice"), DICE_HELP, lambda source: Message.of(THROW_SOURCES[source])
)
MACHINES_DICE = SettingLine(
    "throws_for_machines",
    msg("Machine's dice"),
    msg(
        "Who throws for the machine. By hand: you do, as for people. Program: the program throws,"
        " and shows the throw."
    ),
    lambda by_program: Message.of(msg("program") if by_program else msg("by hand")),
)


GLOWS: Mapping[Glow, str] = {"off": msg("no"), "dim": msg("dim"), "bright": msg("bright")}
LIGHTS = SettingLine(
    "board_lights",
    msg("Board lights"),
    msg(
        "The board shows what to do. Steady: from here. Slow pulse: to here. On and off: captured."
        " Two flashes: wrong."
    ),
    lambda glow: Message.of(GLOWS[glow]),
)

NO = msg("no")


def seconds(value: str) -> Message:
    """Return how a length of time is written, given as a number of seconds."""
    return Message.of(msg("{seconds} s"), seconds=value)


STEADY_LINE = SettingLine(
    "steady",
    msg("Steady keys"),
    msg(
        "For hands that tremble: a held key counts once, and a key counts again only after it was"
        " released for this long."
    ),
    lambda length: Message.of(NO) if length == "0" else seconds(length),
)


class Settings(EntryList, frozen=True):
    """The preferences; back leads to the scene beneath."""

    help = msg("Up and down: choose a line. Left and right: change it. Back: done.")
    back = msg("Back: done")
    is_overlay = True
    times_out = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Settings"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        about = plain_entry(msg("About"), ABOUT_HELP, show_about)
        return (*setting_entries(context), *device_entries(context), about)


def setting_entries(context: SceneContext, *, for_good: bool = False) -> tuple[Entry, ...]:
    """Return a line for everything that can be set on this device.

    With ``for_good`` the lines show and change what stays when the people have left.
    """
    chosen = context.lasting if for_good else context.preferences
    return tuple(entry_of(each, for_good) for each in _settings(chosen, context))


def device_entries(context: SceneContext) -> tuple[Entry, ...]:
    """Return the lines of features below the settings."""
    return tuple(entry for lines in DEVICE_ENTRIES for entry in lines(context))


def dice_entries(thrown: tuple[Die, ...], context: SceneContext) -> tuple[Entry, ...]:
    """Return the lines that say where throws of the dice come from; none without dice."""
    found = _dice_settings(thrown, context.preferences, context)
    return tuple(entry_of(each, for_good=False) for each in found)


def shared_settings(context: SceneContext) -> tuple[SharedSetting, ...]:
    """Return everything that stays set on this device, for those who look after it elsewhere."""
    return tuple(
        SharedSetting(
            line.field,
            Message.of(line.label),
            Message.of(line.help),
            _plain(value),
            tuple((_plain(choice), line.value_name(choice)) for choice in choices),
        )
        for line, value, choices in _settings(context.lasting, context)
    )


class SharedControls:
    """The controls of one table with these ``keys``, kept until something about them changes."""

    def __init__(self, keys: tuple[tuple[str, Message], ...]) -> None:
        self._controls = replace(NO_CONTROLS, keys=keys)
        self._settings: tuple[SharedSetting, ...] = ()
        self._made_of: object = None

    def of(self, context: SceneContext) -> TableControls:
        """Return what can be set and pressed now at the table with this ``context``."""
        thrown = dice(context)
        made_of = context.lasting, context.throw_sources.choices(thrown)
        if made_of != self._made_of:
            self._made_of, self._settings = made_of, shared_settings(context)
        known = self._controls
        faults = tuple(each for find in OUT_OF_REACH if (each := find(context)) is not None)
        if (self._settings, faults) != (known.settings, known.out_of_reach):
            self._controls = replace(known, settings=self._settings, out_of_reach=faults)
        return self._controls


def change(field: str, value: str, context: SceneContext) -> Effects | None:
    """Return what sets ``field`` to ``value`` (as plain text) for good; None if it cannot be."""
    for line, _, allowed in _settings(context.lasting, context):
        for choice in allowed:
            if (line.field, _plain(choice)) == (field, value):
                return (Prefer({field: choice}, for_good=True),)
    return None


def _settings(chosen: Preferences, context: SceneContext) -> tuple[OfferedSetting, ...]:
    lines = [line for line in LINES if line.field != "sound" or context.device.has_sound]
    found = [
        *(setting(line, chosen) for line in lines),
        *([setting(LIGHTS, chosen)] if context.device.has_lights else []),
        *_dice_settings(dice(context), chosen, context),
        setting(STEADY_LINE, chosen),
    ]
    for part in SETTINGS:
        fields = [each.line.field for each in found]
        place = fields.index(part.after) + 1 if part.after in fields else len(found)
        found[place:place] = part.offered(chosen, context)
    hidden = {field for part in SETTINGS for field in part.hides(chosen)}
    return tuple(each for each in found if each.line.field not in hidden)


def every_line() -> tuple[SettingLine, ...]:
    """Return all lines that there may be, but for that of the dice, in their order."""
    lines = [*LINES, LIGHTS, MACHINES_DICE, STEADY_LINE]
    for part in SETTINGS:
        place = [line.field for line in lines].index(part.after) + 1 if part.after else len(lines)
        lines[place:place] = part.lines
    return tuple(lines)


def _dice_settings(
    thrown: tuple[Die, ...], chosen: Preferences, context: SceneContext
) -> tuple[OfferedSetting, ...]:
    choices = context.throw_sources.choices(thrown)
    if not choices:
        return ()
    present = context.throw_sources.chosen(thrown, chosen)
    return (OfferedSetting(DICE_LINE, present, choices), setting(MACHINES_DICE, chosen))


def setting(line: SettingLine, chosen: Preferences) -> OfferedSetting:
    """Return the ``line`` with its value in ``chosen``, and all choices."""
    return OfferedSetting(line, chosen.values[line.field], choices()[line.field])


def entry_of(setting: OfferedSetting, for_good: bool) -> Entry:
    """Return the line that shows and changes ``setting``."""
    line, present, choices = setting

    def change(step: int) -> Effects:
        return (Prefer({line.field: turned(choices, present, step)}, for_good),)

    value = line.value_name(present)
    return Entry(Message.of(line.label), Message.of(line.help), value=value, change=change)


def _plain(value: str | bool) -> str:
    """Return ``value`` as it goes over the wire.

    >>> _plain(True), _plain("full")
    ('true', 'full')
    """
    return value if isinstance(value, str) else str(value).lower()
