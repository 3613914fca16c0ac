"""Somebody who only hears the table plays every game, in every language, without a wrong act."""

from itertools import cycle
from pathlib import Path

import pytest

import games
from firmware_host.table.device import ThrowSource
from games.equipment import has_kinds
from tests.firmware_host.features.speech.asking import ask_where, known
from tests.firmware_host.features.speech.by_ear import listener
from tests.firmware_host.features.speech.golden.texts import GAME, text_file
from tests.languages import COMPLETE

TURNS = 3
"""Throws and moves that are played of each game in every run of the tests."""


@pytest.mark.parametrize(("game", "language"), [*zip(games.names(), cycle(COMPLETE))])
def test_a_game_is_begun_by_ear(game: str, language: str, tmp_path: Path) -> None:
    with listener(game, language, tmp_path) as player:
        player.play(TURNS)
    assert player.wrong == []


@pytest.mark.parametrize(("game", "language"), [*zip(games.names(), cycle(COMPLETE))])
def test_who_asks_hears_where_all_pieces_are(game: str, language: str, tmp_path: Path) -> None:
    with listener(game, language, tmp_path) as player:
        player.play(TURNS)
        player.play_to_choice()
        playing, pieces = player.world.app.table.game.playing, player.world.board.pieces
        before = list(playing.actions), playing.state, player.world.app.words
        told = ask_where(player)
        assert told == known(pieces, has_kinds(pieces))
        assert (playing.actions, playing.state, player.world.app.words) == before
        player.play(TURNS + 1)
    assert player.wrong == []


def test_what_is_said_is_what_somebody_has_read(tmp_path: Path) -> None:
    """After a change: ``python -m tests.firmware_host.features.speech.golden``."""
    with listener(GAME, COMPLETE[0], tmp_path) as player:
        player.play(TURNS)
    read = text_file(COMPLETE[0]).read_text(encoding="utf-8").splitlines()
    assert player.heard == read[: len(player.heard)]


@pytest.mark.deep
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", games.names())
def test_a_whole_game_is_played_by_ear(game: str, language: str, tmp_path: Path) -> None:
    dice: ThrowSource = "typed" if language == COMPLETE[0] else "machine"
    with listener(game, language, tmp_path, dice) as player:
        player.play()
    assert player.is_over
    assert player.wrong == []
    print(f"{game}, {language}: {player.presses} presses, {len(player.heard)} sentences")


@pytest.mark.deep
@pytest.mark.parametrize("language", COMPLETE)
def test_the_whole_speech_of_a_game_is_what_somebody_has_read(
    language: str, tmp_path: Path
) -> None:
    with listener(GAME, language, tmp_path) as player:
        player.play()
    assert player.heard == text_file(language).read_text(encoding="utf-8").splitlines()
