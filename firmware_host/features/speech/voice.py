"""The voice: says sentences one after the other in a thread of its own, and stops at once.

Sentences that somebody has read aloud are in a folder of sound files, found by their text. The file
of a sentence lies in the folder of its language. Its name is the sentence in small letters, with a
hyphen for everything that is neither a letter nor a digit: ``en/then-press-okay.wav``. A name that
would be longer than 80 characters ends with 8 digits made of the whole sentence.
"""

import logging
import re
import threading
import time
import wave
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from firmware_host.app.processes import HelperWords
from firmware_host.base.errors import reason
from firmware_host.features.speech import programs
from firmware_host.features.speech.facts import Repeats, SpeechChosen, SpeechHere, VoiceFault
from firmware_host.features.speech.programs import SpeechError
from firmware_host.remote.requests import RequestInbox
from firmware_host.table import keys
from firmware_host.table.device import AS_USUAL, Preferences
from firmware_host.table.observers import Observers, TableStep
from firmware_host.table.scene import TAKE
from firmware_host.text.translator import Aloud, Language, by_name
from games.message import Message, msg
from hardware.speaker import SAMPLES_A_SECOND, play_command
from hardware.untrusted_input import open_untrusted

WAITING: Final = 40
"""Sentences that wait at most; the oldest are not said."""

PAUSE: Final = bytes(SAMPLES_A_SECOND // 5 * 2)
"""A fifth of a second of silence after a recording, as the synthesiser makes it."""

CLOSE_SECONDS: Final = 1.0
CHECK_SECONDS: Final = 1.5
"""When nothing is to be said for so long, it is checked whether the last was heard."""

LONGEST_NAME: Final = 80
"""Characters of a name, without ``.wav``: 240 bytes at most in a file system."""

SIGNS: Final = re.compile(r"[\W_]+")
FORM: Final = (1, 2, SAMPLES_A_SECOND)
MOST_SECONDS: Final = 120
"""How long a sentence may be."""

log = logging.getLogger(__name__)


class Voice:
    """Says sentences through a :class:`Synthesiser` and a :class:`Sink`.

    ``play`` is the command that plays samples from its standard input, ``synthesise`` returns the
    command of the synthesiser. ``report`` is told once what is wrong, and None when all is well
    again. ``recordings`` is the folder with recorded sentences, if there is one.
    """

    def __init__(
        self,
        play: Sequence[str],
        report: Callable[[str | None], object],
        recordings: Path | None = None,
        synthesise: Callable[[Preferences], Sequence[str]] = programs.command,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sink, self._clock = programs.Sink(play, clock), clock
        self._words = HelperWords(programs.PROGRAM)
        self._report, self._recordings, self._synthesise = report, recordings, synthesise
        self._synthesiser: programs.Synthesiser | None = None
        self._speaks_as: Sequence[str] = ()
        self._waiting: deque[tuple[str, Preferences]] = deque(maxlen=WAITING)
        self._news = threading.Condition()
        self._is_closing, self._turn, self._fault = False, 0, ""
        self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentences: Sequence[str], preferences: Preferences = AS_USUAL) -> None:
        """Say ``sentences`` after those that wait; return at once."""
        with self._news:
            self._waiting.extend((sentence, preferences) for sentence in sentences)
            self._news.notify()

    def silence(self) -> None:
        """Say nothing more of what was to be said."""
        with self._news:
            self._waiting.clear()
            self._turn += 1
        self._sink.silence()

    def close(self) -> None:
        """Fall silent and end the programs."""
        with self._news:
            self._is_closing = True
            self._news.notify()
        self.silence()
        self._thread.join(CLOSE_SECONDS)
        self._sink.close()
        if self._synthesiser is not None:
            self._synthesiser.close()
        self._words.close()

    def _speak(self) -> None:
        is_checked = True
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._waiting or self._is_closing, None if is_checked else CHECK_SECONDS
                )
                if self._is_closing:
                    return
                turn, next_one = self._turn, self._waiting.popleft() if self._waiting else None
            is_checked = next_one is None
            self._try(partial(self._say_one, *next_one) if next_one else _nothing, turn)

    def _try(self, work: Callable[[Callable[[], bool]], None], turn: int) -> None:
        """Do ``work`` as long as nobody silences it, and note how the programs are."""

        def goes_on() -> bool:
            return self._turn == turn

        try:
            work(goes_on)
            works = self._sink.check()
        except SpeechError as error:
            if goes_on():  # what was silenced tells nothing of the device
                self._note(str(error))
        else:
            if works and goes_on():
                self._note("")

    def _say_one(
        self, sentence: str, preferences: Preferences, goes_on: Callable[[], bool]
    ) -> None:
        for samples in self._samples(sentence, preferences, goes_on):
            self._sink.play(samples, goes_on)

    def _samples(
        self, sentence: str, preferences: Preferences, goes_on: Callable[[], bool]
    ) -> Iterator[bytes]:
        if self._recordings is not None:
            try:
                samples = recorded(self._recordings, preferences.language, sentence)
            except ValueError as error:
                log.warning("%s", error)
            else:
                if samples is not None:
                    yield samples + PAUSE
                    return
        yield from self._ready(preferences).sound(sentence, goes_on)

    def _ready(self, preferences: Preferences) -> programs.Synthesiser:
        """Return the synthesiser for the voice that is chosen, started if need be."""
        arguments = self._synthesise(preferences)
        if self._synthesiser is None or arguments != self._speaks_as:
            if self._synthesiser is not None:
                self._synthesiser.close()
                self._synthesiser = None
            self._synthesiser = programs.Synthesiser(arguments, self._words, self._clock)
            self._speaks_as = arguments
        return self._synthesiser

    def _note(self, fault: str) -> None:
        """Report a fault once, and that it is over."""
        if fault and self._synthesiser is not None and not self._synthesiser.is_running:
            self._synthesiser.close()
            self._synthesiser = None
        if bool(fault) != bool(self._fault):
            self._fault = fault
            self._report(fault or None)


def _nothing(goes_on: Callable[[], bool]) -> None:
    """Say nothing."""


def speak(speech: SpeechHere, observers: Observers, inbox: RequestInbox) -> None:
    """Let a voice say what the table shows that ``observers`` watch, as ``speech`` says.

    What is wrong with it goes to the log once, and to the panel by ``inbox``.
    """

    def report(fault: str | None) -> None:
        log.warning(fault or "the voice is back")
        inbox.put(VoiceFault(is_over=fault is None))

    voice = Voice(play_command(speech.device), report, speech.recordings)
    observers.watch(Speaker(voice), "speech")


class Speaker:
    """Follows a table and lets the ``voice`` say what has changed; call it with every update."""

    def __init__(self, voice: Voice) -> None:
        self._voice, self._announcer = voice, Announcer()

    def __call__(self, update: TableStep) -> None:
        announcement = self._announcer.follow(update)
        if announcement.cuts_in:
            self._voice.silence()
        if announcement.sentences:
            self._voice.say(announcement.sentences, update.preferences)
        if update.shown.is_last:
            self._voice.close()


def file_name(sentence: str) -> str:
    """Return the name of the file with ``sentence``.

    >>> file_name("Red: E 5 to H 5.")
    'red-e-5-to-h-5.wav'
    """
    name = SIGNS.sub("-", sentence.lower()).strip("-")
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 9]}-{zlib.crc32(sentence.encode()):08x}"
    return f"{name}.wav"


def recorded(folder: Path, language: str, sentence: str) -> bytes | None:
    """Return the samples of ``sentence`` as it was recorded; None if it was not.

    ValueError if the file is not one channel of 16 bits at 22,050 Hz.
    """
    path = folder / language / file_name(sentence)
    try:
        with open_untrusted(path) as content, wave.open(f=content, mode="rb") as file:
            form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            if form != FORM:
                raise ValueError(f"{path}: expected one channel of 16 bits at 22050 Hz, got {form}")
            if file.getnframes() > MOST_SECONDS * SAMPLES_A_SECOND:
                raise ValueError(f"{path}: expected at most {MOST_SECONDS} seconds")
            return file.readframes(file.getnframes())
    except FileNotFoundError:
        return None
    except (OSError, EOFError, wave.Error) as error:
        raise ValueError(f"{path}: {reason(error)}") from None


KEY_NAMES: Final[Mapping[str, Message]] = {**keys.titles(), "ok": Message.of(msg("okay"))}
"""How each key is called aloud."""


class Announcement(NamedTuple):
    """What is to be heard after an update: ``sentences``, in place of all others if it cuts in.

    It ``cuts_in`` when somebody has touched a key: what is being said stops at once, even if there
    is nothing new to say. It also does when the table goes on to offer something else to people who
    play with a switch: what they hear last is what a stroke takes.
    """

    sentences: tuple[str, ...] = ()
    cuts_in: bool = False


class Announcer:
    """Follows a table and says what each update deserves to have said.

    >>> from firmware_host.screens.notes import NoteView
    >>> announcer = Announcer()
    >>> shown = TableStep(0.0, NoteView(Message.of("Help"), Message.of("Throw.")))
    >>> announcer.follow(shown).sentences
    ('Help.', 'Throw.', 'Okay: continue.')
    >>> announcer.follow(shown).sentences
    ()
    """

    def __init__(self) -> None:
        self._last: TableStep | None = None
        self._said: tuple[Message, ...] = ()
        self._aloud: dict[str, Aloud] = {}

    def follow(self, update: TableStep) -> Announcement:
        """Return what is to be said of ``update``."""
        before, self._last = self._last, update
        is_again = before is not None and update.facts.of(Repeats) != before.facts.of(Repeats)
        cuts_in = before is not None and update.touches != before.touches
        if update.shown.is_unattended or not update.preferences.of(SpeechChosen).speech:
            # the demonstration must not speak to an empty room
            self._said = ()
            return Announcement((), cuts_in=True)
        spoken = (*update.view.spoken, *_offered(update))
        known = () if is_again or _has_other_words(before, update) else self._said
        self._said = spoken
        new = [sentence for sentence in spoken if sentence not in known]
        notice = update.shown.notice
        # a notice that is shown again is another object: the person has tried again
        if notice is not None and (is_again or before is None or notice is not before.shown.notice):
            new.insert(0, notice)
        goes_on = bool(new) and update.stroke is not None and _shows_same(before, update)
        named = [by_name(each, update.persons) for each in new]
        return Announcement(self._words(named, update.preferences.language), cuts_in or goes_on)

    def _words(self, messages: list[Message], language: str) -> tuple[str, ...]:
        if language not in self._aloud:
            self._aloud[language] = Aloud(Language(language), KEY_NAMES)
        return tuple(filter(None, map(self._aloud[language], messages)))


def _offered(update: TableStep) -> tuple[Message, ...]:
    """Return what a stroke of a switch does, unless it takes what the cursor stands on."""
    stroke = update.stroke
    return () if stroke is None or stroke.text == TAKE else (stroke,)


def _shows_same(before: TableStep | None, update: TableStep) -> bool:
    """Return whether the same kind of screen was shown before."""
    return before is not None and type(before.view) is type(update.view)


def _has_other_words(before: TableStep | None, update: TableStep) -> bool:
    """Return whether everything is to be said, as it is now heard for the first time like this."""
    if before is None:
        return True
    then, now = before.preferences, update.preferences
    was_on, is_on = then.of(SpeechChosen).speech, now.of(SpeechChosen).speech
    return (was_on, then.language) != (is_on, now.language)
