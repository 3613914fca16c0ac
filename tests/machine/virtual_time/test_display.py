"""The display on a bus that fails: the game continues, and the picture is restored."""

import time

from firmware_host.session.setup import Setup
from hardware.display.oled import EVERY
from tests.machine.conftest import MakeDouble, Play
from tests.machine.panel import Panel, set_parameter
from tests.machine.program import SQUADRO

WHOLE = 1034
"""Bytes of a whole picture."""

SLACK = 5.0
"""Seconds before and after a minute is up."""


def test_a_display_that_is_missing_at_the_start_appears_later(
    play: Play, double: MakeDouble, panel: Panel
) -> None:
    hands = double()
    panel.unplug()
    program = play()
    assert panel.wait_for(lambda: bool(program.said))
    panel.plug()
    hands.meet()
    assert panel.wait_for(lambda: len(program.said) == 2)
    lost, back = program.said
    assert "0x3C on I2C bus 1" in lost
    assert back == "the display is back"


def test_an_interrupted_message_is_sent_again(play: Play, double: MakeDouble, panel: Panel) -> None:
    hands = double()
    play()
    hands.meet()
    for cut in (8, 20, 40):
        set_parameter("cut_at", cut)
        hands.press("down")
        hands.meet()


def test_keys_work_while_the_display_is_unplugged(
    play: Play, double: MakeDouble, panel: Panel
) -> None:
    hands = double(Setup("squadro"))
    program = play(*SQUADRO)
    hands.meet()
    panel.unplug()
    # nothing can be seen meanwhile: the double goes blind as well
    hands.press_blind("ok")
    hands.press_blind("ok")
    panel.plug()
    hands.meet()
    assert panel.wait_for(lambda: program.said[-1] == "the display is back")


def test_a_display_that_lost_its_power_for_a_moment_gets_the_whole_picture(
    play: Play, double: MakeDouble, panel: Panel
) -> None:
    hands = double()
    program = play()
    hands.meet()
    panel.unplug()
    panel.plug()
    assert not panel.shows(hands.picture)
    hands.meet()
    assert program.is_running


def test_only_what_changed_goes_over_the_bus(play: Play, double: MakeDouble, panel: Panel) -> None:
    hands = double(Setup("squadro"))
    play(*SQUADRO)
    hands.press("ok")
    hands.press("ok")
    hands.meet()
    here, there = panel.bytes_sent, hands.world.pi.bus.bytes_sent
    keys = ("right", "right", "left", "up", "right")
    for key in keys:
        hands.press(key)
        hands.meet()
    sent = panel.bytes_sent - here
    assert sent == hands.world.pi.bus.bytes_sent - there
    assert 0 < sent < len(keys) * WHOLE / 5
    print(f"{sent} bytes for {len(keys)} steps of the cursor, {len(keys) * WHOLE} if sent whole")


def test_an_unchanged_picture_is_sent_again_once_a_minute_and_no_more(
    play: Play, double: MakeDouble, panel: Panel
) -> None:
    hands = double()
    play()
    hands.meet()
    panel.wait_until_still()
    before = panel.bytes_sent
    time.sleep(EVERY - SLACK)
    assert panel.bytes_sent == before
    time.sleep(2 * SLACK)
    assert WHOLE < panel.bytes_sent - before < 1.3 * WHOLE
    assert panel.shows(hands.picture)
