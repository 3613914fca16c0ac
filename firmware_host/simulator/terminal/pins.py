"""The levels of the input pins, live."""

from collections.abc import Iterable

from textual.content import Content

from firmware_host.simulator.terminal.colours import ACTIVE, DIM

HIGH, LOW = ("▔", DIM), ("▁", f"bold #000000 on {ACTIVE}")
NAME_INK = {True: DIM, False: f"bold {ACTIVE}"}


def pins_text(levels: Iterable[tuple[str, bool]]) -> Content:
    """The lines by name, each with its level: high (True) while its contact is open.

    >>> pins_text([("ok", False), ("cup", True)]).plain
    'ok▁ cup▔'
    """
    return Content(" ").join(
        Content.assemble((name, NAME_INK[level]), HIGH if level else LOW) for name, level in levels
    )
