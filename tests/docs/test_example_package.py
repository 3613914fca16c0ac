"""A game in a package is found and tried like every other, and left out if it is broken."""

import importlib
import inspect
import logging
import random
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from docs.developers.examples.chess import tableside_chess
from docs.release.payload import COMMAND
from docs.writer.manual import FOLDER
from firmware_host.session.setup import Setup
from firmware_host.setup import paths
from firmware_host.simulator.hands import play_game
from firmware_host.text import rule_sheets, translator
from firmware_host.text.translator import Language
from games.budget import Budget
from games.core import Game
from hardware.placeholder import leave_out
from tests.docs.copies import ROOT, run_in
from tests.games import test_every_game
from tests.table import Begin

Check = Callable[[Game], None]

EXAMPLE = FOLDER / "developers" / "examples" / "chess"
PAGE = (FOLDER / "developers" / "game-package.md").read_text(encoding="utf-8")
CHECKS = [
    check
    for name, check in vars(test_every_game).items()
    if name.startswith("test_") and not hasattr(check, "pytestmark")
]
MANY = Budget(2_000)


def install(package: Path, into: Path) -> None:
    """Put ``package`` into the folder ``into`` as pip does, so far as Python looks at it."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (folder,) = (each.parent for each in package.glob("*/__init__.py"))
    shutil.copytree(folder, into / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    about = into / f"{folder.name}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    importlib.invalidate_caches()  # else a folder that has just been looked at is not read again
    games.installed.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that Python finds."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "tableside_chess", raising=False)  # its doctest ran
    games.installed.cache_clear()
    before = set(sys.modules)
    yield folder
    games.installed.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith(("tableside_", "broken")):
            del sys.modules[name]


@pytest.fixture
def chess(site: Path) -> Game:
    install(EXAMPLE, site)
    return games.load("chess")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_example_keeps_what_every_game_must(check: Check, chess: Game) -> None:
    check(chess)


def test_an_installed_game_is_listed_last_with_its_title_and_its_rules(chess: Game) -> None:
    assert games.names() == (*games.shipped(), "chess")
    assert games.about("chess").title == games.kind("chess").title == "Chess"
    assert rule_sheets.read("chess", "ru").startswith("# Chess\n")
    with pytest.raises(ValueError, match="expected other names"):
        games.take_in([type(chess)])


def test_the_texts_of_an_installed_game_are_translated(site: Path) -> None:
    install(EXAMPLE, site)
    place = site / "tableside_chess" / "locale" / "ru" / "LC_MESSAGES"
    place.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    text = head + 'msgid "knight"\nmsgstr "конь"\n'
    (place / "chess.po").write_text(text, encoding="utf-8")
    compiled = ("-i", place / "chess.po", "-o", place / "chess.mo")
    command = (sys.executable, "-m", "babel.messages.frontend", "compile", *compiled)
    subprocess.run(command, check=True)
    translator._translations.cache_clear()
    assert (Language("ru")("knight"), Language("en")("knight")) == ("конь", "knight")
    translator._translations.cache_clear()


def test_hands_play_the_example_with_keys_and_display(chess: Game, begin: Begin) -> None:
    hands = begin(Setup("chess"), games)
    play_game(hands, random.Random(3))
    assert hands.state.is_terminal


def test_the_example_knows_the_laws_of_chess(chess: Game) -> None:
    # the counts of the Chess Programming Wiki for the start and for its second position
    assert games.perft(chess.start(), 3) == 8902
    second = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert games.perft(chess.state(second), 2) == 2039


def test_castling_promotion_and_a_capture_in_passing_are_carried_out(chess: Game) -> None:
    state = chess.state("r3k3/6P1/8/3pP3/8/8/8/4K2R w Kq d6 0 1")
    moves = {each.text: each for each in state.legal_moves()}

    def done(text: str) -> list[tuple[str, ...]]:
        steps = moves[text].steps
        return [(each.verb, each.origin, each.target, each.result.kind) for each in steps]

    assert {text: done(text) for text in ("e1-g1", "g7-g8=n", "e5-d6")} == {
        "e1-g1": [("move", "e1", "g1", "king"), ("move", "h1", "f1", "rook")],
        "g7-g8=n": [("move", "g7", "g8", "knight")],
        "e5-d6": [("take_off", "d5", "off", "pawn"), ("move", "e5", "d6", "pawn")],
    }


@pytest.mark.skipif(tableside_chess.ENGINE is None, reason="needs Stockfish: apt install stockfish")
def test_an_engine_finds_the_mate_and_ranks_every_move(chess: Game) -> None:
    state = chess.state("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    found = chess.search(state, MANY, random.Random(1))
    assert found is not None
    assert found[0].text == "a1-a8"
    assert sorted(found, key=str) == sorted(state.legal_moves(), key=str)


def test_without_an_engine_the_program_looks_ahead(
    chess: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["tableside_chess"], "ENGINE", None)
    assert chess.search(chess.start(), MANY, random.Random(1)) is None


BROKEN = {
    "raises": ('raise RuntimeError("no luck")', "broken:Game", "no luck"),
    "lacks it": ("", "broken:Game", "has no attribute"),
    "is none": ("Game = 3", "broken:Game", "expected a class of games.core.Game"),
    "ships": ("from games.thaayam.game import Thaayam as Game", "broken:Game", "a game that ships"),
}


def write_and_install(site: Path, name: str, point: str, source: str) -> None:
    """Put a package of one module with that ``source`` into ``site``, with the game ``name``."""
    package = site / "source"
    (package / "broken").mkdir(parents=True)
    (package / "broken" / "__init__.py").write_text(source)
    (package / "pyproject.toml").write_text(
        f'[project]\nname = "some-game"\nversion = "1"\n'
        f'[project.entry-points."tableside.games"]\n{name} = "{point}"\n'
    )
    install(package, site)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_package_without_a_good_game_is_named_and_left_out(
    kind: str, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, point, reason = BROKEN[kind]
    name = "thaayam" if kind == "ships" else "broken"
    write_and_install(site, name, point, source)
    with caplog.at_level(logging.WARNING):
        assert games.names() == games.shipped()
    (said,) = caplog.messages
    assert said.startswith(f"left out: the game {name} of some-game: ")
    assert reason in said


def test_a_package_gets_the_modules_that_the_program_keeps_out_of_memory(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    leave_out(["wave"])
    write_and_install(
        site,
        "other",
        "broken:Game",
        "from wave import Wave_read\n"
        "from games.thaayam.game import Thaayam\n"
        "class Game(Thaayam):\n"
        "    name = 'other'\n"
        "    reader = Wave_read\n",
    )
    kind: Any = games.kind("other")
    assert hasattr(kind.reader, "getnframes")


def test_the_program_lists_and_plays_what_is_installed(site: Path) -> None:
    install(EXAMPLE, site)
    listed = run_in(ROOT, "-c", _with(site, "games"))
    assert "chess: Chess" in listed
    assert "Game over" in run_in(ROOT, "-c", _with(site, "simulate", "chess", "--random", "1"))


def _with(site: Path, *words: str) -> str:
    """The text of a program that runs the command line with the packages in ``site``."""
    return (
        f"import sys; sys.path.append({str(site)!r}); "
        f"from firmware_host.cli.main import main; sys.exit(main({list(words)!r}))"
    )


def test_the_page_quotes_the_example_and_names_the_folder_of_the_package() -> None:
    source = inspect.getsource(tableside_chess)
    assert len([line for line in source.splitlines() if line.strip()]) <= 200
    assert 'chess = "tableside_chess:Chess"' in (EXAMPLE / "pyproject.toml").read_text()
    for line in ("with SimpleEngine.popen_uci(ENGINE) as engine:", "lines = engine.analyse"):
        assert line in source
        assert line in PAGE
    folder = f"{paths.PROGRAM}/games"
    assert f'GAMES = "{folder}"' in COMMAND
    assert f"--target {folder} " in PAGE
