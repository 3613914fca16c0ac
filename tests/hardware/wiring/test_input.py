"""Chords, an encoder and inverted dice lines in a wiring file."""

from pathlib import Path

import pytest

from hardware import WiringError
from hardware.dice.adjusting import Adjustment, adjusted, own_sheet, store
from hardware.wiring.wiring import CLOCKWISE, EncoderWiring, Wiring, load, turned

ENCODER = "[keys]\nup = false\ndown = false\n[encoder]\na = 17\nb = 22\n"


def loaded(folder: Path, text: str) -> Wiring:
    path = folder / "mine.toml"
    path.write_text(f'profile = "generic"\n{text}')
    return load(str(path))


def test_an_encoder_takes_the_place_of_up_and_down(tmp_path: Path) -> None:
    wiring = loaded(tmp_path, ENCODER)
    assert wiring.encoder == EncoderWiring(17, 22, quarters=4)
    assert {"up", "down"}.isdisjoint(wiring.lines)
    assert (wiring.lines["A"], wiring.lines["B"]) == (17, 22)


def test_an_encoder_has_a_number_of_quarters(tmp_path: Path) -> None:
    wiring = loaded(tmp_path, ENCODER + "quarters = 2\n")
    assert wiring.encoder == EncoderWiring(17, 22, quarters=2)


def test_chords_are_keys_that_are_wired(tmp_path: Path) -> None:
    assert load("generic").chords == {}
    wiring = loaded(tmp_path, '[chords]\nmenu = ["back", "hint"]\n')
    assert wiring.chords == {"menu": ("back", "hint")}


def test_inverted_lines_are_named(tmp_path: Path) -> None:
    wiring = loaded(tmp_path, '[dice]\ninvert = ["D1", "D3"]\n')
    assert wiring.dice is not None
    assert wiring.dice.inverted == ("D1", "D3")


def test_an_adjusted_file_is_a_wiring_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    found = Adjustment(("D3", "D1", "D2", "D0"), ("D0",))
    store(path, adjusted(own_sheet("generic"), (12, 18, 24, 25), found))
    dice = load(str(path)).dice
    assert dice is not None
    assert (dice.lines, dice.inverted) == ((25, 18, 24, 12), ("D3",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[keys]\nup = false\n", r"\[keys\] up is missing"),
        ("[encoder]\na = 26\n", r"\[encoder\] b is missing"),
        (
            "[encoder]\na = 26\nb = 4\n",
            r"pin 4 is used twice, for \[keys\] ok and for \[encoder\] b",
        ),
        ("[encoder]\na = 26\nb = 8\nquarters = 3\n", "quarters: expected one of 1, 2, 4, not 3"),
        ('[chords]\nmenu = ["back", "menu"]\n', r"\[chords\] menu: no key 'menu' is wired"),
        ('[chords]\nmenu = ["back"]\n', "a list of 2 or more of up, down"),
        ('[dice]\ninvert = ["D4"]\n', r"\[dice\] invert: expected a list of 0 or more of D0"),
        ('[dice]\ninvert = ["D1", "D1"]\n', r"\[dice\] invert: expected"),
    ],
)
def test_a_wrong_section_is_one_clear_line(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(WiringError, match=reason):
        loaded(tmp_path, text)


JOYSTICK = {"up": 6, "down": 19, "left": 5, "right": 26, "ok": 13, "back": 21}


def test_a_joystick_turned_by_half_swaps_up_with_down_and_left_with_right() -> None:
    assert turned(JOYSTICK, 2) == JOYSTICK | {"up": 19, "down": 6, "left": 26, "right": 5}


def test_the_picture_turned_clockwise_has_its_top_where_right_was() -> None:
    assert turned(JOYSTICK, 1) == JOYSTICK | {"up": 26, "right": 19, "down": 5, "left": 6}


@pytest.mark.parametrize("rotate", range(4))
def test_turns_that_add_up_to_a_whole_turn_change_nothing(rotate: int) -> None:
    assert turned(turned(JOYSTICK, rotate), 4 - rotate if rotate else 0) == JOYSTICK


@pytest.mark.parametrize("rotate", range(4))
def test_neighbouring_directions_stay_neighbours(rotate: int) -> None:
    after = turned(JOYSTICK, rotate)
    ring = [after[name] for name in CLOCKWISE]
    start = ring.index(JOYSTICK["up"])
    assert ring[start:] + ring[:start] == [JOYSTICK[name] for name in CLOCKWISE]


def test_a_key_that_is_not_wired_is_not_invented() -> None:
    assert turned({"up": 6, "ok": 13}, 1) == {"left": 6, "ok": 13}
