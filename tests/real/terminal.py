"""A terminal under tmux, in which a program runs as at somebody's desk."""

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

PROGRAM: Final = shutil.which("tmux")
NEEDS_TMUX: Final = pytest.mark.skipif(
    PROGRAM is None, reason="the simulator in a terminal needs tmux: sudo apt install tmux"
)
PATIENCE: Final = 120.0
LOOK: Final = 0.2
AGAIN: Final = 5.0
"""Seconds after which a key that has done nothing is struck again."""


class Tmux:
    """The program ``words`` in a terminal of its own, with ``environ`` and nothing else."""

    def __init__(self, folder: Path, environ: Mapping[str, str], words: Sequence[str]) -> None:
        self._socket = str(folder / "tmux")
        self._environ = dict(environ)
        inner = ["env", "-i", *(f"{name}={value}" for name, value in environ.items()), *words]
        self._tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", "100", "-y", "40", "sh")
        # a shell stays, so that what the program leaves in the terminal can be read
        self.type(" ".join(inner), "Enter")

    def type(self, *keys: str) -> None:
        """Strike ``keys``, by tmux's names."""
        self._tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        """What the terminal shows; a line that is too long for it is one line."""
        return self._tmux("capture-pane", "-p", "-J")

    def wait_for(self, text: str) -> None:
        """Wait until ``text`` is on the screen; AssertionError tells what is there."""
        self._wait_until(lambda screen: text in screen, f"{text!r}")

    def strike(self, key: str, text: str, *, is_there: bool = True) -> None:
        """Strike ``key`` until ``text`` is on the screen, or no more if it is not to be there."""
        end = time.monotonic() + PATIENCE
        while (text in self.screen) != is_there:
            assert time.monotonic() < end, f"{key}: expected {text!r}; shown:\n{self.screen}"
            self.type(key)
            again = time.monotonic() + AGAIN
            while time.monotonic() < again and (text in self.screen) != is_there:
                time.sleep(LOOK)

    def close(self) -> None:
        """Close the terminal."""
        self._tmux("kill-server")

    def _wait_until(self, happened: Callable[[str], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not happened(screen := self.screen):
            assert time.monotonic() < end, f"expected {what}; the terminal shows:\n{screen}"
            time.sleep(LOOK)

    def _tmux(self, *words: str) -> str:
        assert PROGRAM is not None
        done = subprocess.run(
            [PROGRAM, "-S", self._socket, *words], env=self._environ, check=False,
            capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout
