import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import games
from firmware_host.session.setup import Setup
from firmware_host.simulator import runs
from hardware.simulated.faults import PARTS
from tests.sensing import tables
from tests.table import Begin

GAME = games.load("thaayam")
PAGE = Path(__file__).parents[3] / "docs" / "developers" / "scripts.md"
START = "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
Write = Callable[[str], Path]
Sense = Callable[[str], list[str]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "play.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def sense(write: Write, tmp_path: Path) -> Iterator[Sense]:
    """Run a script at a table for two whose board senses; return what is said."""
    setup = Setup("thaayam", {"seats": 2})
    with tables(tmp_path) as sit:

        def ran(text: str) -> list[str]:
            said: list[str] = []
            commands = runs.read_script(write(text), games.load("thaayam", seats=2))
            runs.run_commands(commands, sit(setup), said.append)
            return said

        yield ran


WHOLE_TURN = """
# five throws, and what white makes of them
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
    commands = runs.read_script(write(text), GAME)
    runs.run_commands(commands, begin(Setup("thaayam")), said.append)
    return said


def test_a_whole_turn_is_played_and_reported_line_by_line(write: Write, begin: Begin) -> None:
    said = run(WHOLE_TURN, write, begin)
    assert len(said) == 13
    assert "throw 8" in said[0]
    assert said[-1].endswith("1 throw 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -")


def test_keys_holds_waits_and_undo_do_what_they_say(write: Write, begin: Begin) -> None:
    text = f"""
    press hint
    expect screen "OK: close"
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
    expect screen "Menu 1/3: move"
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
        ("unplug", "expected unplug display|dice|serial, found 'unplug'"),
        ("unplug mouse", "unknown part 'mouse'; expected one of display dice serial"),
        ("plug display dice", "expected plug display|dice|serial, found"),
        ("plug cup", "unknown part 'cup'; expected one of display dice serial"),
        ("garbage serial", "expected garbage serial N, found 'garbage serial'"),
        ("garbage dice 8", "unknown part 'dice'; expected one of serial"),
        ("garbage serial some", "expected a number of bytes from 1 to 1000000, found 'some'"),
        ("garbage serial 0", "expected a number of bytes"),
        ("garbage serial 1000001", "expected a number of bytes"),
        ("lift", "expected lift POINT, found 'lift'"),
        ("lift z9", "expected a point of thaayam, hand, off, reserve, found 'z9'"),
        ("put c1 c2", "expected put POINT, found 'put c1 c2'"),
        ("put table", "expected a point of thaayam, hand, off, reserve, found 'table'"),
        ("noise D1", "expected noise LINE HZ, found 'noise D1'"),
        (
            "noise D4 50",
            "unknown line 'D4'; expected one of up down left right ok back hint menu repeat D0",
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
def test_an_unreadable_line_is_reported_with_what_was_expected(
    write: Write, line: str, expected: str
) -> None:
    path = write(f"# first\nthrow 1\n{line}\n")
    with pytest.raises(runs.ScriptError) as failure:
        runs.read_script(path, GAME)
    assert str(failure.value).startswith(f"{path}:3: ")
    assert expected in str(failure.value)
    assert "\n" not in str(failure.value)


def test_a_file_that_cannot_be_opened_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(runs.ScriptError, match="cannot be read as a script"):
        runs.read_script(tmp_path / "missing.txt", GAME)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(runs.ScriptError, match="cannot be read as a script"):
        runs.read_script(tmp_path / "binary", GAME)


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
        ("lift c1", "the table cannot see it: simulate with --board sensing"),
        ("put c1", "the table cannot see it: simulate with --board sensing"),
        ("unplug serial", "there is no microcontroller: simulate with --board sensing"),
        ("garbage serial 9", "there is no microcontroller"),
    ],
)
def test_the_first_line_that_fails_stops_the_script(
    write: Write, begin: Begin, text: str, difference: str
) -> None:
    with pytest.raises(runs.ScriptFailure) as failure:
        run(f"{text}\nwait 1", write, begin)
    last = len(text.splitlines())
    assert f"play.txt:{last}: {text.splitlines()[-1]}: " in str(failure.value)
    assert difference in str(failure.value)


@pytest.mark.parametrize("word", ["", "press ", "wait ", "throw ", "play ", "put ", "knock "])
def test_an_error_shortens_what_was_written(word: str, write: Write) -> None:
    with pytest.raises(runs.ScriptError) as refused:
        runs.read_script(write(word + "9" * 10_000), GAME)
    assert len(str(refused.value)) < 500


def test_the_page_on_scripts_names_every_command() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    forms = [f"{name} {form}".rstrip() for name, (form, _) in runs.COMMANDS.items()]
    assert sorted(row.replace("PART", "|".join(PARTS)) for row in rows) == sorted(forms)


EXAMPLES = re.findall(r"```\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
WITH_PIECES = ("lift", "serial")


def test_the_page_has_examples_of_every_kind() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_on_the_page_run(write: Write, begin: Begin, sense: Sense, text: str) -> None:
    senses = any(word in text for word in WITH_PIECES)
    assert sense(text) if senses else run(text, write, begin)


ENTERED = """
throw 1
throw 2
lift hand
put c1
wait 1
expect state "0 move 1,0,0,0/0,0,0,0 2 - -"
"""


def test_a_move_is_made_with_the_pieces(sense: Sense) -> None:
    said = sense(f"{ENTERED}lift c1\nput e1")
    assert said[-1].endswith("1 throw 3,0,0,0/0,0,0,0 - - -")


def test_while_the_serial_cable_is_unplugged_keys_work_and_pieces_are_not_seen(
    sense: Sense,
) -> None:
    said = sense(f"{ENTERED}unplug serial\nplay 2:c1-e1\nplug serial\nwait 6\nthrow 1\nthrow 2")
    assert said[-1].endswith("1 move 3,0,0,0/0,0,0,0 1,2 - -")
    with pytest.raises(runs.ScriptFailure, match="cannot see it: the serial cable is unplugged"):
        sense(f"{ENTERED}unplug serial\nlift c1")


def test_garbage_on_the_link_moves_nothing(sense: Sense) -> None:
    said = sense(f"{ENTERED}garbage serial 3000\nwait 2\ngarbage serial 7\nlift c1\nput e1")
    assert said[-1].endswith("1 throw 3,0,0,0/0,0,0,0 - - -")


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("lift e5", "no piece stands at e5"),
        ("put e5", "the hand has no such piece"),
        ("lift reserve", "the seat that acts has no piece at reserve"),
    ],
)
def test_an_impossible_touch_is_reported_in_one_line(
    sense: Sense, text: str, difference: str
) -> None:
    with pytest.raises(runs.ScriptFailure, match=difference):
        sense(f"{text}\nwait 1")
