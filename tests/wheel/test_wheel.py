"""The wheel as people get it: installed by pip, pipx and uv from a folder, without a network.

What it needs is fetched once, in the versions of ``constraints.txt``. Nothing of the sources is
near: the programs run in an empty folder.
"""

import os
import pty
import select
import socket
import subprocess
import sys
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

import games
from docs.release import parts
from firmware_host.text import LANGUAGES

pytestmark = pytest.mark.deep

ROOT: Final = Path(__file__).parents[2]
CONSTRAINTS: Final = ROOT / "constraints.txt"
EXTRAS: Final = ("simulator", "web")
SHORTEST_SHEET: Final = 1000
"""Letters: a sheet that is not there is an error of one line."""

FRAME: Final = "╭".encode()
"""The corner of the first frame that is drawn."""

WAIT_SECONDS: Final = 300.0
TOOLS: Final = ("pipx", "uv")
WANTED: Final = f"tableside[{','.join(EXTRAS)}]"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, all that it needs, and the tools that install it."""
    folder = tmp_path_factory.mktemp("wheels")
    needed = [*parts.closure(extras=EXTRAS), *parts.FROM_DEBIAN, *parts.LEFT_OUT, *TOOLS, "pip"]
    command = [sys.executable, "-m", "pip", "download", "-q", f"--constraint={CONSTRAINTS}"]
    done = subprocess.run([*command, f"--dest={folder}", *needed], check=False)
    if done.returncode:
        pytest.skip("what the wheel needs cannot be fetched: this test needs a network once")
    parts.build(ROOT, CONSTRAINTS, folder)
    return folder


@pytest.fixture(scope="module")
def offline(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment of somebody who has only these wheels, and an empty home."""
    home = tmp_path_factory.mktemp("home")
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    links = {f"{tool}_FIND_LINKS": str(wheels) for tool in ("PIP", "UV")}
    return {
        **kept, **links, "HOME": str(home), "PIP_NO_INDEX": "1", "UV_NO_INDEX": "1",
        "UV_OFFLINE": "1", "UV_PYTHON": sys.executable, "TERM": "xterm",
        "PIPX_DEFAULT_PYTHON": sys.executable, "PIPX_DEFAULT_BACKEND": "pip",
    }  # fmt: skip


@pytest.fixture(scope="module")
def tools(offline: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands pipx and uv."""
    return environment(tmp_path_factory.mktemp("tools") / "venv", offline, *TOOLS)


@pytest.fixture(scope="module")
def program(offline: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of the wheel, installed by pip."""
    commands = environment(tmp_path_factory.mktemp("fresh") / "venv", offline, WANTED)
    return commands / "tableside"


def environment(folder: Path, offline: Mapping[str, str], *wanted: str) -> Path:
    """Make a virtual environment with what is ``wanted``; return the folder of its commands."""
    run(Path("/"), offline, sys.executable, "-m", "venv", str(folder))
    run(Path("/"), offline, f"{folder}/bin/pip", "install", "-q", *wanted)
    return folder / "bin"


def run(where: Path, environ: Mapping[str, str], *command: str) -> str:
    done = subprocess.run(
        command, cwd=where, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_game_can_be_played_and_is_explained(
    program: Path, offline: Mapping[str, str], tmp_path: Path
) -> None:
    for name in games.names():
        assert run(tmp_path, offline, str(program), "perft", name, "1")
        for language in LANGUAGES:
            sheet = run(tmp_path, offline, str(program), "rules", name, "--language", language)
            assert len(sheet) > SHORTEST_SHEET


def test_the_simulator_starts_in_a_terminal(
    program: Path, offline: Mapping[str, str], tmp_path: Path
) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [program, "simulate", "--language", "en"], cwd=tmp_path, env=offline, stdin=follower,
        stdout=follower, stderr=follower, start_new_session=True,
    ) as process:  # fmt: skip
        os.close(follower)
        try:
            shown = b""
            while FRAME not in shown:
                assert select.select([leader], [], [], WAIT_SECONDS)[0], shown.decode()
                # an error when the program has ended
                shown += os.read(leader, 65536)
        finally:
            process.kill()
            os.close(leader)


def test_practice_tables_are_served(
    program: Path, offline: Mapping[str, str], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        place = f"127.0.0.1:{listener.getsockname()[1]}"
    with subprocess.Popen(
        [program, "serve", "--listen", place], cwd=tmp_path, env=offline, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            said = takewhile(lambda line: "Ctrl-C" not in line, process.stdout or ())
            assert place in "".join(said)
            for page in ("", "static/table.js", "static/table.css", "rules?game=squadro"):
                with urlopen(f"http://{place}/{page}", timeout=WAIT_SECONDS) as answer:
                    assert answer.read()
        finally:
            process.terminate()


def test_pipx_installs_it(tools: Path, offline: Mapping[str, str], tmp_path: Path) -> None:
    pipx, home = str(tools / "pipx"), Path(offline["HOME"])
    run(tmp_path, offline, pipx, "install", WANTED)
    command = str(home / ".local/bin/tableside")
    assert run(tmp_path, offline, command, "--version").startswith("tableside ")
    assert "game 1: " in run(tmp_path, offline, command, "simulate", "squadro", "--random", "7")


def test_uvx_runs_it(tools: Path, offline: Mapping[str, str], tmp_path: Path) -> None:
    uvx = (str(tools / "uvx"), "--quiet", "--from", WANTED, "tableside")
    assert run(tmp_path, offline, *uvx, "--version").startswith("tableside ")
    assert "game 1: " in run(tmp_path, offline, *uvx, "simulate", "squadro", "--random", "7")
