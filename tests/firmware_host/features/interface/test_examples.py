"""The examples of the page for developers do what it says, at a table that is really served."""

import json
import re
import shlex
import shutil
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from docs.developers.examples import capture_lamp, follow_table
from firmware_host.features.interface.store import ProgramTokens
from firmware_host.session.setup import Setup
from tests.browser.served_sites import SharedTable
from tests.table import Begin

PAGE = Path(__file__).parents[4] / "docs/developers/interface.md"
CURLS = re.findall(r"^curl .*", PAGE.read_text("utf-8"), re.MULTILINE)
HERE = "http://localhost:8080/"
LONG: Final = 20.0


@pytest.fixture
def shared(begin: Begin, tmp_path: Path) -> Iterator[SharedTable]:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    table = SharedTable(hands, tmp_path)
    # the server is up before it knows the table
    table.pass_time(lambda: asked(table, "table")["game"] is not None)
    yield table
    table.close()


def asked(table: SharedTable, what: str) -> Any:
    with urllib.request.urlopen(f"{table.address}api/v1/{what}", timeout=LONG) as answer:
        return json.load(answer)


def beside(table: SharedTable, work: Callable[[], None]) -> None:
    """Do ``work`` while time passes at ``table``."""
    doing = threading.Thread(target=work)
    doing.start()
    table.pass_time(lambda: not doing.is_alive())


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("command", CURLS)
def test_what_is_written_for_curl_is_answered(
    command: str, shared: SharedTable, tmp_path: Path
) -> None:
    token = ProgramTokens(tmp_path / "web").add("curl", may_act=True)
    words = shlex.split(command.replace(HERE, shared.address).replace("TOKEN", token))
    said = list[str]()

    def ask() -> None:
        ran = subprocess.run(
            [*words, "--silent", "--max-time", "20"], check=True, capture_output=True, text=True
        )
        said.append(ran.stdout)

    beside(shared, ask)
    found = json.loads(said[0])
    if "--json" in words:
        assert found == {"outcome": "fulfilled"}
        assert "Tea is ready" in shared.hands.world.app.words
    else:
        assert found["game"]["name"] == "squadro"


def test_there_are_commands_for_curl() -> None:
    assert len(CURLS) == 4


def test_actions_are_printed_as_they_happen(shared: SharedTable) -> None:
    real, seen, waits = follow_table.asking(shared.address.rstrip("/")), list[str](), False

    def ask(path: str) -> Any:
        nonlocal waits
        waits = "after" in path
        return real(path)

    doing = threading.Thread(target=lambda: seen.append(next(follow_table.actions(ask))))
    doing.start()
    move = str(shared.hands.state.legal_moves()[0])
    shared.pass_time(lambda: waits)
    shared.hands.play(move)
    shared.pass_time(lambda: not doing.is_alive())
    assert seen == [f"1: {move}"]


def test_a_lamp_is_lit_at_a_capture_alone() -> None:
    """The pin is that of a simulated Raspberry Pi; the answers are those of three moments."""
    factory = MockFactory()
    lamp, lit = LED(17, pin_factory=factory), list[bool]()
    captures = [[], [{"place": "d3"}], []]
    news = iter(range(1, 4))

    def ask(path: str) -> Any:
        if path == "/api/v1/turns":
            return {"actions": [{"captures": each} for each in captures[: now["actions"]]]}
        now["actions"] = at = next(news, 0)
        if not at:
            raise StopIteration
        return {"news": at, "game": {"actions": at}}

    now = {"actions": 0}
    with pytest.raises(StopIteration):
        capture_lamp.watch(ask, lamp, lambda _: lit.append(lamp.is_lit))
    assert lit == [True]
    assert not lamp.is_lit
    factory.close()
