"""The section [link] of a wiring."""

from pathlib import Path

import pytest

from hardware import WiringError
from hardware.wiring.sections import LinkWiring
from hardware.wiring.wiring import KEYS, Wiring, load, names

PICO = 'find = ["2e8a:0005"]\n'
DISPLAY = '[display]\ndisplay = "ssd1306"\ninterface = "i2c"\n'


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def loaded(sheet: Path, text: str) -> Wiring:
    sheet.write_text(text)
    return load(str(sheet))


def test_no_profile_looks_for_a_peer() -> None:
    assert {load(name).link for name in names()} == {None}


def test_a_link_says_where_its_peers_are_and_what_they_bring(sheet: Path) -> None:
    wiring = loaded(sheet, f'profile = "generic"\n[link]\n{PICO}brings = ["tray", "board"]\n')
    assert wiring.link == LinkWiring(("2e8a:0005",), ("tray", "board"))
    assert wiring.key_names == tuple(wiring.keys)


def test_a_link_can_be_removed(sheet: Path) -> None:
    assert loaded(sheet, 'profile = "generic"\nlink = false\n').link is None


def test_keys_on_the_link_need_no_pins_and_can_be_held_and_go_together(sheet: Path) -> None:
    text = (
        f'[link]\n{PICO}brings = ["keys"]\n[hold]\nback = "menu"\n[chords]\nhint = ["ok", "up"]\n'
    )
    wiring = loaded(sheet, text + DISPLAY)
    assert (dict(wiring.keys), wiring.key_names) == ({}, KEYS)
    assert (wiring.hold, wiring.chords) == ({"back": "menu"}, {"hint": ("ok", "up")})


def test_some_keys_can_be_on_pins_and_the_others_on_the_link(sheet: Path) -> None:
    wiring = loaded(sheet, f'[keys]\nok = 4\n[link]\n{PICO}brings = ["keys"]\n{DISPLAY}')
    assert (dict(wiring.keys), wiring.key_names) == ({"ok": 4}, KEYS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"[link]\n{PICO}{DISPLAY}", r"\[keys\] up is missing"),
        (f'[link]\nbrings = ["keys"]\n{DISPLAY}', r"\[link\] find is missing: expected a list of"),
        (f"[link]\n{DISPLAY}", "is missing"),
        (f'[link]\nfind = "2e8a:0005"\n{DISPLAY}', "expected a list of USB ids and paths"),
        (f'[link]\nfind = ["2E8A:0005"]\n{DISPLAY}', "expected a list of USB ids and paths"),
        (f'[link]\nfind = ["ttyACM0"]\n{DISPLAY}', "expected a list of USB ids and paths"),
        (f"[link]\nfind = []\n{DISPLAY}", "expected a list of USB ids and paths"),
        (f'[link]\n{PICO}brings = ["cube"]\n{DISPLAY}', "a list of 0 or more of keys, tray, board"),
        (f"[link]\n{PICO}port = 1\n{DISPLAY}", "unknown key 'port' in"),
    ],
)
def test_a_wrong_link_is_one_line(sheet: Path, text: str, expected: str) -> None:
    with pytest.raises(WiringError, match=expected):
        loaded(sheet, text)
