"""Between games: continue one, begin another, look back, and set the device."""

from typing import Self

from firmware_host.base.registry import Registry
from firmware_host.screens.start_and_end import ResumeView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext, draft, layout
from firmware_host.table.effects import BeginAskedGame, LeaveGame
from firmware_host.table.scene import Cover, Effects, Resume, Show
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entries,
    Entry,
    EntryList,
    plain_entry,
    returning,
)
from firmware_host.table.scenes.game_setup import GameSetup
from firmware_host.table.scenes.replay import left_games_entry, played_games_entry
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings
from games.core import About
from games.message import Message, msg

HOME_LINES = Registry[Entries]()
"""What features add to the list of games, above the settings."""

RESUME = ""
"""Stands for the line that resumes a game."""

GO_ON_HELP = msg("Resume the game where you left it.")
ABOUT_GAME = msg("{description}\nPlayers: {players}. Dice: {dice}.")
ABOUT_GAME_AND_TIME = msg(
    "{description}\nPlayers: {players}. Dice: {dice}. Time: {least} to {most} minutes."
)


class Home(EntryList, frozen=True):
    """The list of games; below them settings and the like.

    A game that can be resumed stands in the middle, so that each of four games is at most two
    lines from it.
    """

    help = msg("Up and down: choose a game. OK: open it. Hint: what it is.")

    @classmethod
    def begin(cls, context: SceneContext, game: str = "") -> Self:
        """Begin with the cursor on ``game``, else on the game to resume, else on the last one."""
        lines = _lines(context)
        last = context.session.setup.game if context.session is not None else ""
        chosen = game or (RESUME if context.is_playing else last)
        return cls(lines.index(chosen) if chosen in lines else 0)

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Which game?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        games = [_line(name, context) for name in _lines(context)]
        # visitors of a museum have no use for what others have played
        history = (
            () if context.is_public else (*left_games_entry(context), *played_games_entry(context))
        )
        settings = returning(Cover(Settings()))
        return (
            *games,
            *history,
            *(entry for lines in HOME_LINES for entry in lines(context)),
            plain_entry(msg("Settings"), SETTINGS_HELP, settings),
        )


def _lines(context: SceneContext) -> list[str]:
    """Return the names of the games, with :data:`RESUME` in the middle if one can go on."""
    names = list(context.catalogue.names())
    if context.is_playing:
        names.insert(len(names) // 2, RESUME)
    return names


def _line(name: str, context: SceneContext) -> Entry:
    return _left_game(context) if name == RESUME else _game(name, context)


def _left_game(context: SceneContext) -> Entry:
    label = Message.of(msg("Resume: {game}"), game=Message.of(context.playing.game.title))
    return Entry(label, Message.of(GO_ON_HELP), returning(Resume()))


def _game(name: str, context: SceneContext) -> Entry:
    about = context.catalogue.about(name)
    title = Message.of(about.title)
    return Entry(title, _about(about), lambda then: _prepare(name, then), use="game")


def _prepare(name: str, context: SceneContext) -> Effects:
    return (Show(GameSetup(draft=draft(name, context))),)


def _about(about: About) -> Message:
    """Return what the game is, for whom, and how long it takes if that is known."""
    facts = {
        "description": Message.of(about.description or about.summary),
        "players": Message.of(about.players),
        "dice": Message.of(about.dice),
    }
    if about.minutes is None:
        return Message.of(ABOUT_GAME, **facts)
    least, most = about.minutes
    return Message.of(ABOUT_GAME_AND_TIME, **facts, least=least, most=most)


class ResumeGame(ConfirmScene, frozen=True):
    """Shows a game that was cut off, as its board should stand, and asks whether to resume it."""

    help = msg("OK: resume this game. Back: leave it.")

    def view(self, context: SceneContext) -> View:
        session = context.playing
        turn = session.state.turn
        seat = None if turn is None else session.game.seats[turn]
        return ResumeView(layout(context), Message.of(session.game.title), seat)

    def confirm(self, context: SceneContext) -> Effects:
        return (Resume(),)

    def leave(self, context: SceneContext) -> Effects:
        if context.is_public:
            return (LeaveGame("anew"), BeginAskedGame())
        return (BeginAskedGame(),)
