"""What the command line says of a table that is linked with another one."""

from pathlib import Path

import pytest

from firmware_host.base.errors import UsageError
from firmware_host.base.registry import feature_names
from firmware_host.cli.arguments import read_request, with_readers
from firmware_host.cli.main import command_line
from firmware_host.cli.parser import readers
from firmware_host.table.device import FarSeats

pytestmark = pytest.mark.skipif(
    "fleet" not in feature_names(), reason="there is no broker without fleets"
)
PLAY = ("play", "squadro", "--fleet", "mqtt://localhost")


def test_half_of_the_seats_of_a_game_that_is_named_are_at_a_linked_table(tmp_path: Path) -> None:
    arguments = command_line().parse_args([*PLAY, "--link-with", "porto"])
    request = with_readers(read_request(arguments, tmp_path), arguments)
    assert request.facts.of(FarSeats).are_offered
    assert request.setup is not None
    assert request.setup.players == ("person", "far")


def test_players_that_are_named_stay(tmp_path: Path) -> None:
    command = [*PLAY, "--link-with", "porto", "--seat", "white=expert"]
    arguments = command_line().parse_args(command)
    request = with_readers(read_request(arguments, tmp_path), arguments)
    assert request.setup is not None
    assert "far" not in request.setup.players


def test_the_agent_is_told_the_name_of_the_other_table() -> None:
    arguments = command_line().parse_args([*PLAY, "--link-with", "porto"])
    (started,) = readers(arguments)
    assert started.is_linked
    assert started.arguments[-2:] == ("--link-with", "porto")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--link-with", "porto"), "--link-with needs --fleet or --fleet-settings"),
        ((*PLAY, "--link-with", "a/b"), "--link-with: expected the name of another table than "),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        readers(command_line().parse_args(words))
