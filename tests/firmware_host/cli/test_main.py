"""The command line: what is printed where, and the exit code."""

import errno
import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path

import pytest

import games
from firmware_host.cli import commands
from firmware_host.cli.arguments import read_setup
from firmware_host.cli.main import main
from firmware_host.cli.parser import number
from tests.interrupting import interrupt, running


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of ``tableside`` with ``arguments``."""
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_help_lists_every_command_once_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert sorted(listed) == list(commands.names())
    assert [line[:-1] for line in out.splitlines() if line.endswith(":")] == [
        *commands.GROUPS.values()
    ]


def of_commands(*lines: str) -> list[str]:
    """Those of ``lines`` whose command there is: features have some of them."""
    return [line for line in lines if line.split()[0] in commands.names()]


@pytest.mark.parametrize("words", of_commands("exercises play squadro", "replay missing.txt"))
def test_a_program_without_a_standard_input_explains_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, _, err = run(capsys, *words.split())
    sys.stdin.close()
    assert code == 2
    assert err.startswith(f"tableside {words.split(maxsplit=1)[0]}: ")


@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.parametrize(
    "words",
    of_commands(
        "replay FILE", "review FILE", "stats FILE", "simulate squadro --script FILE", "study FILE",
        "exercises list FILE", "exercises make squadro --from FILE", "play --wiring FILE",
        "doctor --wiring FILE", "dice --wiring FILE", "fleet agent --table x --settings FILE",
        "fleet list --settings FILE", "link --wiring FILE", "install --wiring FILE",
        "export out --state-dir FOLDER", "simulate --state-dir FOLDER",
        "simulate squadro --random 1 --state-dir FOLDER",
    ),
)  # fmt: skip
def test_what_is_no_file_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str, kind: str
) -> None:
    """A name of /dev/zero, and a pipe that nobody writes to: no command waits, or reads for ever.

    A whole folder for games is refused if the file that says its format is none.
    """
    path = tmp_path / "format"
    os.mkfifo(path) if kind == "a pipe" else path.symlink_to("/dev/zero")
    line = words.replace("FILE", str(path)).replace("FOLDER", str(tmp_path))
    code, _, err = run(capsys, *line.split())
    assert code in (1, 2)
    assert f"it is {kind}, not a file" in err
    assert err.startswith(f"tableside {words.split(maxsplit=1)[0]}: ")
    assert err.count("\n") == 1


def test_perft_prints_only_the_number_and_the_time_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "perft", "thaayam", "6")
    assert (code, out) == (0, "2419\n")
    assert err.endswith(" s\n")


def test_perft_takes_a_state_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    state = "3 throw 25,25,11,7/25,25,9,6/25,7,5,0/23,20,15,1 - - 0000"
    option = ("--option", "capture_first=True")
    assert run(capsys, "perft", "thaayam", "5", "--state", state, *option)[:2] == (0, "1023\n")


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "thaayam: Thaayam" in out
    assert "seats = 4, 2, 3" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["simulat"], "invalid choice: 'simulat'; did you mean simulate?"),
        (["simulate", "--language", "run"], "did you mean ru?"),
        (["help", "replai"], "did you mean replay?"),
        (["halp"], "did you mean help?"),
        (["perft", "bridge", "2"], "no game is called 'bridge'; the games are: tshupu, thaayam"),
        (["perft", "thaayam", "-1"], "expected a whole number, 0 or more, not '-1'"),
        (["perft", "thaayam", "two"], "expected a whole number, 0 or more, not 'two'"),
        (["perft", "thaayam", "5000"], "DEPTH: expected some hundreds at most, got 5000"),
        (["perft", "thaayam", "2", "--state", "0 throw"], "--state: expected 6 fields"),
        (["perft", "thaayam", "2", "--option", "seats"], "expected NAME=VALUE"),
        (["perft", "thaayam", "2", "--option", "speed=1"], "(seats, capture_throw"),
        (["perft", "thaayam", "2", "--option", "seats=5"], "expected one of 4, 2, 3, not '5'"),
        (["perft", "thaayam", "2", "--first", "up"], "among white (0), black (1), red (2)"),
        (["simulate", "chess"], "no game is called 'chess'"),
        (["simulate", "squdro"], "no game is called 'squdro': did you mean 'squadro'?"),
        (
            ["simulate", "thaayam", "--seat", "south=robot"],
            "one of person, first, beginner, friend",
        ),
        (["simulate", "squadro", "--seat", "west=far"], "expected one of person"),
        (["simulate", "thaayam", "--seat", "top=person"], "expected a seat of thaayam"),
        (
            ["simulate", "squadro", "--seat", "west=nobody"],
            "played with that many empty seats",
        ),
        (["simulate", "--first", "south"], "need a GAME"),
        (["simulate", "--script", "x.txt"], "--script needs a GAME"),
        (["simulate", "thaayam", "--script", "missing.txt"], "cannot be read as a script"),
        (["simulate", "--games", "2"], "--games goes with --random"),
        (["simulate", "--random", "1", "--games", "0"], "takes a number from 1 on"),
        (["simulate", "--random", "1", "--script", "x"], "not allowed with argument"),
        (["simulate", "--language", "tlh"], "invalid choice: 'tlh'"),
        (["simulate", "--wiring", "nowhere"], "nowhere"),
        (["play", "chess"], "no game is called 'chess'"),
        (["dice", "--kind", "coins"], "invalid choice: 'coins'"),
        (["dice", "--simulated", "--wiring", "nowhere"], "nowhere"),
    ],
)
def test_wrong_usage_is_one_clear_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert expected in err
    assert err.count("\n") == 1


def test_a_wiring_file_with_a_typo_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "generic"\n[keys]\nupp = 17\n')
    code, _, err = run(capsys, "simulate", "thaayam", "--wiring", str(path))
    assert code == 2
    assert "upp" in err
    assert err.count("\n") == 1


def test_play_without_a_pi_names_simulate_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "play", "thaayam")
    assert (code, out) == (1, "")
    assert "tableside simulate" in err
    assert err.count("\n") == 1


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a record that is right."""
    path = tmp_path / "game.txt"
    path.write_text("tableside record 1\ngame: squadro\nfirst: south\n\n1 south: A1:0-3\n")
    return path


def test_a_record_on_the_display_needs_a_pi_and_names_the_simulator(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    code, out, err = run(capsys, "replay", str(record), "--on", "display")
    assert (code, out) == (1, "")
    assert err.endswith("without a Raspberry Pi: tableside replay --on simulator\n")
    assert err.count("\n") == 1


def test_a_record_in_the_simulator_needs_a_terminal(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    code, _, err = run(capsys, "replay", str(record), "--on", "simulator")
    assert code == 2
    assert "needs a terminal; without one, leave out --on simulator" in err


@pytest.mark.parametrize("where", ["display", "simulator"])
def test_a_wrong_record_is_refused_before_anything_is_opened(
    capsys: pytest.CaptureFixture[str], record: Path, where: str
) -> None:
    record.write_text(record.read_text().replace("0-3", "0-5"))
    code, out, err = run(capsys, "replay", str(record), "--on", where)
    assert (code, out) == (1, "")
    assert f"{record}: line 5: turn 1 (white): A1:0-5: " in err
    assert err.count("\n") == 1


def test_a_game_is_played_on_a_display_on_spi(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("squadro", "--random", "7", "--wiring", "waveshare-oled-hat")
    code, out, _ = run(capsys, "simulate", *arguments)
    assert code == 0
    assert out.count("wins") == 1


def test_a_display_without_a_model_cannot_be_simulated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "waveshare-oled-hat"\n[display]\ndisplay = "ssd1325"\n')
    code, _, err = run(capsys, "simulate", "thaayam", "--random", "1", "--wiring", str(path))
    assert code == 1
    assert "no display 'ssd1325' can be simulated" in err
    assert err.count("\n") == 1


def test_a_script_prints_what_happened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "script.txt"
    path.write_text("throw 1\nthrow 2\nplay 1:hand-c1\n")
    code, out, _ = run(capsys, "simulate", "thaayam", "--script", str(path))
    assert code == 0
    assert out.splitlines()[-1].endswith("0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -")


def test_a_script_takes_first_options_and_seats(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "script.txt"
    path.write_text('expect state "1 throw 0,0,0,0/0,0,0,0 - - -"\n')
    arguments = ("--option", "seats=2", "--first", "north", "--script", str(path))
    assert run(capsys, "simulate", "thaayam", *arguments)[0] == 0


def test_without_first_the_rules_say_who_begins_a_game_for_people() -> None:
    for name in games.names():
        by_lot = games.kind(name).begins.by_lot
        setup = read_setup(games, name, (), None, ())
        assert setup is not None
        assert setup.first == (None if by_lot else 0), name


@pytest.mark.parametrize("name", games.names())
def test_without_first_the_first_seat_begins_in_a_script(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "script.txt"
    path.write_text(f'expect state "{games.load(name).start()}"\n')
    assert run(capsys, "simulate", name, "--script", str(path))[0] == 0


def test_a_script_that_fails_exits_1_with_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "script.txt"
    path.write_text("throw 1\nexpect moves 4\n")
    code, _, err = run(capsys, "simulate", "thaayam", "--script", str(path))
    assert code == 1
    assert f"{path}:2: expect moves 4: expected 4 moves, found 0" in err


def test_a_script_speaks_english_whatever_the_environment(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    path = tmp_path / "script.txt"
    path.write_text('expect screen "Throw the dice"\n')
    assert run(capsys, "simulate", "thaayam", "--script", str(path))[0] == 0


def test_random_games_end_with_a_winner_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("squadro", "--random", "7", "--games", "2")
    code, out, _ = run(capsys, "simulate", *arguments)
    assert code == 0
    assert out.count("wins") == 2


def test_without_a_terminal_a_game_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "squadro")
    assert code == 0
    assert "Game over" in out
    assert "⣿" in out


def test_a_state_folder_in_use_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from firmware_host.storage.state_folder import hold

    with hold(tmp_path):
        arguments = ("--random", "1", "--state-dir", str(tmp_path))
        code, _, err = run(capsys, "simulate", "thaayam", *arguments)
    assert code == 1
    assert "--state-dir" in err
    assert err.count("\n") == 1


def test_the_doctor_writes_json_and_its_exit_code_says_whether_something_failed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, "doctor", "--json", "--state-dir", str(tmp_path))
    told = json.loads(out)
    assert code == (0 if told["good"] else 1)
    assert {row["check"]: row["state"] for row in told["checks"]}["state folder"] == "ok"


def test_the_doctor_refuses_a_wrong_wiring(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "doctor", "--wiring", "nowhere")
    assert (code, out) == (2, "")
    assert err.startswith("tableside doctor: no profile and no file is called 'nowhere'")


def test_the_module_runs_like_the_installed_command() -> None:
    words = [sys.executable, "-m", "firmware_host.cli", "perft", "thaayam", "6"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "2419\n"


def test_the_help_lists_every_command_with_its_summary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    shown = " ".join(out.split())
    for name in commands.names():
        assert f"{name} {commands.load(name).SUMMARY}" in shown


def test_a_wrong_command_is_answered_with_all_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = run(capsys, "waltz")
    assert code == 2
    assert all(name in err for name in commands.names())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ([], ["games"]),
        (["-u"], ["games"]),
        ([], ["--help"]),
        ([], ["simulate", "squadro", "--random", "1"]),
    ],
)
def test_a_full_standard_output_is_one_line_and_exit_1(flags: list[str], words: list[str]) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, *flags, "-m", "firmware_host.cli", *words],
            stdout=full, stderr=subprocess.PIPE, text=True, env=environ, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("tableside: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_an_error_that_has_nothing_to_do_with_the_output_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(arguments: Namespace) -> int:
        raise PermissionError(errno.EACCES, "not allowed", "file")

    monkeypatch.setattr(commands.load("games"), "run", fail)
    with pytest.raises(PermissionError):
        main(["games"])


def test_ctrl_c_is_one_line_and_exit_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press_ctrl_c(arguments: Namespace) -> int:
        print("so far")
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.load("games"), "run", press_ctrl_c)
    assert run(capsys, "games") == (130, "so far\n", "tableside: interrupted\n")


def test_the_command_line_can_be_interrupted_while_it_imports_what_it_needs() -> None:
    listing = "import sys, firmware_host.cli.main; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    assert not {"argparse", "hardware.wiring", "firmware_host.cli.parser"} & {*done.stdout.split()}


def test_ctrl_c_in_a_long_command_prints_no_traceback() -> None:
    with running("simulate", "squadro", "--random", "1", "--games", "100000") as process:
        assert process.stdout is not None
        process.stdout.readline()
        code, _, err = interrupt(process)
    assert (code, err) == (130, "tableside: interrupted\n")


@pytest.mark.parametrize(
    ("words", "same"), [(["help"], ["--help"]), (["help", "play"], ["play", "--help"])]
)
def test_help_is_a_word_too(
    capsys: pytest.CaptureFixture[str], words: list[str], same: list[str]
) -> None:
    said = []
    for each in (words, same):
        with pytest.raises(SystemExit) as ended:
            main(each)
        said.append((ended.value.code, capsys.readouterr().out))
    assert said[0] == said[1]
    assert said[0][0] == 0
    assert "usage: tableside" in said[0][1]


def test_a_number_fits_into_64_bits() -> None:
    assert number("9" * 18) == 10**18 - 1
    with pytest.raises(ArgumentTypeError, match="expected a whole number"):
        number("9" * 19)
