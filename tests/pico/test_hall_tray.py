"""The tray of Hall sensors on the processor of a Pico: what it reads, how soon, and meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.firmware import settings
from hardware.simulated.hall_dice import BuiltTray, throw
from tests.pico import image
from tests.pico.hall_tray import TrayAtPico

pytestmark = pytest.mark.deep

SLOWEST = 20.0
"""The longest time from one pass over all sensors to the next (ms), also while the host is
answered."""

TO_REPORT = 100.0
"""The longest time until a key that is down has been reported (ms)."""


@pytest.fixture(params=["lots", "long"])
def tray(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TrayAtPico]:
    """Return a tray for each kind of dice."""
    if reason := image.obstacle():
        pytest.skip(reason)
    with TrayAtPico(tmp_path, request.param, BuiltTray(Random(4))) as tray:
        yield tray


def test_a_throw_is_read_as_it_lies_while_no_pass_is_late(tray: TrayAtPico) -> None:
    thrown = throw(tray.kind, Random(1))
    reading = tray.read(thrown)
    assert reading.faces == thrown.faces
    assert reading.longest_pass <= SLOWEST


def test_a_key_is_reported_while_the_dice_are_searched(tray: TrayAtPico) -> None:
    pin = dict(settings.KEYS)["ok"]
    tray.put(throw(tray.kind, Random(1)))
    while not any("~" in words[0] for words in tray.dice()):
        pass
    tray.pico.run(250.0)  # the dice lie still, and the search is under way
    tray.pico.drive(pin, 0)
    said = tray.pico.run(TO_REPORT)
    assert ["keys", "10"] in said
    assert not any("=" in words[1] for words in said if words[0] == "dice")
