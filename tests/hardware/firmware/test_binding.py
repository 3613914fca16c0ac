"""The settings of a builder: the parts that they make, and wrong settings."""

from collections.abc import Iterator

import pytest

from hardware.firmware import pico, settings
from hardware.firmware.lamps import PeerLamps
from hardware.firmware.parts import PeerInputs, PeerLights, PeerWords
from hardware.firmware.registers import Chain
from hardware.firmware.strip import Strip
from tests.hardware.firmware import fake_machine


@pytest.fixture(autouse=True)
def _new_machine() -> Iterator[None]:
    fake_machine.forget()
    yield
    fake_machine.forget()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return empty settings."""
    for name in ("KEYS", "TRAY", "ROWS", "COLUMNS", "LIGHTS", "LAMPS"):
        monkeypatch.setattr(settings, name, [])
    return monkeypatch


def bound(
    monkeypatch: pytest.MonkeyPatch, **wired: object
) -> list[PeerInputs | PeerWords | PeerLights | PeerLamps]:
    for name, value in wired.items():
        monkeypatch.setattr(settings, name, value)
    return pico.parts(fake_machine)


def test_the_settings_that_come_with_the_firmware_are_six_keys_and_a_tray() -> None:
    assert [part.offer for part in pico.parts(fake_machine)] == [
        "keys=up,down,left,right,ok,back",
        "tray=D0,D1,D2,D3,cup",
    ]
    pins = [pin for _, pin in settings.KEYS + settings.TRAY]
    assert fake_machine.taken == dict.fromkeys(pins, ("in", "pull up"))


def test_the_service_pin_cannot_be_used_for_anything_else() -> None:
    pico.parts(fake_machine)
    assert settings.SERVICE not in fake_machine.taken


def test_a_board_on_pins_is_read_row_by_row(bare: pytest.MonkeyPatch) -> None:
    (board,) = bound(bare, BOARD=(3, 2), ROWS=[0, 1], COLUMNS=[2, 3, 4])
    assert isinstance(board, PeerInputs)
    assert fake_machine.levels == {0: 1, 1: 1}
    fake_machine.levels[3] = 0
    board.update(0)
    assert (board.offer, board.report(0)) == ("board=3x2", ["board", "12"])
    assert fake_machine.levels[0] == 1
    assert fake_machine.levels[1] == 0


def test_registers_share_one_bus(bare: pytest.MonkeyPatch) -> None:
    board, lights = bound(
        bare,
        BOARD=(19, 19),
        ROWS=Chain(20),
        COLUMNS=Chain(21),
        LIGHTS=(19, 19),
        LAMPS=Chain(27),
    )
    (bus,) = fake_machine.buses
    assert bus.pins == (18, 19, 16)
    assert bus.written == [bytes(46)]
    assert (board.offer, lights.offer) == ("board=19x19", "lights=19x19")


def test_a_board_without_rows_has_an_input_for_each_field(bare: pytest.MonkeyPatch) -> None:
    (board,) = bound(bare, BOARD=(5, 5), COLUMNS=Chain(21))
    assert isinstance(board, PeerInputs)
    board.update(0)
    assert board.report(0) == ["board", "0000000"]


def test_a_string_of_lights_starts_dark_and_shows_what_fields_mean(
    bare: pytest.MonkeyPatch,
) -> None:
    (lamps,) = bound(bare, LIGHTS=(2, 2), LAMPS=Strip(28))
    assert isinstance(lamps, PeerLamps)
    assert lamps.offer == "lamps=2x2:4:500"
    assert fake_machine.streams == [(28, bytes(12))]
    lamps.take(["ff", "to=2"])
    lamps.update(0)
    # the string comes back in the second row: its first field has the last light
    assert fake_machine.streams[-1] == (28, bytes(9) + bytes([50, 0, 255]))


def test_lights_start_dark_and_show_their_bits(bare: pytest.MonkeyPatch) -> None:
    (lights,) = bound(bare, LIGHTS=["south", "north"], LAMPS=[8, 9])
    assert isinstance(lights, PeerLights)
    assert fake_machine.levels == {8: 0, 9: 0}
    lights.take(["2"])
    assert fake_machine.levels == {8: 0, 9: 1}


@pytest.mark.parametrize(
    ("wired", "message"),
    [
        ({"KEYS": [("ok", 5)], "TRAY": [("D0", 5)]}, "GP5 is for tray and for keys"),
        ({"KEYS": [("ok", 5), ("back", 5)]}, "GP5 is for keys and for keys"),
        ({"KEYS": [("ok", 22)]}, "GP22 is for keys and for SERVICE"),
        ({"KEYS": [("ok", 23)]}, "GP23 of keys is not on the header: use 0-22 or 26-28"),
        ({"KEYS": [("ok", 18)], "LIGHTS": ["south"], "LAMPS": Chain(9)}, "GP18 is for the SPI bus"),
        ({"BOARD": (3, 2), "ROWS": [0, 1], "COLUMNS": [2, 3]}, "expected 3 pins for COLUMNS"),
        ({"BOARD": (3, 2), "ROWS": [0], "COLUMNS": [2, 3, 4]}, "expected 2 pins for ROWS"),
        ({"BOARD": (21, 20)}, "expected 1 to 400 fields"),
        ({"BOARD": (0, 5)}, "expected 1 to 400 fields"),
        ({"LIGHTS": ["south"], "LAMPS": []}, "expected 1 pins for LAMPS, not 0"),
        ({"LIGHTS": (0, 0)}, "expected 1 to 400 fields"),
        ({"LIGHTS": ["south"], "LAMPS": Strip(28)}, "LIGHTS: expected columns and rows"),
        (
            {"LIGHTS": (5, 5), "LAMPS": Strip(28, "zigzag")},
            "expected serpentine, straight",
        ),
        ({"LIGHTS": (5, 5), "LAMPS": Strip(28, budget=20)}, "25 dark lights take 25 mA"),
    ],
)
def test_wrong_settings_say_what_to_change(
    bare: pytest.MonkeyPatch, wired: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match="settings: .*" + message):
        bound(bare, **wired)
