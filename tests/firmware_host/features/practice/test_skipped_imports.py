"""The server of a class has in memory what it needs."""

from tests.firmware_host.web.test_skipped_imports import NEVER_USED, loaded_with

RARE = (
    "firmware_host.setup.update.at_table",
    "hardware.dice.bluetooth.dice_set",
    "hardware.input.keyboards",
    "hardware.link.link",
    "hardware.simulated.hall_dice",
)
"""What reads and simulates parts that few tables have."""


def test_the_server_of_a_class_imports_nothing_heavy() -> None:
    assert not {*NEVER_USED, *RARE} & loaded_with("features.practice.site")
