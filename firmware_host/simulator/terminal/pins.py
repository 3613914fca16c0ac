"""The levels of the input pins, live."""

from collections.abc import Iterable

from textual.content import Content

HIGH, LOW = ("▔", "#7d8891"), ("▁", "bold #000000 on #74dc86")
NAME_INK = {True: "#7d8891", False: "bold #74dc86"}


def pins_text(levels: Iterable[tuple[str, bool]]) -> Content:
    """The lines by name, each with its level: high (True) while its contact is open.

    >>> pins_text([("ok", False), ("cup", True)]).plain
    'ok▁ cup▔'
    """
    return Content(" ").join(
        Content.assemble((name, NAME_INK[level]), HIGH if level else LOW) for name, level in levels
    )
