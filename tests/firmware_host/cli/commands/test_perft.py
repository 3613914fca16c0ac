"""``tableside perft``: the count, and what is said of a position in which the game is over."""

import pytest

from firmware_host.cli.main import main

ALONE = "9/9/9/9/9/19/19/19/19/19/19/19/19/19/9/9/9/9/4rG4"
TEAM_IS_HOME = "33,33,33,33/1,1,1,1/33,33,33,33/1,1,1,1"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("tshupu", f"- over {TEAM_IS_HOME} -", "yellow, black win (the pieces are home)"),
        ("xiangqi4", f"{ALONE} - r - - 0", "red wins (the last player in play)"),
        ("squadro", "- 12,12,12,12,0/0,0,0,0,0", "white wins (the pieces are home)"),
    ],
)
def test_a_position_that_is_over_says_who_has_won(
    game: str, position: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", game, "2", "--state", position]) == 0
    printed = capsys.readouterr()
    assert printed.out == "0\n"
    assert f"The game is over: {said}" in printed.err


def test_a_team_that_has_won_is_named_in_teams_too(capsys: pytest.CaptureFixture[str]) -> None:
    position = f"{ALONE} - r - - 0"
    assert main(["perft", "xiangqi4", "1", "--option", "mode=teams", "--state", position]) == 0
    assert "The game is over: red, yellow win (the other side" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "position", "expected"),
    [
        (["tshupu"], f"0 throw {TEAM_IS_HOME} -", "because yellow and black have won"),
        (["xiangqi4", "--option", "mode=teams"], f"{ALONE} 0 r - - 0", "red and yellow have won"),
        (["xiangqi4"], f"{ALONE} 0 r - - 0", "because red has won"),
    ],
)
def test_a_position_that_should_say_that_it_is_over_is_told_who_has_won(
    arguments: list[str], position: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = arguments
    assert main(["perft", name, "1", *options, "--state", position]) == 2
    assert expected in capsys.readouterr().err


def test_a_position_that_goes_on_is_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "thaayam", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "17\n"
    assert "over" not in printed.err
