"""Wiring files written for release 0.1.0, and its profiles, load with the values of 0.1.0.

``values.json`` holds every value as 0.1.0 loaded it. It is data: never write it again with a
later release. What 0.1.0 had wrong is in :data:`CORRECTED`.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from hardware.wiring import wiring

FOLDER = Path(__file__).parent / "written_for_0_1_0"
VALUES: Mapping[str, object] = json.loads((FOLDER / "values.json").read_text("utf-8"))
PROFILES = ("adafruit-oled-bonnet", "generic", "waveshare-oled-hat")
FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml"))

CORRECTED: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "waveshare-oled-hat": {"display": {"rotate": 2}},
    "turned-hat.toml": {"keys": {"up": 5, "down": 26, "left": 19, "right": 6}},
}
"""What differs from the values of 0.1.0, by file and section.

Its profile of the Waveshare HAT showed the picture upside down, and where a file turned the picture
by half, the joystick was the wrong way round.
"""


ADDED: Mapping[str, object] = {"switches": {}, "scanning": "off", "keyboards": []}
"""What a wiring has had since, as it is where a file says nothing of it."""

OF_DICE: Mapping[str, object] = {"reader": "contacts", "checks": []}
"""What its section [dice] has had since, if it has one."""

OF_DISPLAY: Mapping[str, object] = {"device": "/dev/fb0", "fits_screen": False}
"""What its section [display] has had since."""


def plain(value: object) -> object:
    """Return ``value`` as JSON holds it: Structs as objects, tuples as lists."""
    if isinstance(value, Struct):
        return {name: plain(each) for name, each in asdict(value).items()}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value


def expected(name: str) -> object:
    """Return the values of 0.1.0 for the file or profile ``name``, corrected."""
    values = VALUES[name]
    assert isinstance(values, dict)
    corrected = {part: {**values[part], **new} for part, new in CORRECTED.get(name, {}).items()}
    whole = {**values, **ADDED, **corrected}
    dice = None if whole["dice"] is None else {**whole["dice"], **OF_DICE}
    return {**whole, "dice": dice, "display": {**whole["display"], **OF_DISPLAY}}


def test_values_are_kept_for_every_file_and_profile() -> None:
    assert sorted(VALUES) == sorted([*FILES, *PROFILES])


@pytest.mark.parametrize("file", FILES)
def test_a_file_loads_with_the_values_that_0_1_0_gave_it(file: str) -> None:
    assert plain(wiring.load(str(FOLDER / file))) == expected(file)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_loads_with_the_values_that_0_1_0_gave_it(profile: str) -> None:
    assert plain(wiring.load(profile)) == expected(profile)
