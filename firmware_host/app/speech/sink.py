"""Where the sound goes: a program that plays what it is given, started again when it has ended."""

import os
import select
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Final

from firmware_host.app.speech.espeak import SAMPLES_A_SECOND, SpeechError, started

PROGRAM: Final = "aplay"
PACKAGE: Final = "alsa-utils"
TRY_SECONDS: Final = 1.0
"""A device that does not work is tried again after this time at the earliest."""

MARGIN_SECONDS: Final = 1.0
"""A program that should have played everything may still hold some of it for so long."""

PIECE: Final = 4096
"""Bytes that a pipe takes at once when it has room at all."""

LOOK_SECONDS: Final = 0.02


def command(device: str) -> Sequence[str]:
    """Return how sound is played on the ALSA ``device``."""
    raw = ("-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(SAMPLES_A_SECOND))
    return (PROGRAM, "-q", "-D", device, *raw, "--start-delay=1", "--buffer-time=100000")


class Sink:
    """Plays sound with the program ``arguments``; ``clock`` returns seconds.

    The program is kept running while it works. Silence is its end, as it drops at once whatever it
    still holds; a new one is started for the next sound. :meth:`silence` may be called in any
    thread, everything else in one.
    """

    def __init__(self, arguments: Sequence[str], clock: Callable[[], float]) -> None:
        self._arguments, self._clock = arguments, clock
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
            self._process = started(self._arguments, PACKAGE, subprocess.DEVNULL)

    def play(self, samples: bytes, goes_on: Callable[[], bool]) -> None:
        """Hand ``samples`` to the program while ``goes_on`` returns true.

        SpeechError if there is no program that works.
        """
        self.prepare()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        length = len(samples) / 2 / SAMPLES_A_SECOND
        self._busy_until = max(self._busy_until, self._clock()) + length
        for start in range(0, len(samples), PIECE):
            while goes_on() and not _has_room(process.stdin.fileno()):
                pass
            if not goes_on():
                return
            try:
                os.write(process.stdin.fileno(), samples[start : start + PIECE])
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
        if self._process is not None:
            self._process.kill()
            self._release()

    def _release(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
            process.wait()

    def _why(self, process: subprocess.Popen[bytes]) -> str:
        with suppress(subprocess.TimeoutExpired):
            process.wait(TRY_SECONDS)
        tried = " ".join(self._arguments[:4])
        return f"the sound device does not work ({tried} ended with {process.returncode})"


def _has_room(pipe: int) -> bool:
    """Return whether ``pipe`` has room; wait for it a moment."""
    _, writable, _ = select.select([], [pipe], [], LOOK_SECONDS)
    return bool(writable)
