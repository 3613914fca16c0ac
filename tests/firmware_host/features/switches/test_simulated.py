"""Switches in the simulator: the line that guides, and the hands that move pieces before OK."""

import pytest
from msgspec.structs import replace

from firmware_host.simulator.people import People
from firmware_host.simulator.terminal.words import offer, prompt
from firmware_host.table.effects import Prefer
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import OFFER, TAKE
from games.message import Message
from hardware.wiring.sections import Scanning
from tests.table import Begin

LARGE = (160, 50)
OK = Message.of(OFFER, key=Message.of("OK"))
BACK = Message.of(OFFER, key=Message.of("back"))


@pytest.mark.parametrize(
    ("key", "stroke", "scanning", "confirms"),
    [
        ("take", OK, "one", True),
        ("next", OK, "one", True),
        ("take", OK, "two", True),
        ("next", OK, "two", False),
        ("take", BACK, "one", False),
        ("ok", None, "off", True),
        ("up", None, "off", False),
    ],
)
def test_hands_do_what_is_asked_before_a_stroke_that_confirms_it(
    key: str, stroke: Message | None, scanning: Scanning, confirms: bool, begin: Begin
) -> None:
    hands = begin()
    people = People(hands.world.board)
    shown = TableStep(0.0, hands.world.view, stroke=stroke)
    people.look(replace(shown, going_on="next" if scanning == "two" else ""))
    assert people.confirms(key) == confirms


def test_the_line_says_what_a_stroke_does_and_which_key_it_is(begin: Begin) -> None:
    hands = begin(profile="one-switch")
    hands.world.run_for(0.1)
    table = hands.world.app.table
    for scanning, words in (("one", "(`Space`)"), ("two", "(`Enter`), go on (`Space`)")):
        table.run(Prefer({"scanning": scanning}, for_good=False))
        hands.world.app.wake()
        hands.world.run_for(0.1)
        offered = offer(table.stroke, table.going_on)
        line = prompt(hands.world.view, LARGE, board_differs=False, offered=offered)
        assert str(line) == f"{TAKE} {words}"


def test_without_switches_the_line_says_what_the_keys_do(begin: Begin) -> None:
    hands = begin()
    assert offer(hands.world.app.table.stroke, "") is None
