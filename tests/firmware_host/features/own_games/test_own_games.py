"""Races that people describe in a file: made, checked, shown, kept at a table, and played."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.base.errors import UsageError
from firmware_host.cli.arguments import game_named
from firmware_host.cli.main import main
from firmware_host.features.own_games import FOLDER, store
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web.page_parts import cards
from tests.games.race import files
from tests.table import Begin


@pytest.fixture(autouse=True)
def no_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path}/state")
    yield
    games.take_in(())


def tableside(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def copied(name: str, into: Path, called: str) -> Path:
    path = into / f"{called}.toml"
    path.write_text(files.text_of(name), encoding="utf-8")
    return path


def test_a_new_game_can_be_checked_shown_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert tableside(capsys, "game", "new", "sun-race")[0] == 0
    code, out, err = tableside(capsys, "game", "check", "sun-race.toml")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "sun-race.toml can be played."
    code, out, _ = tableside(capsys, "game", "show", "sun-race.toml")
    assert code == 0
    assert "3 +   #   +" in out
    assert tableside(capsys, "game", "show", "sun-race") == (code, out, "")
    assert "white: d1 e1 e2" in out
    code, out, _ = tableside(capsys, "simulate", "sun-race.toml", "--random", "1")
    assert code == 0
    assert "Game over" in out


def test_a_new_game_replaces_no_file_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sun.toml").write_text("mine", encoding="utf-8")
    code, _, err = tableside(capsys, "game", "new", "sun")
    assert (code, err.count("\n")) == (2, 1)
    assert Path("sun.toml").read_text(encoding="utf-8") == "mine"
    assert tableside(capsys, "game", "new", "sun", "--overwrite")[0] == 0


@pytest.mark.parametrize(
    "name", ["Sun.toml", "sun", "1sun.toml", f"{'s' * 21}.toml", "sun race.toml"]
)
def test_a_file_is_called_by_a_short_name(name: str) -> None:
    with pytest.raises(UsageError, match="a short name in small letters, such as sun-race.toml"):
        store.check_name(Path(name))


@pytest.mark.parametrize("name", games.shipped())
def test_a_file_is_not_called_like_a_game_that_ships(name: str) -> None:
    with pytest.raises(UsageError, match="expected another name"):
        store.check_name(Path(f"{name}.toml"))


@pytest.mark.parametrize("words", ["game check", "game show", "simulate", "play", "rules", "perft"])
def test_a_wrong_file_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    Path("bad.toml").write_text("title = 5\n", encoding="utf-8")
    more = ["1"] if words == "perft" else []
    code, out, err = tableside(capsys, *words.split(), "bad.toml", *more)
    assert (code, out) == (2, "")
    assert err.endswith('bad.toml, line 1: title: expected a text, such as "Sun Race", got 5\n')
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe", "expected a text in UTF-8"), (b"#" * 300_000, "longer than")],
)
def test_what_is_no_text_is_refused(content: bytes, said: str) -> None:
    Path("bad.toml").write_bytes(content)
    with pytest.raises(UsageError, match=said):
        store.load(Path("bad.toml"))


def test_check_tells_what_never_happens_and_what_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = files.text_of("pachisi").replace("grace = [6, 10, 25]", "throws = [6, 10, 25]")
    Path("stuck.toml").write_text(text, encoding="utf-8")
    code, out, _ = tableside(capsys, "game", "check", "stuck.toml")
    assert code == 1
    assert "stuck.toml: a piece can never come home from j8'" in out
    assert "does not end" in out
    text = files.text_of("ur").replace('"*...  *."', '"*... .*."', 1)
    Path("more.toml").write_text(text, encoding="utf-8")
    code, out, _ = tableside(capsys, "game", "check", "more.toml")
    assert (code, "more.toml: no track comes to f3" in out) == (0, True)


def test_a_table_keeps_the_game_and_its_sheets_and_lists_it_again(tmp_path: Path) -> None:
    path = copied("ur", tmp_path, "own-ur")
    (tmp_path / "own-ur.en.md").write_text("# Ur\n\nA race.\n\n## In short\n\nRun.\n", "utf-8")
    state = tmp_path / "state"
    assert game_named(str(path), state) == "own-ur"
    path.unlink()
    games.take_in(())
    assert game_named(None, state) is None
    assert games.names()[-1] == "own-ur"
    assert games.load("own-ur", track="long").rules.last == 16  # type: ignore[attr-defined]
    assert rule_sheets.in_short("own-ur", "ru") == "Run."
    assert cards(games, Language("en"))[-1]["title"] == "Royal Game of Ur"


def test_a_file_that_is_no_game_is_named_in_the_log_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "state" / FOLDER
    folder.mkdir(parents=True)
    copied("ur", folder, "own-ur")
    (folder / "bad.toml").write_text("title = 5", encoding="utf-8")
    game_named(None, tmp_path / "state")
    assert set(games.names()) - set(games.shipped()) == {"own-ur"}
    assert "left out: bad.toml, line 1: title: expected a text" in caplog.text


def test_the_rules_of_a_file_are_read_and_the_file_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied("ur", tmp_path, "own-ur")
    code, out, _ = tableside(capsys, "rules", str(path))
    assert (code, out.splitlines()[1][:2]) == (0, "==")
    assert not (tmp_path / "state").exists()


def test_a_sheet_without_a_section_is_refused(tmp_path: Path) -> None:
    path = copied("ur", tmp_path, "own-ur")
    (tmp_path / "own-ur.en.md").write_text("# Ur\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"own-ur\.en\.md: expected a title, a paragraph"):
        store.load(path)


@pytest.mark.parametrize("name", files.names())
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sheet_is_written_from_the_file(name: str, language: str, tmp_path: Path) -> None:
    kind = store.load(copied(name, tmp_path, f"own-{name}"))
    games.take_in([kind])
    assert len(rule_sheets.sentences(kind.name, language)) >= 3
    short = rule_sheets.in_short(kind.name, language)
    assert len(short.splitlines()) > 3
    assert "{" not in rule_sheets.read(kind.name, language)
    (shown,) = rule_sheets.POSITION.findall(rule_sheets.read(kind.name, language))
    assert kind().state(shown[2].strip()) == kind().start()


def test_hands_play_a_game_of_the_table_with_dice_keys_and_display(
    begin: Begin, tmp_path: Path
) -> None:
    name = game_named(str(copied("holes", tmp_path, "own-holes")), tmp_path / "state")
    hands = begin(Setup(name or ""))
    play_game(hands, random.Random(2))
    assert hands.state.is_terminal


def test_the_copy_is_replaced_by_the_file_that_is_played(tmp_path: Path) -> None:
    path = copied("ur", tmp_path, "own-game")
    game_named(str(path), tmp_path / "state")
    shutil.copy(copied("ludo", tmp_path, "other"), path)
    game_named(str(path), tmp_path / "state")
    assert game_named(None, tmp_path / "state") is None
    assert games.kind("own-game").title == "Ludo"
