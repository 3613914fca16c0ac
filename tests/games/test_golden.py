"""Golden playthroughs: games kept as text, which must play again exactly as written."""

import pytest

import games
from games.record import Reached, RecordError, Turn, read, write
from games.replay import check, replay
from tests import toy
from tests.games.golden.playthrough import files, playthrough, variants

LONGEST = 60


@pytest.fixture(params=files())
def text(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return files()[name]


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_playthroughs(name: str) -> None:
    for file, game in variants(games.kind(name)).items():
        assert file in files(), f"write it: python -m tests.games.golden {name}"
        (*_, last) = replay(read(files()[file]), games)
        assert last.state.game == game


def test_a_playthrough_plays_again_to_its_end(text: str) -> None:
    (*_, last) = replay(read(text), games)
    assert last.state.is_terminal
    assert read(text).result


def test_every_turn_of_a_playthrough_is_followed_by_its_position(text: str) -> None:
    entries = read(text).entries
    turns = [index for index, entry in enumerate(entries) if isinstance(entry, Turn)]
    assert all(isinstance(entries[index + 1], Reached) for index in turns)


def test_playthroughs_are_short_and_as_they_are_written(text: str) -> None:
    assert write(read(text)) == text
    assert len(text.splitlines()) <= LONGEST


def test_a_playthrough_that_differs_is_refused(text: str) -> None:
    kept = text.replace('at "', 'at "!', 1)
    with pytest.raises(RecordError, match="after turn 1: position expected"):
        check(read(kept), games)


def test_a_new_game_gets_a_playthrough_that_plays_again() -> None:
    for game in variants(toy.Tongs).values():
        record = playthrough(game)
        assert check(read(write(record)), toy) == sum(
            len(entry.actions) for entry in record.entries if isinstance(entry, Turn)
        )
