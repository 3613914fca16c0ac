import re
from collections.abc import Callable
from pathlib import Path

import pytest

import games
from firmware_host.session import Setup
from firmware_host.simulator import script
from tests.table import Begin

GAME = games.load("thaayam")
PAGE = Path(__file__).parents[3] / "docs" / "scripts.md"
START = "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "play.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return written


SEED_EXAMPLE = """
# the example of the seed's clause 3
throw 8
throw 4
throw 1
throw 4
throw 2
play 1:hand-c1
expect state "0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2,4 - -"
play 4:c1-e3
expect state "0 move 5,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -"
play 2:e3-e5
expect state "1 throw 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
expect screen "Black   Throw the dice"
expect moves 0
"""


def run(text: str, write: Write, begin: Begin) -> list[str]:
    said: list[str] = []
    commands = script.read(write(text), GAME)
    script.run(commands, begin(Setup("thaayam")), said.append)
    return said


def test_the_seed_example_plays_through_and_is_told_line_by_line(
    write: Write, begin: Begin
) -> None:
    said = run(SEED_EXAMPLE, write, begin)
    assert len(said) == 13
    assert "throw 8" in said[0]
    assert said[-1].endswith("1 throw 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -")


def test_keys_holds_waits_and_undo_do_what_they_say(write: Write, begin: Begin) -> None:
    text = f"""
    press hint
    expect screen "Any key: close"
    press ok
    throw 1
    hold left 1.0   # takes back
    expect state "{START}"
    throw 1
    undo
    expect state "{START}"
    wait 5
    expect screen "Throw the dice"
    press menu
    expect screen "Leave the game"
    """
    assert len(run(text, write, begin)) == 13


def test_a_snapshot_is_the_picture_that_came_off_the_bus(
    write: Write, begin: Begin, tmp_path: Path
) -> None:
    from PIL import Image

    picture = tmp_path / "shot.png"
    run(f"snapshot {picture}", write, begin)
    with Image.open(picture) as image:
        assert image.size == (128, 64)
        assert image.getbbox() is not None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("jump", "unknown command 'jump'; expected one of press, hold"),
        ("expect", "unknown command 'expect'"),
        ("expect weather", "unknown command 'expect weather'"),
        ("press fire", "unknown key 'fire'; expected one of up down left right"),
        ("press", "expected press KEY, found 'press'"),
        ("hold left", "expected hold KEY SECONDS"),
        ("hold left soon", "expected seconds, more than 0 and at most a day, found 'soon'"),
        ("wait -1", "expected seconds"),
        ("wait nan", "expected seconds"),
        ("wait 1e9", "expected seconds"),
        ("throw 5", "expected a throw of thaayam, found '5'"),
        ("play c1", "expected a move of thaayam, found 'c1'"),
        ("undo 2", "expected undo, found"),
        ("expect moves many", "expected a number of moves"),
        ('expect state "0 throw"', "expected 6 fields"),
        ('expect screen "open', "No closing quotation"),
        ("snapshot board.jpg", "expected the name of a .png file"),
        ("unplug", "expected unplug display|dice, found 'unplug'"),
        ("unplug mouse", "unknown part 'mouse'; expected one of display dice"),
        ("plug display dice", "expected plug display|dice, found"),
        ("plug cup", "unknown part 'cup'; expected one of display dice"),
        ("noise D1", "expected noise LINE HZ, found 'noise D1'"),
        (
            "noise D4 50",
            "unknown line 'D4'; expected one of up down left right ok back hint menu D0",
        ),
        ("noise D1 loud", "expected times a second, more than 0 and at most 10000, found 'loud'"),
        ("noise D1 0", "expected times a second"),
        ("noise D1 20000", "expected times a second"),
        ("noise D1 nan", "expected times a second"),
        ("quiet", "expected quiet LINE"),
        ("quiet hall", "unknown line 'hall'"),
        ("stuck cup", "unknown key 'cup'; expected one of up down"),
        ("unstick", "expected unstick KEY"),
        ("unstick D1", "unknown key 'D1'"),
        ("knock twice", "expected knock, found 'knock twice'"),
    ],
)
def test_a_line_that_cannot_be_read_names_itself_and_what_was_expected(
    write: Write, line: str, expected: str
) -> None:
    path = write(f"# first\nthrow 1\n{line}\n")
    with pytest.raises(script.ScriptError) as failure:
        script.read(path, GAME)
    assert str(failure.value).startswith(f"{path}:3: ")
    assert expected in str(failure.value)
    assert "\n" not in str(failure.value)


def test_a_file_that_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(script.ScriptError, match="cannot be read as a script"):
        script.read(tmp_path / "missing.txt", GAME)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(script.ScriptError, match="cannot be read as a script"):
        script.read(tmp_path / "binary", GAME)


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("play pass", "no move is awaited; the screen shows: White Throw the dice"),
        ("throw 1\nthrow 2\nplay 2:c1-e1", "white has no piece to move from c1"),
        ("throw 1\nthrow 2\nthrow 4", "no throw is due"),
        ("undo", "nothing can be taken back"),
        ("expect moves 3", "expected 3 moves, found 0: none"),
        ('expect screen "Game over"', "expected 'Game over' on the screen, found 'White"),
        (f'throw 1\nexpect state "{START}"', "expected '0 throw"),
        ("snapshot /nowhere/shot.png", "No such file"),
        ("stuck menu", "no line 'menu' is wired"),
        ("noise menu 50", "no line 'menu' is wired"),
        ("quiet menu", "no line 'menu' is wired"),
    ],
)
def test_the_first_line_that_does_not_hold_stops_the_script(
    write: Write, begin: Begin, text: str, difference: str
) -> None:
    with pytest.raises(script.ScriptFailure) as failure:
        run(f"{text}\nwait 1", write, begin)
    last = len(text.splitlines())
    assert f"play.txt:{last}: {text.splitlines()[-1]}: " in str(failure.value)
    assert difference in str(failure.value)


def test_the_page_on_scripts_names_every_command() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    forms = [f"{name} {form}".rstrip() for name, (form, _) in script.COMMANDS.items()]
    assert sorted(row.replace("\\", "") for row in rows) == sorted(forms)


@pytest.mark.parametrize("number", range(2))
def test_the_examples_on_the_page_run(write: Write, begin: Begin, number: int) -> None:
    examples = re.findall(r"```\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(examples) == 2
    assert run(examples[number], write, begin)
