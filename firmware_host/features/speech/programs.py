"""The programs that speak: one espeak-ng turns sentences into sound, and one aplay plays it.

Each is kept running while it works, and started again when it has ended.
"""

import fcntl
import os
import re
import select
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Final

from firmware_host.app.processes import HelperWords, end
from firmware_host.base.errors import HostError
from firmware_host.features.speech.facts import SpeechChosen, SpeechRate, SpeechVolume, Voice
from firmware_host.table.device import Preferences
from hardware.speaker import PLAYER, SAMPLES_A_SECOND

PROGRAM: Final = "espeak-ng"
HEADER: Final = 44
"""Bytes of the WAV header before the first sound."""

RATES: Final[Mapping[SpeechRate, int]] = {"slow": 130, "normal": 165, "fast": 220, "very fast": 300}
"""Words a minute."""

VOLUMES: Final[Mapping[SpeechVolume, int]] = {"low": 35, "medium": 90, "full": 180}
"""espeak-ng's amplitude, from 0 to 200."""

VOICES: Final[Mapping[Voice, str]] = {"low": "", "high": "+f3"}
"""Variants of the voice of a language."""

READ: Final = 16384
NOTHING: Final = bytes(4)
"""How many bytes wait in a pipe, as FIONREAD writes it: none."""

HANGS_AFTER: Final = 10.0
"""A synthesiser that neither reads nor writes for so many seconds hangs; it needs a second on a
Zero 2 W to find its voice."""

LOOK_SECONDS: Final = 0.02
"""How often to look whether the sentence is finished while no sound comes."""

ARTICLE: Final = re.compile(r"\bA (?=\d)")
"""In English, the name of the first file would be taken for an article."""


class SpeechError(HostError):
    """Nothing can be said: a program is missing or has ended, or the sound device does not work."""


def command(preferences: Preferences) -> Sequence[str]:
    """Return how espeak-ng is started for the voice that people have chosen."""
    chosen = preferences.of(SpeechChosen)
    return (
        PROGRAM,
        "--stdout",
        "-v",
        preferences.language + VOICES[chosen.voice],
        "-s",
        str(RATES[chosen.speech_rate]),
        "-a",
        str(VOLUMES[chosen.speech_volume]),
    )


def started(
    arguments: Sequence[str], package: str, output: int, words: HelperWords
) -> subprocess.Popen[bytes]:
    """Return the program ``arguments``, which reads from a pipe and writes to ``output``.

    What it complains of goes to ``words``. SpeechError if it cannot be started: it is in
    ``package``.
    """
    words.begin()
    try:
        return subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=words.output,
            bufsize=0,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise SpeechError(f"{arguments[0]} is not installed: sudo apt install {package}") from None
    except OSError as error:
        raise SpeechError(f"{arguments[0]} cannot be started: {error.strerror}") from None


class Synthesiser:
    """Turns sentences into sound with the program ``arguments``, which it keeps running.

    The program reads a sentence per line and writes its sound at once. It has finished when it
    reads the empty line after it, which it does only then. ``clock`` returns seconds; what it
    complains of goes to ``words``.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        words: HelperWords,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._words, self._clock = words, clock
        self._process = started(arguments, PROGRAM, subprocess.PIPE, words)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._is_english = any(each == "en" or each.startswith("en+") for each in arguments)
        self._skip = HEADER

    def sound(self, sentence: str, goes_on: Callable[[], bool]) -> Iterator[bytes]:
        """Yield the sound of ``sentence``, samples of 16 bits, as it comes; no silence before it.

        As soon as ``goes_on`` returns false the rest is thrown away. SpeechError if the
        program has ended, or hangs: then it is ended.
        """
        has_begun = False
        for samples in self._samples(sentence):
            loud = samples if has_begun else _without_silence(samples)
            has_begun = has_begun or bool(loud)
            if loud and goes_on():
                yield loud

    @property
    def is_running(self) -> bool:
        """Whether the program still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the program."""
        end(self._process)

    def _samples(self, sentence: str) -> Iterator[bytes]:
        line = " ".join(sentence.split())
        if self._is_english:
            line = ARTICLE.sub("[[eI]] ", line)
        self._write(f"{line}\n")
        is_marked, odd, moved_at = False, b"", self._clock()
        while True:
            is_ready, _, _ = select.select([self._out], [], [], LOOK_SECONDS)
            if is_ready:
                samples = odd + self._read()
                whole = len(samples) // 2 * 2
                odd = samples[whole:]
                yield samples[:whole]
                moved_at = self._clock()
            elif self._has_read_everything():
                if is_marked:
                    return
                self._write("\n")
                is_marked, moved_at = True, self._clock()
            elif self._process.poll() is not None:
                raise self._ended()
            elif self._clock() >= moved_at + HANGS_AFTER:
                end(self._process)
                raise SpeechError(f"{PROGRAM} says nothing any more, and is started again")

    def _ended(self) -> SpeechError:
        why = self._words.last(LOOK_SECONDS)
        return SpeechError(f"{PROGRAM} has ended" + (f" ({why})" if why else ""))

    def _read(self) -> bytes:
        samples = os.read(self._out, READ)
        if not samples:
            raise self._ended()
        skipped, self._skip = samples[: self._skip], max(0, self._skip - len(samples))
        return samples[len(skipped) :]

    def _write(self, line: str) -> None:
        try:
            os.write(self._in, line.encode())
        except OSError:
            raise self._ended() from None

    def _has_read_everything(self) -> bool:
        waiting = fcntl.ioctl(self._in, termios.FIONREAD, NOTHING)
        return waiting == NOTHING


def _without_silence(samples: bytes) -> bytes:
    silent = len(samples) - len(samples.lstrip(b"\0"))
    return samples[silent // 2 * 2 :]


PACKAGE: Final = "alsa-utils"
TRY_SECONDS: Final = 1.0
"""A device that does not work is tried again after this time at the earliest."""

MARGIN_SECONDS: Final = 1.0
"""A program that should have played everything may still hold some of it for so long."""

PIECE: Final = 4096
"""Bytes that a pipe takes at once when it has room at all."""

ROOM_SECONDS: Final = 0.02


TAKES_AFTER: Final = 3.0
"""A program that takes nothing for so many seconds hangs: it plays its whole buffer in a tenth."""

HELD: Final = 16384
"""Bytes that its pipe holds, a third of a second: one that hangs is noticed within a sentence."""


class Sink:
    """Plays sound with the program ``arguments``; ``clock`` returns seconds.

    The program is kept running while it works. Silence is its end, as it drops at once whatever it
    still holds; a new one is started for the next sound, and after one that hangs. What it
    complains of is logged, and part of a SpeechError. :meth:`silence` may be called in any thread,
    everything else in one.
    """

    def __init__(self, arguments: Sequence[str], clock: Callable[[], float]) -> None:
        self._arguments, self._clock = arguments, clock
        self._words = HelperWords(PLAYER)
        self._process: subprocess.Popen[bytes] | None = None
        self._silenced: subprocess.Popen[bytes] | None = None
        self._tried_at = -inf
        self._busy_until = -inf

    def prepare(self) -> None:
        """Have the program ready for the next sound; SpeechError if it does not work."""
        process = self._process
        # a program that was killed a moment ago takes what it is given, and loses it
        if process is not None and (process is self._silenced or process.poll() is not None):
            self._release()
            if process is not self._silenced and self._clock() < self._tried_at + TRY_SECONDS:
                raise SpeechError(self._why(process))
        if self._process is None:
            self._tried_at = self._clock()
            self._process = self._start()

    def check(self) -> bool:
        """Return whether the program has run for a while; SpeechError if it has ended by itself.

        One that cannot open its device takes a few sentences before it ends.
        """
        process = self._process
        if process is None or process is self._silenced:
            return False
        if process.poll() is not None:
            self._release()
            raise SpeechError(self._why(process))
        return self._clock() >= self._tried_at + TRY_SECONDS

    def play(self, samples: bytes, goes_on: Callable[[], bool]) -> None:
        """Hand ``samples`` to the program while ``goes_on`` returns true.

        SpeechError if there is no program that works, or if it hangs: then it is ended.
        """
        self.prepare()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        pipe = process.stdin.fileno()
        length = len(samples) / 2 / SAMPLES_A_SECOND
        self._busy_until = max(self._busy_until, self._clock()) + length
        for start in range(0, len(samples), PIECE):
            if not self._waits_for_room(pipe, goes_on):
                return
            try:
                os.write(pipe, samples[start : start + PIECE])
            except OSError:
                if process is not self._silenced:
                    raise SpeechError(self._why(process)) from None

    def silence(self) -> None:
        """Stop what is playing."""
        process = self._process
        if process is not None and self._clock() < self._busy_until + MARGIN_SECONDS:
            self._silenced, self._busy_until = process, -inf
            process.kill()

    def close(self) -> None:
        """End the program."""
        self._release()
        self._words.close()

    def _start(self) -> "subprocess.Popen[bytes]":
        process = started(self._arguments, PACKAGE, subprocess.DEVNULL, self._words)
        if process.stdin is not None:
            with suppress(OSError):  # a user has few pages for pipes; then it holds more
                fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, HELD)
        return process

    def _waits_for_room(self, pipe: int, goes_on: Callable[[], bool]) -> bool:
        """Wait until ``pipe`` has room; return whether the sound still ``goes_on``."""
        since = self._clock()
        while goes_on() and not _has_room(pipe):
            if self._clock() >= since + TAKES_AFTER:
                self._release()
                raise SpeechError(f"the sound device takes no sound any more ({self._tried})")
        return goes_on()

    def _release(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end(process)

    @property
    def _tried(self) -> str:
        return " ".join(self._arguments[:4])

    def _why(self, process: "subprocess.Popen[bytes]") -> str:
        with suppress(subprocess.TimeoutExpired):
            process.wait(TRY_SECONDS)
        said = self._words.last(ROOM_SECONDS)
        ended = f"{self._tried} ended with {process.returncode}"
        return f"the sound device does not work ({ended}{said and f': {said}'})"


def _has_room(pipe: int) -> bool:
    """Return whether ``pipe`` has room; wait for it a moment."""
    _, writable, _ = select.select([], [pipe], [], ROOM_SECONDS)
    return bool(writable)
