"""``tableside simulate`` as it is installed, in a terminal under tmux."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.real.installed import NOTHING, Program
from tests.real.terminal import NEEDS_TMUX, Tmux

pytestmark = NEEDS_TMUX

GAME: Final = "xiangqi4"
IN_A_TERMINAL: Final = {**NOTHING, "TERM": "xterm-256color", "SHELL": "/bin/sh"}
POOR: Final = tuple({"PYTHONIOENCODING": name} for name in ("iso8859-1", "koi8-r", "ascii"))
LEFT: Final = "the program has ended with"


@pytest.fixture
def open_terminal(program: Program, tmp_path: Path) -> Iterator["OpenTerminal"]:
    opened = OpenTerminal(program, tmp_path)
    yield opened
    opened.close()


class OpenTerminal:
    """Runs the simulator in terminals that are closed at the end."""

    def __init__(self, program: Program, folder: Path) -> None:
        self._program, self._folder = program, folder
        self._terminals: list[Tmux] = []
        self.log = folder / "games" / "simulate.log"

    def __call__(self, *words: str, environ: Mapping[str, str] = IN_A_TERMINAL) -> Tmux:
        """Run the simulator with ``words``; how it ends stands in the terminal."""
        folder = str(self._folder / "games")
        command = (self._program.command, "simulate", *words, "--state-dir", folder)
        ended = (";", "echo", LEFT, "$?")
        terminal = Tmux(self._folder, environ, (*command, *ended))
        self._terminals.append(terminal)
        return terminal

    @property
    def logged(self) -> str:
        """What was logged meanwhile."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def close(self) -> None:
        """Close all terminals."""
        for terminal in self._terminals:
            terminal.close()


def test_a_game_is_begun_and_a_hint_is_given_twice(open_terminal: OpenTerminal) -> None:
    terminal = open_terminal(GAME, "--first", "0", "--language", "en")
    terminal.wait_for("Enter puts these pieces on the board")
    terminal.strike("Right", "Enter puts these pieces", is_there=False)
    for _ in range(2):
        terminal.strike("h", "Enter: play this move")
        terminal.strike("Escape", "Enter: play this move", is_there=False)
    terminal.type("q")
    terminal.wait_for(f"{LEFT} 0")
    assert "Traceback" not in terminal.screen
    assert open_terminal.logged == ""


@pytest.mark.deep
@pytest.mark.parametrize("poor", POOR)
def test_a_locale_that_is_poor_is_named_and_the_board_is_drawn(
    open_terminal: OpenTerminal, poor: Mapping[str, str]
) -> None:
    words = (GAME, "--first", "0", "--language", "en")
    terminal = open_terminal(*words, environ={**IN_A_TERMINAL, **poor})
    terminal.wait_for("Enter puts these pieces on the board")
    terminal.strike("b", " Board ")
    assert "\\u" not in terminal.screen
    assert all(sign in terminal.screen for sign in "%@&$")  # a sign for each of four seats
    terminal.strike("Right", "Enter puts these pieces", is_there=False)
    terminal.strike("h", "Enter: play this move")
    terminal.type("q")
    terminal.wait_for(f"{LEFT} 0")
    (name,) = poor.items()
    assert f"of this terminal ({'='.join(name)}) lacks some signs" in terminal.screen
    assert open_terminal.logged.count("\n") == 1


@pytest.mark.deep
def test_a_locale_of_the_system_that_is_not_utf_8_is_drawn_in(
    open_terminal: OpenTerminal, tmp_path: Path
) -> None:
    name, encoding = "en_US.ISO-8859-1", "ISO-8859-1"
    words = ("localedef", "-i", "en_US", "-f", encoding, str(tmp_path / name))
    if shutil.which(words[0]) is None or subprocess.run(words, check=False).returncode != 0:
        pytest.skip("a locale in Latin-1 is made by localedef: sudo apt install locales")
    environ = {**IN_A_TERMINAL, "LOCPATH": str(tmp_path), "LANG": name}
    terminal = open_terminal(GAME, "--first", "0", "--language", "en", environ=environ)
    terminal.wait_for("Enter puts these pieces on the board")
    terminal.type("q")
    terminal.wait_for(f"{LEFT} 0")
    assert f"encoding {encoding.replace('-', '', 1).lower()} of" in terminal.screen
    assert f"(LANG={name}) lacks some signs" in terminal.screen


@pytest.mark.deep
def test_a_dumb_terminal_is_not_drawn_on(open_terminal: OpenTerminal) -> None:
    terminal = open_terminal(GAME, environ={**IN_A_TERMINAL, "TERM": "dumb"})
    terminal.wait_for(f"{LEFT} 1")
    assert "TERM=dumb" in terminal.screen
