"""The panels and buses of the simulated machine."""

import pytest
import smbus2

from hardware import SimulationError
from hardware.simulated import (
    PanelModel,
    SH1106Model,
    SimulatedI2c,
    SSD1306Model,
)
from hardware.simulated.display import bus_of, panel_of
from hardware.simulated.pi import simulated_factory
from hardware.wiring.display import DisplayWiring

ON = bytes([0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF])
"""What shows the first column at the left of the usual module and the first row at its top."""


def commands(*codes: int) -> bytes:
    return bytes([0x00, *codes])


def data(*values: int) -> bytes:
    return bytes([0x40, *values])


@pytest.fixture
def model() -> SSD1306Model:
    return SSD1306Model()


def test_a_panel_is_dark_until_it_is_switched_on(model: SSD1306Model) -> None:
    assert model.image().getbbox() is None
    model.write(ON)
    assert model.image().getbbox() == (0, 0, 128, 64)


def test_data_fill_a_window_row_by_row(model: SSD1306Model) -> None:
    model.write(commands(0x20, 0, 0x21, 3, 4, 0x22, 6, 7))
    model.write(data(1, 2, 3, 4, 5))
    rows = [bytes(model.memory[page * 128 + 3 : page * 128 + 5]) for page in (6, 7)]
    assert rows == [b"\x05\x02", b"\x03\x04"]


def test_data_fill_a_window_column_by_column(model: SSD1306Model) -> None:
    model.write(commands(0x20, 1, 0x21, 3, 4, 0x22, 6, 7))
    model.write(data(1, 2, 3, 4))
    rows = [bytes(model.memory[page * 128 + 3 : page * 128 + 5]) for page in (6, 7)]
    assert rows == [b"\x01\x03", b"\x02\x04"]


def test_data_stay_within_the_page_after_power_up(model: SSD1306Model) -> None:
    model.write(data(*range(100), *range(100, 130)))
    assert bytes(model.memory[:4]) == b"\x80\x81\x02\x03"


def test_at_power_up_the_window_is_all_of_the_memory(model: SSD1306Model) -> None:
    model.write(commands(0x20, 0))
    model.write(data(*[7] * 1024, 8))
    assert bytes(model.memory) == bytes([8, *[7] * 1023])


def test_the_lowest_bit_is_the_top_pixel(model: SSD1306Model) -> None:
    model.write(ON)
    model.memory[:] = bytes(1024)
    model.write(commands(0x20, 0, 0x21, 5, 5, 0x22, 1, 1))
    model.write(data(0b10000001))
    assert model.image().getbbox() == (5, 8, 6, 16)


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (commands(0xAD), "this panel has no command 0xAD"),
        (commands(0x21, 3), "command 0x21: expected 2 arguments, not 1"),
        (commands(0x21, 5, 4), "expected columns within 0 to 127, not 5 to 4"),
        (commands(0x22, 0, 8), "expected pages within 0 to 7, not 0 to 8"),
        (commands(0x20, 3), "expected addressing mode 0, 1 or 2, not 3"),
        (bytes([0x80, 0xAF]), "expected control byte 0x00 or 0x40, not 0x80"),
    ],
)
def test_a_panel_refuses_unknown_commands(
    model: SSD1306Model, message: bytes, complaint: str
) -> None:
    with pytest.raises(SimulationError, match=complaint):
        model.write(message)


def test_a_bus_counts_address_control_and_data(model: SSD1306Model) -> None:
    bus = SimulatedI2c(model)
    bus.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert bus.bytes_sent == 3
    bus.i2c_rdwr(smbus2.i2c_msg.write(0x3C, [0x40, 1, 2]), smbus2.i2c_msg.write(0x3C, [0x40, 3]))
    assert bus.bytes_sent == 3 + 4 + 3
    assert bytes(model.memory[:3]) == b"\x01\x02\x03"


@pytest.mark.parametrize(("address", "plugged"), [(0x3D, True), (0x3C, False)])
def test_nothing_answers_at_another_address_or_when_unplugged(
    model: SSD1306Model, address: int, plugged: bool
) -> None:
    bus = SimulatedI2c(model)
    bus.plugged = plugged
    with pytest.raises(OSError, match="121"):
        bus.write_i2c_block_data(address, 0x00, [0xAF])
    with pytest.raises(OSError, match="121"):
        bus.read_byte_data(address, 0x00)
    assert (bus.bytes_sent, bus.reads, model.is_on) == (0, 0, False)


def test_a_block_holds_no_more_than_smbus_allows(model: SSD1306Model) -> None:
    with pytest.raises(SimulationError, match="at most 32 bytes in a block, not 33"):
        SimulatedI2c(model).write_i2c_block_data(0x3C, 0x40, [0] * 33)


@pytest.mark.parametrize(("kind", "identity"), [(SSD1306Model, 0x06), (SH1106Model, 0x08)])
def test_a_panel_reports_whether_it_is_off(kind: type[PanelModel], identity: int) -> None:
    model = kind()
    bus = SimulatedI2c(model)
    assert bus.read_byte_data(0x3C, 0x00) == identity | 0x40
    model.write(ON)
    assert bus.read_byte_data(0x3C, 0x00) == identity
    assert (bus.bytes_sent, bus.reads) == (0, 2)


def test_a_panel_that_is_plugged_in_again_has_lost_its_memory(model: SSD1306Model) -> None:
    bus = SimulatedI2c(model)
    model.write(ON)
    bus.unplug()
    assert model.is_on
    bus.plug()
    assert (bus.plugged, model.is_on) == (True, False)


@pytest.fixture
def sh1106() -> SH1106Model:
    return SH1106Model()


def test_an_sh1106_takes_a_page_and_a_column_in_two_halves(sh1106: SH1106Model) -> None:
    sh1106.write(commands(0xB3, 0x05, 0x14))
    sh1106.write(data(1, 2))
    sh1106.write(data(3))
    start = 3 * 132 + 0x45
    assert bytes(sh1106.memory[start : start + 3]) == b"\x01\x02\x03"


def test_an_sh1106_shows_its_middle_columns(sh1106: SH1106Model) -> None:
    sh1106.write(commands(0xA1, 0xC8, 0xAF))
    sh1106.memory[:] = bytes(len(sh1106.memory))
    sh1106.memory[132 + 2 + 5] = 0b10000001
    assert sh1106.image().getbbox() == (5, 8, 6, 16)


def test_an_sh1106_takes_no_data_past_its_last_column(sh1106: SH1106Model) -> None:
    sh1106.write(commands(0xB0, 0x02, 0x18))
    with pytest.raises(SimulationError, match="expected data up to column 131, not 132"):
        sh1106.write(data(1, 2, 3))


def test_an_sh1106_knows_no_windows(sh1106: SH1106Model) -> None:
    with pytest.raises(SimulationError, match="this panel has no command 0x21"):
        sh1106.write(commands(0x21, 0, 127))


def test_a_reset_keeps_the_memory_and_forgets_the_rest(sh1106: SH1106Model) -> None:
    sh1106.write(commands(0x81, 9, 0xAF))
    sh1106.write(data(7))
    sh1106.reset()
    assert (sh1106.is_on, sh1106.contrast, sh1106.memory[0]) == (False, 0x80, 7)


@pytest.mark.parametrize(("rotate", "seen"), [(0, (0, 0)), (1, (0, 127)), (2, (127, 63))])
def test_a_turned_panel_is_seen_upright(rotate: int, seen: tuple[int, int]) -> None:
    model = SSD1306Model(rotate=rotate)
    model.write(ON)
    model.memory[:] = bytes(1024)
    model.write(data(1))
    assert model.image().getbbox() == (*seen, seen[0] + 1, seen[1] + 1)


@pytest.mark.parametrize(
    ("wiring", "complaint"),
    [
        (DisplayWiring("ssd1322", "spi", gpio_data_command=24), "no display 'ssd1322' can be"),
        (DisplayWiring("ssd1306", "noop"), "a display on 'noop' cannot be simulated"),
    ],
)
def test_a_display_without_a_model_cannot_be_simulated(
    wiring: DisplayWiring, complaint: str
) -> None:
    with pytest.raises(SimulationError, match=complaint):
        bus_of(wiring, panel_of(wiring), simulated_factory())
