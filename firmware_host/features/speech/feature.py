"""What speech adds to the core; the voice and the board that is told are loaded when needed."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import Final, get_args

from msgspec import Struct

from firmware_host.app.build import BESIDE_TABLE
from firmware_host.app.request import Request
from firmware_host.features.speech.facts import (
    BOARD,
    MUTE,
    SayAgain,
    SpeechChosen,
    SpeechHere,
    SpeechRate,
    SpeechVolume,
    Voice,
    VoiceFault,
)
from firmware_host.remote.requests import RequestInbox
from firmware_host.session import names
from firmware_host.table.context import SceneContext
from firmware_host.table.device import PREFERENCES, FeaturePreferences, Preferences
from firmware_host.table.keys import TABLE_KEYS, Stroke, TableKey
from firmware_host.table.observers import Observers
from firmware_host.table.remote_effects import REQUEST_HANDLERS, handler
from firmware_host.table.scene import Cover, Effects, Notify, Scene, TableParts
from firmware_host.table.scenes.additions import (
    IS_WITHOUT_HOLDS,
    MENU_LINES,
    SETTINGS,
    FeatureSettings,
    MenuLine,
    OfferedSetting,
    SettingLine,
)
from firmware_host.table.scenes.base import returning
from firmware_host.table.scenes.settings import BRIGHTNESSES, setting
from games.message import Message, msg

BOARD_HELP: Final = msg("Where the pieces stand, row by row or seat by seat, and what may move.")
NO_VOICE: Final = msg("Speech does not work")
VOICE_IS_BACK: Final = msg("Speech works again")
RATES: Final[Mapping[SpeechRate, str]] = {
    "slow": msg("slow"),
    "normal": msg("normal"),
    "fast": msg("fast"),
    "very fast": msg("very fast"),
}
VOICES: Final[Mapping[Voice, str]] = {"low": msg("low voice"), "high": msg("high voice")}

_scenes: Final = partial(import_module, "firmware_host.features.speech.scenes")
"""Returns the scenes, which are loaded when people come to them."""


class ShowBoardTour(Struct, frozen=True):
    """Tell people of the board, at a table that speaks."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.context.fact(SpeechHere).is_heard:
            return (Notify(Message.of(MUTE)),)
        scenes = _scenes()
        is_told = isinstance(table.scenes.shown, scenes.BoardTour | scenes.BoardWalk)
        return () if is_told or not table.game.in_game else (Cover(scenes.BoardTour()),)


LINES: Final = (
    SettingLine("speech", msg("Speech"), msg("The table says aloud what it shows."), names.answer),
    SettingLine(
        "speech_rate",
        msg("Speech rate"),
        msg("How fast the table speaks."),
        lambda rate: Message.of(RATES[rate]),
    ),
    SettingLine(
        "speech_volume",
        msg("Speech volume"),
        msg("How loud the table speaks."),
        lambda volume: Message.of(BRIGHTNESSES[volume]),
    ),
    SettingLine(
        "voice",
        msg("Voice"),
        msg("A low voice or a high one."),
        lambda voice: Message.of(VOICES[voice]),
    ),
)


REPEAT: Final = TableKey(
    "repeat",
    msg("repeat"),
    Stroke("says everything again, at a table that speaks", ("v",), msg("`v` say"), SayAgain()),
    hold=Stroke("describes the board, at a table that speaks", ("w",), effect=ShowBoardTour()),
    is_everywhere=True,
)


def _speak(
    request: Request, observers: Observers, inbox: RequestInbox
) -> AbstractContextManager[object] | None:
    """Let a voice say what the table shows, if it is to speak; it ends with the last update."""
    speech = request.facts.of(SpeechHere)
    if not speech.is_heard:
        return None
    from firmware_host.features.speech.voice import speak

    speak(speech, observers, inbox)
    return nullcontext()


def _speaks(context: SceneContext) -> bool:
    return context.fact(SpeechHere).is_heard and context.preferences.of(SpeechChosen).speech


def _offered(chosen: Preferences, context: SceneContext) -> tuple[OfferedSetting, ...]:
    if not context.fact(SpeechHere).is_heard:
        return ()
    lines = LINES if chosen.of(SpeechChosen).speech else LINES[:1]
    return tuple(setting(line, chosen) for line in lines)


def _tell_of_voice(request: VoiceFault, scene: Scene, context: SceneContext) -> Effects:
    return (Notify(Message.of(VOICE_IS_BACK if request.is_over else NO_VOICE)),)


OFFERS: Final = (
    BESIDE_TABLE.offer(_speak),
    TABLE_KEYS.offer(REPEAT),
    MENU_LINES.offer(
        MenuLine(
            BOARD,
            BOARD_HELP,
            returning(ShowBoardTour()),
            _speaks,
            group=msg("board"),
            before=msg("Last move"),
        )
    ),
    IS_WITHOUT_HOLDS.offer(_speaks),
    PREFERENCES.offer(
        FeaturePreferences(
            SpeechChosen,
            {
                "speech": (True, False),
                "voice": get_args(Voice),
                "speech_rate": get_args(SpeechRate),
                "speech_volume": get_args(SpeechVolume),
            },
        )
    ),
    SETTINGS.offer(FeatureSettings(LINES, _offered, after="big_text")),
    REQUEST_HANDLERS.offer(handler(VoiceFault, _tell_of_voice)),
)
