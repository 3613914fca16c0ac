"""What an update has written is there after a power cut, as soon as it is said."""

import random

from firmware_host.setup.update.disk import point, replace_with
from tests.firmware_host.setup.update.card import Card, Directory


def test_a_file_and_a_link_that_were_replaced_survive_a_power_cut() -> None:
    for seed in range(20):
        card = Card(Directory())
        card.make_folder("/opt")
        card.sync()
        replace_with(card, "/opt/record", b"old")
        replace_with(card, "/opt/record", b"new")
        point(card, "/opt/current", "releases/1")
        point(card, "/opt/current", "releases/2")
        left = card.after_cut(random.Random(seed))
        assert left.read("/opt/record", 10) == b"new"
        assert left.target("/opt/current") == "releases/2"
