"""The screens of speech: the board is told."""

from collections.abc import Iterator

from firmware_host.features.speech.scenes import BoardTour
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Cover
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage


def _telling(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game, choice(game))
    stage.table.run(Cover(BoardTour()))
    yield "tour", stage.frame
    yield "tour-moves", stage.press("ok")
    stage.press("back", "up")
    yield "tour-row", stage.press("ok")


SHOWS = (_telling,)
