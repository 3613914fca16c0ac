"""The screens of people who play with switches: what is offered to them."""

from collections.abc import Iterator

from firmware_host.screens.view import Frame
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage


def _scanning(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield what is offered to people with one switch until the table rests, and with two."""
    stage = Stage(game, choice(game))
    stage.scan("one")
    yield "scan-hint", stage.wait_for_offer("Switch: hint")
    yield "scan-press", stage.wait_for_offer("Paused: press the switch")
    stage = Stage(game)
    stage.press("ok")
    stage.scan("two")
    yield "scan-start", stage.wait_for_offer("Switch: start", by="next")


SHOWS = (_scanning,)
