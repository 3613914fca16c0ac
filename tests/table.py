"""A table for the tests: how hands get to it, and how a position gets on it."""

from collections.abc import Callable

from firmware_host.simulator.hands import Hands

BARE_WIRING = """
[keys]
up = 17
down = 22
left = 27
right = 23
ok = 4
back = 5

[display]
display = "ssd1306"
interface = "i2c"
"""

Begin = Callable[..., Hands]


def put(hands: Hands, position: str) -> None:
    """Set the table and the people's board to ``position``."""
    table = hands.world.app.table
    session = table.playing
    session.states[-1] = session.game.state(position)
    hands.world.board.pieces = session.standing()
    table.go_on()
    hands.world.app.frame = None
    hands.world.run_for(0.001)
