"""What reviews add to the core; what works them out is loaded when somebody asks for one."""

from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.features.review.remote import (
    FOLDER,
    LUCK_AND_SKILL,
    REVIEW_HELP,
    SO_FAR,
    ReviewFolder,
    can_review,
)
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Effects
from firmware_host.table.scenes.additions import AFTER_GAME_LINES, MENU_GROUPS, MenuGroup, MenuLine
from firmware_host.table.scenes.base import Entry, plain_entry
from games.message import msg

SO_FAR_HELP: Final = msg("What throws and moves have changed up to now. It does not tell a move.")


def _folder(request: Request) -> ReviewFolder:
    is_traceless = request.is_public or request.is_temporary
    return ReviewFolder(None if is_traceless else request.folder / FOLDER)


_scenes: Final = partial(import_module, "firmware_host.features.review.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _review(context: SceneContext) -> Effects:
    effects: Effects = _scenes().begin_review(context.playing, context)
    return effects


def _after_game(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(LUCK_AND_SKILL, REVIEW_HELP, _review),)


def _makes_sense(context: SceneContext) -> bool:
    return context.is_playing and can_review(context.playing)


OFFERS: Final = (
    OPENING_FACTS.offer(_folder),
    AFTER_GAME_LINES.offer(_after_game),
    MENU_GROUPS.offer(
        MenuGroup(
            msg("review"),
            (MenuLine(SO_FAR, SO_FAR_HELP, _review, _makes_sense),),
            before=msg("game"),
        )
    ),
)
