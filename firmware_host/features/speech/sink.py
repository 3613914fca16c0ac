"""Where the sound goes: a program that plays what it is given, started again when it has ended."""

import fcntl
import os
import select
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Final

from firmware_host.app.processes import HelperWords, end
from firmware_host.features.speech.espeak import SpeechError, started
from hardware.output.speaker import PLAYER, SAMPLES_A_SECOND

PACKAGE: Final = "alsa-utils"
TRY_SECONDS: Final = 1.0
"""A device that does not work is tried again after this time at the earliest."""

MARGIN_SECONDS: Final = 1.0
"""A program that should have played everything may still hold some of it for so long."""

PIECE: Final = 4096
"""Bytes that a pipe takes at once when it has room at all."""

LOOK_SECONDS: Final = 0.02


HANGS_AFTER: Final = 3.0
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
            if self._clock() >= since + HANGS_AFTER:
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
        said = self._words.last(LOOK_SECONDS)
        ended = f"{self._tried} ended with {process.returncode}"
        return f"the sound device does not work ({ended}{said and f': {said}'})"


def _has_room(pipe: int) -> bool:
    """Return whether ``pipe`` has room; wait for it a moment."""
    _, writable, _ = select.select([], [pipe], [], LOOK_SECONDS)
    return bool(writable)
