"""Tiles of 4 x 4 fields: every field has its own switch and its own light in the chain."""

import random

import pytest

from hardware.firmware import settings
from hardware.firmware.parts import PeerInputs
from hardware.firmware.pico import parts
from hardware.firmware.registers import Chain
from hardware.firmware.strip import Strip
from hardware.firmware.tiles import TiledBoard, Tiles, in_order, tile_places
from tests.hardware.firmware import fake_machine

SIZES = [(4, 4), (8, 4), (8, 8), (12, 8), (20, 20)]


@pytest.mark.parametrize("order", ["serpentine", "straight"])
@pytest.mark.parametrize("size", SIZES)
def test_every_field_has_an_input_of_its_own(size: tuple[int, int], order: str) -> None:
    columns, rows = size
    assert sorted(tile_places(columns, rows, order)) == list(range(columns * rows))


def test_the_tiles_follow_each_other_and_come_back() -> None:
    assert [tile_places(8, 8)[at] for at in (0, 4, 36, 32)] == [0, 16, 32, 48]
    assert [tile_places(8, 8, "straight")[at] for at in (0, 4, 36, 32)] == [0, 16, 48, 32]


@pytest.mark.parametrize(("size", "order"), [((5, 4), "serpentine"), ((0, 4), "straight")])
def test_boards_that_tiles_do_not_make_are_refused(size: tuple[int, int], order: str) -> None:
    with pytest.raises(ValueError, match="^settings: tiles make boards of 4, 8, 12"):
        tile_places(*size, order)


def test_a_board_is_put_in_order_only_after_a_change() -> None:
    rng, places, chained = random.Random(3), tile_places(8, 8), 0
    board = TiledBoard(lambda: chained, places)
    for _ in range(100):
        fields = rng.getrandbits(64)
        chained = sum(1 << places[at] for at in range(64) if fields >> at & 1)
        assert board.read() == board.read() == in_order(chained, places) == fields


def test_the_settings_of_a_tiled_board_offer_its_fields_and_its_lights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {
        "KEYS": [], "TRAY": [], "ROWS": [], "BOARD": (8, 8), "COLUMNS": Tiles(21),
        "LIGHTS": (8, 8), "LAMPS": Strip(28, "tiles", budget=2000),
    }.items():  # fmt: skip
        monkeypatch.setattr(settings, name, value)
    fake_machine.forget()
    board, lamps = parts(fake_machine)
    assert isinstance(board, PeerInputs)
    assert (board.offer, lamps.offer) == ("board=8x8", "lamps=8x8:64:2000")
    board.update(0)
    assert board.report(0) == ["board", "0" * 16]
    assert Strip(28, "tiles").places(8, 8) == tile_places(8, 8)
    assert isinstance(Chain(21).pin, int)
    fake_machine.forget()
