"""The firmware on the processor and the peripherals of a Pico: pins, SPI and USB."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from hardware.firmware import settings
from hardware.firmware.protocol import read_bits
from hardware.firmware.tiles import tile_places
from tests.figures import Figure
from tests.pico import image
from tests.pico.emulated import EmulatedPico

pytestmark = pytest.mark.deep

KEYS, TRAY = dict(settings.KEYS), dict(settings.TRAY)
SHIFTED = "BOARD, ROWS, COLUMNS = (19, 19), Chain(20), Chain(21)\n"
WITHOUT_TRAY = "TRAY = []\n"
PIECES = [(0, 0), (18, 0), (7, 3), (8, 3), (9, 18), (18, 18)]
MS_A_CHANGE = 40
MS_A_HELLO = 150
"""Time for the whole answer to a hello."""

TRANSFERS_A_PASS = 19 * (3 + 3)
"""Bytes of a pass over 19 x 19 fields: three for a row, three for its columns."""

MakePico = Callable[..., EmulatedPico]


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[MakePico]:
    """Return a function that starts a Pico."""
    if reason := image.obstacle():
        pytest.skip(reason)
    picos: list[EmulatedPico] = []

    def make(more_settings: str = "", closed: tuple[int, ...] = ()) -> EmulatedPico:
        picos.append(EmulatedPico(tmp_path, more_settings, closed))
        return picos[-1]

    yield make
    for each in picos:
        each.__exit__()


def test_a_pico_answers_hello_with_what_it_has(pico: MakePico) -> None:
    it = pico()
    it.greet()
    hello, *reports = it.run(MS_A_HELLO)
    assert (hello[:2], hello[3]) == (["hello", "2"], "tableside-pico/2")
    assert hello[4:] == [f"keys={','.join(KEYS)}", f"tray={','.join(TRAY)}"]
    assert reports == [["keys", "00"], ["tray", "00"]]


def states(kind: str, said: Sequence[list[str]]) -> list[str]:
    """Return the states of a ``kind`` in the order in which they came, without repetitions."""
    return [state for state, _ in groupby(words[1] for words in said if words[0] == kind)]


def test_every_key_that_is_pressed_is_reported_down_and_up(pico: MakePico) -> None:
    it = pico()
    it.greet()
    said = it.run(MS_A_HELLO)
    expected = ["00"]
    for bit, pin in enumerate(KEYS.values()):
        for level in (0, 1):
            it.drive(pin, level)
            said += it.run(MS_A_CHANGE)
        expected += [f"{1 << bit:02x}", "00"]
    assert states("keys", said) == expected


def test_a_contact_that_bounces_is_reported_once(pico: MakePico) -> None:
    it = pico()
    it.greet()
    said = it.run(MS_A_HELLO)
    for level in (0, 1, 0, 1, 0, 1, 0):
        it.drive(KEYS["ok"], level)
        said += it.run(2.0)
    said += it.run(MS_A_CHANGE)
    assert states("keys", said) == ["00", "10"]


def test_a_throw_is_reported_from_the_lifted_cup_to_the_last_face(pico: MakePico) -> None:
    it = pico(closed=tuple(TRAY.values()))
    it.greet()
    said = it.run(MS_A_HELLO)
    for line, level in (("cup", 1), ("D1", 1), ("D3", 1), ("cup", 0)):
        it.drive(TRAY[line], level)
        said += it.run(MS_A_CHANGE)
    assert states("tray", said) == ["1f", "0f", "0d", "05", "15"]


def test_with_the_service_pin_at_ground_the_prompt_comes(pico: MakePico) -> None:
    it = pico(closed=(settings.SERVICE,))
    assert b"GP22 is at ground" in it.said
    assert it.said.endswith(b">>> ")
    it.greet()
    assert all(words[0] == "hello" for words in it.run(MS_A_HELLO)), "only the echo of the prompt"


def test_lights_on_pins_show_what_the_host_says(pico: MakePico) -> None:
    it = pico(WITHOUT_TRAY + 'LIGHTS, LAMPS = ["south", "north"], [8, 9]\n')
    it.greet()
    it.run(MS_A_HELLO)
    assert [it.outputs[pin] for pin in (8, 9)] == [0, 0]
    it.tell("lights", "2")
    it.run(MS_A_CHANGE)
    assert [it.outputs[pin] for pin in (8, 9)] == [0, 1]


def test_a_board_on_shift_registers_is_read_through_spi(pico: MakePico, figure: Figure) -> None:
    it = pico(WITHOUT_TRAY + SHIFTED)
    it.wire(19, 19, PIECES)
    it.greet()
    it.run(300.0)
    before, begun = it.transfers, it.now
    it.run(200.0)
    work = (it.now - begun) / (it.transfers - before) * TRANSFERS_A_PASS
    bus = TRANSFERS_A_PASS * 8 / settings.SPI_SPEED * 1000
    figure("matrix pass", f"{work + bus:.1f} ms")
    it.greet()
    said = it.run(600.0)
    board = next(words for words in said if words[0] == "board")
    bits = read_bits(board[1], 19 * 19)
    seen = [(place % 19, place // 19) for place in range(19 * 19) if bits >> place & 1]
    assert seen == PIECES


TILED = """
BOARD, COLUMNS = (8, 8), Tiles(21)
LIGHTS, LAMPS = (8, 8), Strip(28, "tiles", budget=2000)
"""


def test_a_board_of_tiles_is_read_and_lit(pico: MakePico, figure: Figure) -> None:
    it = pico(WITHOUT_TRAY + TILED)
    places = tile_places(8, 8)
    fields = [0, 9, 36, 63]
    it.wire_tiles(64, [places[each] for each in fields])
    it.wire_lights(28)
    it.greet()
    said = it.run(600.0)
    assert said[0][-2:] == ["board=8x8", "lamps=8x8:64:2000"]
    bits = read_bits(states("board", said)[-1], 64)
    assert [at for at in range(64) if bits >> at & 1] == fields
    it.tell("lamps", "ff", "wrong=36", "from=9")
    it.run(40.0)
    lit = {
        at // 3: it.lights[at : at + 3] for at in range(0, 192, 3) if any(it.lights[at : at + 3])
    }
    assert lit == {places[9]: [85, 85, 85], places[36]: [0, 255, 80]}
    before, begun = it.transfers, it.now
    it.run(200.0)
    figure("tiled pass", f"{(it.now - begun) / ((it.transfers - before) / 8):.1f} ms")


def test_lights_change_every_half_second_and_go_out_with_the_host(pico: MakePico) -> None:
    it = pico(WITHOUT_TRAY + TILED)
    it.wire_lights(28)
    it.greet()
    it.run(MS_A_HELLO)
    it.tell("lamps", "ff", "captured=0")
    seen = []
    for _ in range(8):
        it.run(250.0)
        seen.append(max(it.lights, default=0))
    assert [level for level, _ in groupby(seen)] == [255, 0, 255, 0]
    it.run(4000.0)
    assert max(it.lights) == 0
