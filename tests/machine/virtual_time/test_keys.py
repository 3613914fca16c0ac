"""Keys: each is one press, however its contact bounces."""

from tests.machine.conftest import MakeDouble, Play
from tests.machine.panel import Panel
from tests.machine.pins import Pins
from tests.machine.thousand import KEY, PRESSES, cycle, press, seen


def test_a_thousand_presses_are_a_thousand_pictures_to_the_last_pixel(
    play: Play, double: MakeDouble, pins: Pins, panel: Panel
) -> None:
    hands = double()
    pictures = cycle(hands)
    play()
    hands.meet()
    press(pins, hands.world.wiring.lines[KEY], panel)
    assert seen(panel.messages, pictures) == [
        number % len(pictures) for number in range(PRESSES + 1)
    ]


def test_a_key_that_is_down_before_the_start_is_not_pressed(
    play: Play, double: MakeDouble, pins: Pins, panel: Panel
) -> None:
    hands = double()
    down = hands.world.wiring.lines[KEY]
    pins.drive(down, False)
    play()
    hands.meet()
    pins.bounce(down, True)
    panel.wait_until_still()
    assert panel.shows(hands.picture)
