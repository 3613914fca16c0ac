"""The folder with the games goes to a newer format and back, whole, wherever the power fails."""

import random
from pathlib import Path

import pytest

from firmware_host.base.errors import StateFolderError
from firmware_host.setup.paths import STATE
from firmware_host.storage import state_folder
from firmware_host.storage.state_formats import bring_back, bring_forward, format_of, hold_games
from tests.firmware_host.setup.update.card import Card, CardPowerCut
from tests.firmware_host.setup.update.table import (
    GAMES,
    MIGRATIONS,
    games_are_intact,
    new_card,
    to_two,
)


def tree(card: Card) -> dict[str, object]:
    return {name: data for name, data in card.tree(STATE).items() if name != "format"}


def test_a_migration_keeps_a_copy_of_what_was_there() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    assert format_of(card, STATE) == 2
    assert games_are_intact(card)
    assert card.tree(f"{STATE}/before-2") == GAMES


def test_a_version_that_comes_back_has_its_games_and_keeps_what_the_newer_one_made() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    card.write(f"{STATE}/000002.games", b"played on trial", 0o600)
    assert bring_back(card, STATE, 1)
    assert games_are_intact(card)
    assert card.tree(f"{STATE}/after-2") == {**to_two(GAMES), "000002.games": b"played on trial"}
    assert "before-2/" not in card.tree(STATE)


def test_a_second_migration_begins_with_what_was_played_since_the_first() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    bring_back(card, STATE, 1)
    card.write(f"{STATE}/000002.journal", b"played later", 0o600)
    bring_forward(card, STATE, 2, MIGRATIONS)
    assert card.read(f"{STATE}/000002.games", 99) == b"played later"[::-1]


def test_without_a_copy_nothing_is_taken_back() -> None:
    card = new_card()
    card.write(f"{STATE}/format", b"3\n", 0o600)
    assert not bring_back(card, STATE, 1)
    assert format_of(card, STATE) == 3


def test_a_power_cut_during_a_migration_or_its_return_loses_nothing() -> None:
    rng = random.Random(3)
    cuts = 0

    def cut(call: str) -> None:
        if rng.random() < 0.08:
            raise CardPowerCut

    for _ in range(60):
        card = new_card()
        for to in (2, 1):
            for _ in range(200):
                card.watch = cut
                try:
                    if format_of(card, STATE) > to:
                        bring_back(card, STATE, to)
                    bring_forward(card, STATE, to, MIGRATIONS)
                    break
                except CardPowerCut:
                    cuts += 1
                    card = card.after_cut(rng)
            card.watch = None
            assert format_of(card, STATE) == to
            assert games_are_intact(card)
    assert cuts > 100


def test_an_older_version_refuses_a_newer_folder_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("2\n")
    for use in (lambda: state_folder.find(str(tmp_path), {}), lambda: _held(tmp_path)):
        with pytest.raises(StateFolderError) as error:
            use()
        line = str(error.value)
        assert "format 2" in line
        assert "up to format 1" in line
        assert f"--state-dir {tmp_path}/before-2" in line
        assert "\n" not in line


def _held(folder: Path) -> None:
    with hold_games(folder):
        pytest.fail("the folder is newer")


def test_a_version_that_comes_back_opens_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("2\n")
    (tmp_path / "before-2").mkdir()
    (tmp_path / "before-2" / "000001.journal").write_bytes(b"kept")
    (tmp_path / "000001.games").write_bytes(b"newer")
    with hold_games(tmp_path, comes_back=True):
        assert (tmp_path / "000001.journal").read_bytes() == b"kept"
    assert not (tmp_path / "000001.games").exists()


@pytest.mark.parametrize("text", ["", "two", "-1", "1" * 9])
def test_a_damaged_format_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "format").write_text(text)
    with pytest.raises(StateFolderError, match="expected a number"):
        state_folder.find(str(tmp_path), {})


def test_a_folder_of_an_earlier_release_is_of_format_one(tmp_path: Path) -> None:
    assert state_folder.find(str(tmp_path), {}) == tmp_path
    with hold_games(tmp_path):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"lock"}
