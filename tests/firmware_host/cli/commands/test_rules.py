"""The command that shows the rules of a game."""

import pytest

from firmware_host.cli.main import main


@pytest.mark.parametrize(("game", "title"), [("squadro", "Squadro"), ("xiangqi4", "Xiangqi")])
def test_the_rules_are_those_of_the_game_that_is_named(
    game: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game, "--language", "en"]) == 0
    assert title in capsys.readouterr().out.splitlines()[0]
