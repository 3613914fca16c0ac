"""The manual's wirings of a tower: every profile in its table has these pins free."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import WiringError
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, load

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| `([\w-]+)` \| `(\[[\d, ]+\])`", re.MULTILINE)


def rows() -> Iterator[tuple[str, str]]:
    page = (ROOT / "docs/wiring.md").read_text("utf-8")
    start = page.index("### Sticks in a tower")
    yield from ROW.findall(page[start : page.index("### Adjusting a tray")])


def wiring(folder: Path, profile: str, checks: str = "") -> str:
    file = folder / "tower.toml"
    more = f"checks = {checks}\n" if checks else ""
    file.write_text(f'profile = "{profile}"\n[dice]\nreader = "lanes"\n{more}', "utf-8")
    return str(file)


def test_the_table_has_the_boards_that_people_own() -> None:
    boards = [profile for profile, _ in rows()]
    assert boards == ["generic", "waveshare-oled-hat", "adafruit-oled-bonnet"]


@pytest.mark.parametrize(("profile", "checks"), [*rows()])
def test_both_forms_fit_the_pins_that_are_free(profile: str, checks: str, tmp_path: Path) -> None:
    basic = load(wiring(tmp_path, profile)).dice
    assert basic is not None
    assert [*basic.pins] == [*DICE_LINES, CUP]
    checked = load(wiring(tmp_path, profile, checks)).dice
    assert checked is not None
    assert [*checked.pins] == [*DICE_LINES, *CHECK_LINES, CUP]
    assert basic.pins.items() <= checked.pins.items()


def test_a_second_sensor_on_a_pin_that_is_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="pin 17 is used twice"):
        load(wiring(tmp_path, "generic", "[17, 19, 20, 21]"))


def test_a_tower_needs_its_flap(tmp_path: Path) -> None:
    path = Path(wiring(tmp_path, "generic"))
    path.write_text(path.read_text("utf-8") + "cup = false\n", "utf-8")
    with pytest.raises(WiringError, match=r"\[dice\] cup is missing"):
        load(str(path))
