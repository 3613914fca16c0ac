"""The sound device is looked for until it comes, and again when it has gone."""

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from firmware_host.features.speech import programs
from firmware_host.features.speech.programs import TRY_SECONDS, Sink, SpeechError
from hardware.simulated import VirtualClock


class Player:
    """As a process that plays: it ends at once if there ``is`` no device."""

    def __init__(self, is_there: bool) -> None:
        self.returncode: int | None = None if is_there else 1
        self.stdout = None
        source, sink = os.pipe()
        self.stdin = os.fdopen(sink, "wb", buffering=0)
        self._source = source
        if not is_there:
            os.close(source)

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = 1
            os.close(self._source)


class Sought:
    """The device that a voice plays on."""

    absence = "the sound device does not work (aplay ended with 1)"
    loss = absence

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, opened: ExitStack) -> None:
        self._is_there, self._clock = False, VirtualClock()
        self._player: Player | None = None
        patch.setattr(programs, "started", self._started)
        self._sink = Sink(["aplay"], self._clock)
        opened.callback(self._sink.close)

    def come(self) -> None:
        self._is_there = True

    def go(self) -> None:
        self._is_there = False
        assert self._player is not None
        self._player.kill()

    async def look(self) -> str:
        self._clock.advance_to(self._clock() + TRY_SECONDS)
        try:
            self._sink.play(bytes(8), lambda: True)
            self._clock.advance_to(self._clock() + TRY_SECONDS)
            assert self._sink.check()
        except SpeechError as error:
            return str(error)
        return ""

    def _started(self, *_: object) -> "subprocess.Popen[bytes]":
        self._player = Player(self._is_there)
        return cast("subprocess.Popen[bytes]", self._player)
