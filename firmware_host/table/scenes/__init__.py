"""The situations at a table, each an immutable value with a view and reactions to keys and dice.

A scene reads a :class:`~firmware_host.table.context.SceneContext` and returns effects; it calls
nothing on the table.

- ``base``: the base classes, lists as data, pages of text, and questions over anything
- between games: ``game_setup`` (and home), ``kept_games`` (also to watch one), ``settings``
- in a game: ``throw`` (by hand, by a machine, or corrected), ``choose``, ``guide`` (hand steps, and
  the last move again); ``next_scene`` says which of them comes next, and what comes after a game
- over a game: ``menu``, ``why_not`` (also a turn without a move), ``resign_draw_leave``
- the real board: ``repair`` (compare part by part, and say which is right)
- for the staff: ``staff``; ``additions`` are what features can add to these scenes
"""

from typing import Final

from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Openings, Scene
from games.message import Message


def _following(context: SceneContext) -> Scene:
    from firmware_host.table.scenes.next_scene import next_scene

    return next_scene(context)


def _home(context: SceneContext, game: str) -> Scene:
    from firmware_host.table.scenes.game_setup import Home

    return Home.begin(context, game)


def _menu(context: SceneContext, is_over_edit: bool) -> Scene:
    from firmware_host.table.scenes.menu import open_menu

    return open_menu(context, is_over_edit)


def _text(title: Message, text: Message) -> Scene:
    from firmware_host.table.scenes.base import TextPage

    return TextPage(title, text)


def _waiting(title: Message, text: Message) -> Scene:
    from firmware_host.table.scenes.base import WaitPage

    return WaitPage(title, text)


def _differing(mismatch: Mismatch, finder: Scene) -> Scene:
    from firmware_host.table.scenes.repair import BoardDiffers

    return BoardDiffers(mismatch, finder)


def _last_move(session: Session) -> Scene | None:
    from firmware_host.table.scenes.guide import LastMove

    return LastMove.of(session)


def _staff() -> Scene:
    from firmware_host.table.scenes.staff import StaffMenu

    return StaffMenu()


OPENINGS: Final = Openings(
    _following, _home, _menu, _text, _waiting, _differing, _last_move, _staff
)
"""Each scene is loaded when an effect first leads to it, or while the table is idle before."""
