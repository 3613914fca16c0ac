"""The synthesiser: one espeak-ng, started once, that turns sentences into sound."""

import fcntl
import os
import re
import select
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from firmware_host.app.processes import HelperWords, end
from firmware_host.base.errors import HostError
from firmware_host.table.preferences import Preferences, SpeechRate, SpeechVolume, Voice

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
    return (
        PROGRAM,
        "--stdout",
        "-v",
        preferences.language + VOICES[preferences.voice],
        "-s",
        str(RATES[preferences.speech_rate]),
        "-a",
        str(VOLUMES[preferences.speech_volume]),
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
