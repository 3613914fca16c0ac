"""Nothing from outside is run, only what shares a table listens, and files are opened in one way.

All of it is read off the source.
"""

import ast
import random
import re
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from firmware_host.features import NAMES
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from tests import toy
from tests.table import Begin

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "hardware", "firmware_host")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

MODULES = frozenset(
    "pickle cPickle _pickle marshal shelve dbm dill cloudpickle joblib yaml code codeop runpy "
    "socketserver http xmlrpc telnetlib ftplib smtplib urllib.request asyncio.events ssl".split()
)
"""Modules that make code of data, or that talk over a network."""

CALLING = re.compile(r"imports (ssl|http\.client|urllib\.request)")
OPENS = re.compile(r"calls \.(bind|listen|accept|create_server)\(\)$")
CALLS = frozenset("eval exec compile __import__ execfile".split())
METHODS = frozenset(
    "bind listen accept create_server start_server serve_forever system popen".split()
)
"""What opens a door, by the name of the method."""

DOORS = frozenset(
    f"firmware_host/{name}.py"
    for name in (
        "app/feed",
        "features/interface/web",
        "features/practice/site",
        "web/doorway",
        "web/entry_code",
        "web/listening",
    )
)
"""The modules that listen, all of them only when somebody asks for it on the command line."""

CALLERS = frozenset(
    {"firmware_host/features/fleet/connection.py", "firmware_host/features/update/orders.py"}
)
"""The modules that call others over a network, encrypted, if somebody asks for it."""

PARTNERS = frozenset({"firmware_host/thinking/worker.py"})
"""What two workers of one page of a browser say to each other, as two processes do elsewhere."""


OWN_FILES = {
    "firmware_host/app/processes.py": "what a process of the program says itself",
    "firmware_host/cli/main.py": "the null device",
    "firmware_host/base/log.py": "the log that the program writes itself",
    "firmware_host/stats.py": "the sources of the program",
    "firmware_host/features/interface/web.py": "the description of the interface, which ships",
    "firmware_host/features/fleet/enrolment.py": "the rules of a broker, which ship",
    "firmware_host/features/exercises/store.py": "exercises that ship with a game",
    "firmware_host/features/lessons/lesson.py": "lessons that ship with a game",
    "firmware_host/features/own_games/store.py": "the template of a new game, which ships",
    "games/race/game.py": "a race that ships",
    "firmware_host/setup/card.py": "what cloud-init is told, which ships",
    "firmware_host/setup/machine.py": "what a card has handed over, to write zeros to it",
    "firmware_host/text/translator.py": "catalogues that ship with the program",
    "firmware_host/text/rule_sheets.py": "rule sheets that ship with a game",
    "firmware_host/web/listening.py": "what the kernel says of the addresses of the machine",
    "firmware_host/web/page_frame.py": "scripts that ship with the program",
    "firmware_host/web/static_pages.py": "pages that ship with the program",
    "games/__init__.py": "what installed packages say that they have",
    "games/backgammon/evaluate.py": "a table that ships with the game",
    "games/squadro/tables.py": "a table that ships with the game, or that make has built",
    "games/squadro/evaluate.py": "a table that ships with the game",
    "games/tshupu/evaluate.py": "a table that ships with the game",
    "games/xiangqi4/rules.py": "outlines of characters that ship with the game",
    "hardware/firmware/halls.py": "the Pico, which has no other files",
    "hardware/input/plugged_keyboards.py": "devices, and what the kernel says of them",
    "hardware/input/pins.py": "what the kernel says of the machine",
    "hardware/parts/kicad.py": "libraries of KiCad, and what it has just written",
    "hardware/parts/solids.py": "what it has just written itself",
    "hardware/wiring/wiring.py": "profiles that ship with the program",
    "hardware/untrusted_input.py": "the one way to open all others",
}
"""The modules that open files themselves, and what files these are: never those from elsewhere."""

READING = frozenset({"read_text", "read_bytes"})
OPENERS = frozenset({"io", "os", "wave", "gzip", "lzma", "bz2", "tarfile", "zipfile", "Image"})
WRITING = re.compile(r"[wax]b?$|ab$")


@pytest.fixture(scope="module")
def nodes() -> Mapping[str, Sequence[ast.AST]]:
    """What could open a file, run code or listen in each of the sources, by its path."""
    return {
        path.relative_to(ROOT).as_posix(): [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)
        ]
        for path in SOURCES
    }


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def faults(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What in ``nodes`` would run what came from outside, or listen, with its line."""
    for node in nodes:
        for name in imported(node):
            if name in MODULES or name.partition(".")[0] in MODULES:
                yield f"{getattr(node, 'lineno', 0)}: imports {name}"
        if isinstance(node, ast.Call):
            yield from (f"{node.lineno}: {words}" for words in _of_call(node))


def _of_call(call: ast.Call) -> Iterator[str]:
    match call.func:
        case ast.Name(id=name) if name in CALLS:
            yield f"calls {name}()"
        case ast.Attribute(attr=name) if name in METHODS:
            yield f"calls .{name}()"
    for given in call.keywords:
        is_off = isinstance(given.value, ast.Constant) and given.value.value is False
        if given.arg == "shell" and not is_off:
            yield "runs a shell"


def opens_a_file(call: ast.Call) -> bool:
    """Whether ``call`` reads a file by its name."""
    modes = [each for each in call.args if isinstance(each, ast.Constant)]
    keywords = {each.arg for each in call.keywords}
    is_written = any(WRITING.match(str(mode.value)) for mode in modes)
    match call.func:
        case ast.Name(id="open"):
            return not is_written
        case ast.Attribute(attr=name) if name in READING:
            return True
        case ast.Attribute() if keywords & {"fileobj", "f"}:
            return False
        case ast.Attribute(value=ast.Name(id="os"), attr="open"):
            flags = {each.attr for each in ast.walk(call) if isinstance(each, ast.Attribute)}
            return not flags & {"O_WRONLY", "O_RDWR", "O_DIRECTORY"}
        case ast.Attribute(value=ast.Name(id=module), attr="open") if module in OPENERS:
            return True
        case ast.Attribute(attr="open"):
            return not is_written and bool(modes or keywords & {"mode", "encoding"})
    return False


def is_there(path: str) -> bool:
    """Whether ``path`` is in the core, or in a feature that there is."""
    package, _, inner = path.removeprefix("firmware_host/").partition("/")
    return package != "features" or inner.split("/")[0] in NAMES


def test_files_from_elsewhere_are_opened_in_one_way_only(
    nodes: Mapping[str, Sequence[ast.AST]],
) -> None:
    opening = {
        name
        for name, found in nodes.items()
        for node in found
        if isinstance(node, ast.Call) and opens_a_file(node)
    }
    assert opening == {path for path in OWN_FILES if is_there(path)}


@pytest.mark.parametrize(
    "source",
    [
        "open(name)",
        "path.open('rb')",
        "path.open(encoding='utf-8')",
        "path.read_text()",
        "(folder / name).read_bytes()",
        "os.open(path, os.O_RDONLY)",
        "wave.open(name)",
        "tarfile.open(name)",
    ],
)
def test_another_way_to_open_a_file_would_be_found(source: str) -> None:
    call = ast.parse(source, mode="eval").body
    assert isinstance(call, ast.Call)
    assert opens_a_file(call)


def test_no_source_makes_code_of_data_runs_a_shell_or_listens(
    nodes: Mapping[str, Sequence[ast.AST]],
) -> None:
    assert len(SOURCES) > 200
    found = [(name, fault) for name, each in nodes.items() for fault in faults(each)]
    allowed = DOORS | CALLERS | PARTNERS
    assert [each for each in found if each[0] not in allowed] == []
    assert {path for path, _ in found} == {*filter(is_there, allowed)}
    assert all(OPENS.search(fault) for path, fault in found if path in DOORS)
    assert all(CALLING.search(fault) for path, fault in found if path in CALLERS)
    assert all(fault.endswith("imports pickle") for path, fault in found if path in PARTNERS)


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from marshal import loads",
        "import yaml.constructor",
        "from urllib import request",
        "def read(text):\n    return eval(text)",
        "exec(text, {})",
        "subprocess.run(text, shell=True)",
        "subprocess.run(text, shell=wanted)",
        "os.system(text)",
        "door.bind(('', 80))",
        "door.listen()",
    ],
)
def test_what_must_not_be_there_would_be_found(source: str) -> None:
    assert len(list(faults(ast.walk(ast.parse(source))))) > 0


def test_a_game_is_played_to_its_end_without_a_socket_that_listens(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> NoReturn:
        raise AssertionError(f"a socket was to listen: {arguments}")

    for name in ("bind", "listen", "accept", "connect"):
        monkeypatch.setattr(socket.socket, name, refuse)
    with socket.socket() as door, pytest.raises(AssertionError, match="was to listen"):
        door.listen()
    hands = begin(Setup("tongs"), toy)
    play_game(hands, random.Random(1))
    assert hands.world.app.table.game.playing.is_over
