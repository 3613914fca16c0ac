"""Before a game: which rules, who sits where, who begins, and where throws come from."""

from dataclasses import dataclass, field, replace

from firmware_host.session import names
from firmware_host.session.seats import PLAYERS, Player, Seats
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginGame, Effects, GoHome
from firmware_host.table.scenes.base import Show
from firmware_host.table.scenes.entries import Entry, EntryList, returning, turned
from firmware_host.table.scenes.settings import dice_entries
from games.core import Game
from games.equipment import Seat
from games.message import Message, msg
from games.options import Option

DRAWN = None
START_HELP = msg("Starts with these settings and remembers them.")
PLAYER_HELP = msg(
    "A person, or the machine at one of three levels: the beginner often moves at random, the"
    " champion thinks ahead. You move the machine's pieces."
)
NOBODY_HELP = msg(
    "A person, or the machine at one of three levels: you move its pieces. Nobody: the pieces"
    " stay on the board and can be captured."
)
FIRST_HELP = msg("Who takes the first turn. Random: decided when the game starts.")
START_KEYS = Message.of(msg("OK: start"))


@dataclass(frozen=True)
class GameSetup(EntryList):
    """How the game is to be played: the ``draft`` of its set-up."""

    help = msg(
        "Up and down: choose a line. Left and right: change it. OK on Start: start the game. Back:"
        " games."
    )
    back = msg("Back: games")
    draft: Setup = field(kw_only=True)

    def title(self, context: SceneContext) -> Message:
        return Message.of(context.catalogue.kind(self.draft.game).title)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        game = context.catalogue.load(self.draft.game, **self.draft.options)
        begin = returning(BeginGame(self.draft))
        return (
            Entry(Message.of(msg("Start")), Message.of(START_HELP), begin, keys=START_KEYS),
            *(self._option(option, game, context) for option in game.OPTIONS),
            *(self._player(seat, game, context) for seat in game.seats),
            self._first(game, context),
            *dice_entries(game.dice, context),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (GoHome(),)

    def _option(self, option: Option, game: Game, context: SceneContext) -> Entry:
        present = game.options[option.name]

        def change(step: int) -> Effects:
            options = {**self.draft.options, option.name: turned(option.values, present, step)}
            return self._changed(replace(self.draft, options=options, players=(), first=0), context)

        help_text = Message.of(option.meaning)
        return Entry(
            Message.of(option.title), help_text, value=names.option_value(present), change=change
        )

    def _player(self, seat: Seat, game: Game, context: SceneContext) -> Entry:
        players = Seats.of(game, self.draft.players).players
        present = players[seat.index]
        choices = [player for player in PLAYERS if _may_sit(player, seat.index, players, game)]

        def change(step: int) -> Effects:
            chosen = _seated(turned(choices, present, step), seat.index, players)
            return self._changed(replace(self.draft, players=chosen), context)

        text = NOBODY_HELP if "nobody" in choices else PLAYER_HELP
        return Entry(names.seat(seat), Message.of(text), value=names.player(present), change=change)

    def _first(self, game: Game, context: SceneContext) -> Entry:
        first = self.draft.first

        def change(step: int) -> Effects:
            choices = (*(seat.index for seat in game.seats), DRAWN)
            return self._changed(replace(self.draft, first=turned(choices, first, step)), context)

        value = Message.of(msg("random")) if first is DRAWN else names.seat(game.seats[first])
        return Entry(
            Message.of(msg("First player")), Message.of(FIRST_HELP), value=value, change=change
        )

    def _changed(self, draft: Setup, context: SceneContext) -> Effects:
        changed = replace(self, draft=draft)
        last = len(changed.rows(context)) - 1
        return (Show(replace(changed, cursor=min(self.cursor, last))),)


def _seated(player: Player, seat: int, players: tuple[Player, ...]) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _may_sit(player: Player, seat: int, players: tuple[Player, ...], game: Game) -> bool:
    try:
        Seats.of(game, _seated(player, seat, players))
    except ValueError:
        return False
    return True
