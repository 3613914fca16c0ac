"""The glass of the simulated panels, line by line, and commands that are cut off."""

from collections.abc import Callable

import pytest
from PIL import Image, ImageOps

from hardware import SimulationError
from hardware.simulated import PanelModel, SH1106Model, SSD1306Model
from hardware.simulated.controllers import SSD1305Model
from tests.hardware.display.panels import picture, same

MODELS = (SSD1306Model, SH1106Model)
each_model = pytest.mark.parametrize("kind", MODELS)

UPRIGHT = (0x8D, 0x14, 0xA1, 0xC8, 0xAF)
"""Charge pump on; last segment and last common line first; display on."""


def commands(*codes: int) -> bytes:
    return bytes([0x00, *codes])


def showing(kind: type[PanelModel], image: Image.Image, *codes: int) -> PanelModel:
    """Return a panel that was set up with ``codes`` and sent ``image``, whose first row is page 0.

    The SH1106 has no charge pump command: it takes 14 as the high bits of a column.
    """
    model = kind()
    model.write(commands(*codes))
    first_column = 2 if kind is SH1106Model else 0
    for page in range(8):
        low, high = first_column & 0x0F, 0x10 | first_column >> 4
        model.write(commands(*page_and_column(kind, page, low, high)))
        rows = image.crop((0, 8 * page, 128, 8 * page + 8)).transpose(Image.Transpose.ROTATE_270)
        model.write(b"\x40" + rows.tobytes())
    return model


def page_and_column(kind: type[PanelModel], page: int, low: int, high: int) -> tuple[int, ...]:
    if kind is SH1106Model:
        return 0xB0 | page, low, high
    return 0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, page, page


@each_model
def test_the_usual_module_is_upright_with_its_last_lines_first(kind: type[PanelModel]) -> None:
    assert same(showing(kind, picture(1), *UPRIGHT).image(), picture(1))


@each_model
@pytest.mark.parametrize(
    ("segments", "commons", "seen"),
    [
        (0xA0, 0xC8, ImageOps.mirror),
        (0xA1, 0xC0, ImageOps.flip),
        (0xA0, 0xC0, lambda image: image.transpose(Image.Transpose.ROTATE_180)),
    ],
)
def test_the_first_lines_are_at_the_other_edges(
    kind: type[PanelModel], segments: int, commons: int, seen: Callable[[Image.Image], Image.Image]
) -> None:
    model = showing(kind, picture(1), 0x8D, 0x14, segments, commons, 0xAF)
    assert same(model.image(), seen(picture(1)))


def test_an_ssd1306_remaps_only_what_is_written_later() -> None:
    model = showing(SSD1306Model, picture(1), *UPRIGHT)
    model.write(commands(0xA0))
    assert same(model.image(), picture(1))


def test_an_sh1106_remaps_what_is_in_its_memory() -> None:
    model = showing(SH1106Model, picture(1), *UPRIGHT)
    model.write(commands(0xA0))
    assert same(model.image(), ImageOps.mirror(picture(1)))


@each_model
def test_the_start_line_moves_the_picture_up_and_round(kind: type[PanelModel]) -> None:
    model = showing(kind, picture(1), *UPRIGHT, 0x40 | 5)
    moved = Image.new("1", (128, 64))
    moved.paste(picture(1), (0, -5))
    moved.paste(picture(1), (0, 59))
    assert same(model.image(), moved)


@each_model
def test_the_offset_moves_the_rows_of_all_lines(kind: type[PanelModel]) -> None:
    model = showing(kind, picture(1), *UPRIGHT, 0xD3, 8)
    assert same(model.image(), showing(kind, picture(1), *UPRIGHT, 0x48).image())


@each_model
def test_lines_that_are_not_scanned_are_dark(kind: type[PanelModel]) -> None:
    white = Image.new("1", (128, 64), 1)
    # half of the lines: the upper ones of the usual module are the last, which are left out
    model = showing(kind, white, *UPRIGHT, 0xA8, 31)
    assert model.image().getbbox() == (0, 32, 128, 64)


@each_model
def test_common_pins_of_another_module_show_every_second_row(kind: type[PanelModel]) -> None:
    stripes = Image.new("1", (128, 64))
    for row in range(0, 64, 2):
        stripes.paste(1, (0, row, 128, row + 1))
    model = showing(kind, stripes, *UPRIGHT, 0xDA, 0x02)
    assert not same(model.image(), stripes)
    model.write(commands(0xDA, 0x12))
    assert same(model.image(), stripes)


def test_exchanged_sides_exchange_even_and_odd_rows() -> None:
    model = showing(SSD1306Model, picture(1), *UPRIGHT, 0xDA, 0x32)
    swapped = Image.new("1", (128, 64))
    for row in range(64):
        swapped.paste(picture(1).crop((0, row, 128, row + 1)), (0, row ^ 1))
    assert same(model.image(), swapped)


@each_model
def test_a_panel_can_be_inverted_and_lit_as_a_whole(kind: type[PanelModel]) -> None:
    model = showing(kind, picture(1), *UPRIGHT, 0xA7)
    assert same(model.image(), picture(1).point(lambda pixel: 0 if pixel else 255))
    model.write(commands(0xA5))
    assert model.image().getextrema() == (255, 255)
    model.write(commands(0xA4, 0xA6))
    assert same(model.image(), picture(1))


def test_an_ssd1306_is_dark_until_its_pump_is_on_before_the_display_is() -> None:
    model = showing(SSD1306Model, picture(1), 0xA1, 0xC8, 0xAF)
    assert (model.is_on, model.is_lit) == (True, False)
    model.write(commands(0x8D, 0x14))
    assert not model.is_lit
    model.write(commands(0xAF))
    assert same(model.image(), picture(1))


@each_model
def test_the_rest_of_a_command_that_was_cut_is_taken_from_the_next(kind: type[PanelModel]) -> None:
    model = showing(kind, picture(1), *UPRIGHT)
    model.write_cut(commands(0x81))
    model.write(commands(0xAE, 0x81, 0x10))
    assert (model.is_on, model.contrast) == (True, 0x10)


@each_model
def test_nops_fill_a_command_that_was_cut(kind: type[PanelModel]) -> None:
    model = showing(kind, picture(1), *UPRIGHT)
    model.write_cut(commands(0x81))
    model.write(commands(0xE3, 0xE3, 0xAE))
    assert not model.is_on


@each_model
def test_a_whole_message_that_ends_within_a_command_is_an_error(kind: type[PanelModel]) -> None:
    with pytest.raises(SimulationError, match="command 0x81: expected 1 arguments, not 0"):
        kind().write(commands(0x81))


def test_an_addressing_mode_leaves_the_column_of_a_panel_of_pages_as_it_is() -> None:
    model = SH1106Model()
    model.write(commands(0xB0, 0x05, 0x10, 0x20, 0x00))
    model.write(b"\x40\xa5")
    assert model.memory[5] == 0xA5


@pytest.mark.parametrize(("command", "arguments"), [(0x91, 4), (0x92, 4), (0x82, 1), (0xD8, 1)])
def test_what_sets_up_the_colours_of_an_ssd1305_takes_so_many_arguments(
    command: int, arguments: int
) -> None:
    model = SSD1305Model()
    model.write(commands(command, *[0] * arguments, 0x81, 0x55))
    assert model.contrast == 0x55
