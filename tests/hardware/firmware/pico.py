"""A fake Pico: it runs ``main.py`` with pins and a clock that a test controls."""

import os
import runpy
import select
import sys
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack
from io import FileIO
from pathlib import Path
from types import SimpleNamespace

import pytest

import hardware.firmware.pico
from tests.hardware.firmware import fake_machine

FOLDER = Path(hardware.firmware.__file__).parent
WRAP = 1 << 30
"""Where the milliseconds of MicroPython wrap."""


class EndedError(Exception):
    """Ends the endless loop: the power is gone."""


class Pico:
    """``main.py`` on fake pins, with a pty for its USB port; every pass takes a millisecond.

    The host's end is ``port``, by its path, or :meth:`say` and :meth:`heard`.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        self.interrupt = 3
        self._patch = monkeypatch
        self._open = ExitStack()
        usb, host = os.openpty()
        self._usb = self._open.enter_context(FileIO(usb, "r+"))
        self._host = self._open.enter_context(FileIO(host, "r+"))
        tty.setraw(host)
        os.set_blocking(host, False)
        self.port = os.ttyname(host)

    def run(self, script: Iterator[None]) -> None:
        """Run it with one step of ``script`` in each pass, until the script ends."""
        fake_machine.on_pass[0] = lambda: self._step(script)
        with self._patch.context() as patched:
            stream = SimpleNamespace(buffer=self._usb, fileno=self._usb.fileno)
            patched.setitem(sys.modules, "machine", fake_machine)
            patched.setitem(sys.modules, "micropython", SimpleNamespace(kbd_intr=self._kbd_intr))
            patched.setitem(sys.modules, "firmware", hardware.firmware)
            patched.setitem(sys.modules, "firmware.pico", hardware.firmware.pico)
            patched.setattr(time, "ticks_ms", lambda: self.now % WRAP, raising=False)
            patched.setattr(time, "ticks_diff", _ticks_diff, raising=False)
            # a poll that waits would let real time pass
            patched.setattr("select.poll", Poll)
            patched.setattr(sys, "stdin", stream)
            patched.setattr(sys, "stdout", stream)
            with pytest.raises(EndedError):
                runpy.run_path(str(FOLDER / "main.py"), run_name="__main__")

    def say(self, data: bytes) -> None:
        self._host.write(data)

    def heard(self) -> bytes:
        """Return what the host can read now."""
        return self._host.read() or b""

    def close(self) -> None:
        fake_machine.on_pass[0] = lambda: None
        fake_machine.forget()
        self._open.close()

    def _step(self, script: Iterator[None]) -> None:
        self.now += 1
        try:
            next(script)
        except StopIteration:
            raise EndedError from None

    def _kbd_intr(self, character: int) -> None:
        self.interrupt = character


class Poll:
    """``select.poll`` that does not wait."""

    def __init__(self) -> None:
        self._poll = REAL_POLL()

    def register(self, stream: SimpleNamespace, events: int) -> None:
        self._poll.register(stream.fileno(), events)

    def poll(self, _wait: int) -> list[tuple[int, int]]:
        return self._poll.poll(0)


REAL_POLL = select.poll


def _ticks_diff(end: int, start: int) -> int:
    return (end - start + WRAP // 2) % WRAP - WRAP // 2
