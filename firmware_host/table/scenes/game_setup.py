"""Between games: continue one, begin another, look back, and set the device.

Before a new game people say how many they are, who takes the other seats, and all other options.
"""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from firmware_host.base.errors import try_or_log
from firmware_host.screens.board_frame import has_room
from firmware_host.screens.lists import GameListView, ListView
from firmware_host.screens.moves import ResumeView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.seats import FAR, PLAYERS, Player, Seats, chosen
from firmware_host.session.setup import (
    NOBODY,
    USUAL_LEVEL,
    Lineup,
    Setup,
    game_of,
    handicap_options,
    may_sit,
    most_seats,
    others_possible,
    with_options,
    with_players,
)
from firmware_host.table.context import SceneContext, draft, layout, left_games
from firmware_host.table.device import FarSeats
from firmware_host.table.effects import (
    BeginAskedGame,
    BeginGame,
    Explain,
    GoHome,
    LeaveGame,
)
from firmware_host.table.scene import Close, Cover, Effects, Prepare, Resume, Show, Stop, UseFiles
from firmware_host.table.scenes.additions import HOME_LINES, SETUP_LINES
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    EntryList,
    plain_entry,
    returning,
    turned,
)
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings, dice_entries
from games.core import About, Catalogue, Game
from games.equipment import Seat
from games.message import Message, msg
from games.options import HANDICAP, Option

DRAWN = None
PEOPLE_HELP = msg(
    "How many people play. The machine plays the other seats, or nobody does where the rules allow"
    " it. You move the machine's pieces."
)
LEVEL_HELP = msg("{level}: {manner} Left and right: another level.")
EMPTY_HELP = msg("The seats stay empty. Left and right: machines.")
FAR_HELP = msg("People at the other table play the other seats, on their own board.")
SEATS_HELP: Mapping[Player, str] = {NOBODY: EMPTY_HELP, FAR: FAR_HELP}
MORE = msg("More options")
HANDICAP_HELP = msg("For children against adults: what each player begins with.")
MORE_HELP = msg("The rules, each seat, who begins, and where throws come from.")
SMALL_HELP = msg(
    "The whole board does not fit on this display, which shows the part that matters. It fits on"
    " one of 256x128 pixels."
)
START_HELP = msg("Starts with these settings and remembers them.")
PLAYER_HELP = msg(
    "A person, or the machine at one of five levels or as strong as you are. You move the machine's"
    " pieces."
)
NOBODY_HELP = msg(
    "A person, or the machine: you move its pieces. Nobody: the pieces stay on the board and can be"
    " captured."
)
FIRST_HELP = msg("Who takes the first turn. Random: decided when the game starts. {rule}")
CHANGE = msg("Switch: change")
START = msg("Switch: start")
MACHINES = msg("Machines ({count})")
EMPTY_SEATS = msg("Other seats ({count})")
FAR_SEATS = msg("Others ({count})")
LABELS: Mapping[Player, str] = {NOBODY: EMPTY_SEATS, FAR: FAR_SEATS}
SMALL_DISPLAY = plain_entry(
    msg("Small display"),
    SMALL_HELP,
    returning(Explain(Message.of(msg("Small display")), Message.of(SMALL_HELP))),
    use="details",
)
CUT_BOARD = Message.of(msg("The whole board does not fit on this display."))


class SetupList(EntryList, frozen=True, kw_only=True):
    """A list about the ``draft`` of a set-up."""

    draft: Setup

    def _begin(self, context: SceneContext) -> Effects:
        begin: Effects = (BeginGame(self.draft),)
        return _kept_games().with_room(begin, context) if context.history else begin

    def _game(self, context: SceneContext) -> Game:
        return game_of(self.draft, context.catalogue)

    def _may_be_far(self, context: SceneContext) -> bool:
        """Return whether the other table may play seats: it begins at the start of a game."""
        return context.fact(FarSeats).are_offered and not self.draft.position

    def _option(self, option: Option, game: Game, context: SceneContext) -> Entry:
        present = game.options[option.name]

        def change(step: int) -> Effects:
            options = {**self.draft.options, option.name: turned(option.values, present, step)}
            return self._changed(with_options(self.draft, options, context.catalogue), context)

        value, help_text = names.option_value(option, present), Message.of(option.meaning)
        return Entry(Message.of(option.title), help_text, value=value, change=change)

    def _changed(self, draft: Setup, context: SceneContext) -> Effects:
        changed = replace(self, draft=draft)
        last = len(changed.rows(context)) - 1
        return (Show(replace(changed, cursor=min(self.cursor, last))),)


class GameSetup(SetupList, frozen=True):
    """Who plays, in two answers: all that most people need to begin."""

    help = msg(
        "Left and right: choose how many people play. OK: start the game. Down: the other seats and"
        " more options. Back: games."
    )
    back = msg("Back: games")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("How many people?"))

    def view(self, context: SceneContext) -> ListView:
        view = super().view(context)
        if self.draft.position:
            view = replace(view, back=Message.of(msg("Back: position")))
        return replace(view, note=CUT_BOARD) if self._is_cut(context) else view

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        lineup = Lineup.of(self.draft, context.catalogue)
        show_more = returning(Show(GameOptions(draft=self.draft)))
        return (
            self._people(lineup, context),
            *self._others(lineup, context),
            Entry(Message.of(MORE), Message.of(MORE_HELP), show_more, self._is_uneven(context)),
            *self._of_features(context),
            *((SMALL_DISPLAY,) if self._is_cut(context) else ()),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),) if self.draft.position else (GoHome(self.draft.game),)

    def _of_features(self, context: SceneContext) -> tuple[Entry, ...]:
        if self.draft.position:
            return ()
        return tuple(entry for lines in SETUP_LINES for entry in lines(self.draft, context))

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        """Return the lines; those that OK would not change are changed, and a stop more starts."""
        lines = super().stops(context)
        changes = sum(entry.change is not None for entry in self.entries(context))
        values = tuple(Stop(line.scene, "right", CHANGE) for line in lines[:changes])
        return (*values, Stop(lines[0].scene, "ok", START), *lines[changes:])

    def _people(self, lineup: Lineup, context: SceneContext) -> Entry:
        numbers = range(min(1, lineup.people), most_seats(self.draft, context.catalogue) + 1)

        def change(step: int) -> Effects:
            people = turned(numbers, lineup.people, step)
            is_full = lineup.people == numbers[-1]
            others = FAR if is_full and self._may_be_far(context) else lineup.others
            return self._seat(replace(lineup, people=people, others=others), context)

        shown = (f"[{n}]" if n == lineup.people else str(n) for n in numbers)
        label = Message.of("◀ {numbers} ▶", numbers=" ".join(shown))
        return Entry(label, Message.of(PEOPLE_HELP), self._begin, None, change, "change or start")

    def _others(self, lineup: Lineup, context: SceneContext) -> tuple[Entry, ...]:
        """Return the line about the seats that no person has; none where there are none."""
        count = most_seats(self.draft, context.catalogue) - lineup.people
        if not count:
            return ()
        choices = self._possible(lineup, context)

        def change(step: int) -> Effects:
            return self._seat(replace(lineup, others=turned(choices, lineup.others, step)), context)

        label = Message.of(LABELS.get(lineup.others, MACHINES), count=count)
        value = names.player(lineup.others)
        return (Entry(label, _help(lineup.others), self._begin, value, change, "change or start"),)

    def _seat(self, lineup: Lineup, context: SceneContext) -> Effects:
        """Show the set-up with ``lineup``, or with machines where nobody cannot be."""
        possible = self._possible(lineup, context)
        others = lineup.others if lineup.others in possible else USUAL_LEVEL
        draft = replace(lineup, others=others).seated(self.draft, context.catalogue)
        return (Show(replace(self, draft=draft or self.draft)),)

    def _possible(self, lineup: Lineup, context: SceneContext) -> tuple[Player, ...]:
        catalogue, is_linked = context.catalogue, self._may_be_far(context)
        return others_possible(lineup.people, self.draft, catalogue, is_linked=is_linked)

    def _is_uneven(self, context: SceneContext) -> Message | None:
        game = self._game(context)
        has_handicap = any(game.handicap(seat.index) for seat in game.seats)
        return Message.of(HANDICAP) if has_handicap else None

    def _is_cut(self, context: SceneContext) -> bool:
        size = context.device.display_size()
        return size is not None and not has_room(self._game(context).board, size)


class GameOptions(SetupList, frozen=True):
    """Everything about a game that can be set before it begins, line by line."""

    help = msg(
        "Up and down: choose a line. Left and right: change it. OK on Start: start the game. Back:"
        " how many people play."
    )
    back = msg("Back: people")

    def title(self, context: SceneContext) -> Message:
        return Message.of(context.catalogue.about(self.draft.game).title)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        game = self._game(context)
        # a position has its rules, and somebody has to act in it
        options = () if self.draft.position else game.OPTIONS
        return (
            plain_entry(msg("Start"), START_HELP, self._begin, use="start"),
            *(
                self._option(option, game, context)
                for option in options
                if option.matters(game.options) and not option.seat
            ),
            *(() if self.draft.position else self._handicap(game)),
            *(self._player(seat, game, context) for seat in game.seats),
            *(() if self.draft.position else (self._first(game, context),)),
            *dice_entries(game.dice, context),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Show(GameSetup(draft=self.draft)),)

    def _handicap(self, game: Game) -> tuple[Entry, ...]:
        if not game.HANDICAPS:
            return ()
        show_seats = returning(Show(HandicapSetup(draft=self.draft)))
        with_one = [names.seat(seat) for seat in game.seats if game.handicap(seat.index)]
        value = names.join(with_one) if with_one else names.answer(False)
        return (Entry(Message.of(HANDICAP), Message.of(HANDICAP_HELP), show_seats, value),)

    def _player(self, seat: Seat, game: Game, context: SceneContext) -> Entry:
        players = Seats.of(game, self.draft.players).players
        present = players[seat.index]
        everybody = (*PLAYERS, FAR) if self._may_be_far(context) else PLAYERS
        choices = [who for who in everybody if may_sit(game, _seated(who, seat.index, players))]

        def change(step: int) -> Effects:
            sitting = _seated(turned(choices, present, step), seat.index, players)
            return self._changed(with_players(self.draft, sitting, game), context)

        text = NOBODY_HELP if NOBODY in choices else PLAYER_HELP
        help_text = _help(present) if chosen(present) in names.MANNERS else Message.of(text)
        return Entry(names.seat(seat), help_text, value=names.player(present), change=change)

    def _first(self, game: Game, context: SceneContext) -> Entry:
        first = self.draft.first

        def change(step: int) -> Effects:
            choices = (*(seat.index for seat in game.seats), DRAWN)
            return self._changed(replace(self.draft, first=turned(choices, first, step)), context)

        value = Message.of(msg("random")) if first is DRAWN else names.seat(game.seats[first])
        help_text = Message.of(FIRST_HELP, rule=Message.of(game.begins.rule))
        return Entry(Message.of(msg("First player")), help_text, value=value, change=change)


class HandicapSetup(SetupList, frozen=True):
    """With what each seat begins, for children against adults."""

    help = msg("Up and down: choose a seat. Left and right: its handicap. Back: options.")
    back = msg("Back: options")

    def title(self, context: SceneContext) -> Message:
        return Message.of(HANDICAP)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        game = self._game(context)
        return tuple(
            replace(self._option(option, game, context), label=names.colour(option.seat))
            for option in handicap_options(game, self.draft.players).values()
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Show(GameOptions(draft=self.draft)),)


def _help(player: Player) -> Message:
    """Return how the machine ``player`` plays; or what it means that nobody does."""
    if player in SEATS_HELP:
        return Message.of(SEATS_HELP[player])
    manner = Message.of(names.MANNERS[chosen(player)])
    return Message.of(LEVEL_HELP, level=names.player(player), manner=manner)


def _seated(player: Player, seat: int, players: tuple[Player, ...]) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


_kept_games: Final = partial(import_module, "firmware_host.table.scenes.kept_games")
"""Returns the scenes of games that are kept, which are loaded when people come to them."""

RESUME = ""
"""Stands for the line that resumes a game."""

PLAYED_HELP = msg("Games that were played on this device: look back, play on, delete.")
LEFT_HELP = msg("Games that were left before another one was begun: go on with one of them.")
GO_ON_HELP = msg("Resume the game where you left it.")
BRIEFLY = msg("{brief}, {least}–{most}\N{NO-BREAK SPACE}min")
ABOUT_GAME = msg("{description}\nPlayers: {players}. Dice: {dice}.")
ABOUT_GAME_AND_TIME = msg(
    "{description}\nPlayers: {players}. Dice: {dice}. Time: {least} to {most} minutes."
)


FIRST_GAMES: Final = 4


class LoadGame(Struct, frozen=True):
    """Loads the game called ``name`` with its tables, so that opening it waits for nothing."""

    catalogue: Catalogue
    name: str

    def __call__(self) -> Effects:
        try_or_log("loading a game", lambda: self.catalogue.kind(self.name).open_tables())
        return ()


class Home(EntryList, frozen=True):
    """The list of games; below them settings and the like.

    The cursor begins in the middle, where a game stands that can be resumed, so that the first four
    games of the catalogue are at most two lines from it.
    """

    help = msg("Up and down: choose a game. OK: open it. Hint: what it is.")

    @classmethod
    def begin(cls, context: SceneContext, game: str = "") -> Self:
        """Begin with the cursor on ``game``, else on one to resume, the last, or the middle."""
        lines = _lines(context)
        last = context.session.setup.game if context.session is not None else ""
        wanted = game or (RESUME if context.is_playing else last)
        return cls(lines.index(wanted) if wanted in lines else (len(lines) - 1) // 2)

    def leave(self, context: SceneContext) -> None:
        return None

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Which game?"))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        effects = super().press(key, context)
        return (*effects, Prepare()) if effects and key in ("up", "down") else effects

    def prepare(self, context: SceneContext) -> Effects:
        """Have the game under the cursor loaded, while people read what it is."""
        name = self._name(context)
        return () if name == RESUME else (UseFiles(LoadGame(context.catalogue, name)),)

    def _name(self, context: SceneContext) -> str:
        lines = _lines(context)
        return lines[self.cursor] if self.cursor < len(lines) else RESUME

    def view(self, context: SceneContext) -> ListView:
        """Show the list, with what people need to choose the game under the cursor."""
        view, name = super().view(context), self._name(context)
        if name == RESUME:
            return view
        about = context.catalogue.about(name)
        return GameListView(**asdict(view), board=about.board, brief=_brief(about))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        games = [_line(name, context) for name in _lines(context)]
        # visitors of a museum have no use for what others have played
        history = (
            () if context.is_public else (*_left_games_entry(context), *played_games_entry(context))
        )
        settings = returning(Cover(Settings()))
        return (
            *games,
            *history,
            *(entry for lines in HOME_LINES for entry in lines(context)),
            plain_entry(msg("Settings"), SETTINGS_HELP, settings),
        )


def _lines(context: SceneContext) -> list[str]:
    """Return the names of the games, with :data:`RESUME` in the middle if one can go on.

    The first games of the catalogue are in the middle too, and the others on both sides.
    """
    names = context.catalogue.names()
    before = max(0, len(names) - FIRST_GAMES - 1) // 2
    lines = [*names[len(names) - before :], *names[: len(names) - before]]
    if context.is_playing:
        lines.insert(len(lines) // 2, RESUME)
    return lines


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


def _left_games_entry(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the games that can go on; none where there are none."""
    if not left_games(context):
        return ()
    return (plain_entry(msg("Games left"), LEFT_HELP, _show_left_games),)


def _show_left_games(context: SceneContext) -> Effects:
    return (Cover(_kept_games().LeftGames()),)


def played_games_entry(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the games that are kept; none where there are none."""
    if not context.history:
        return ()
    return (plain_entry(msg("Games played"), PLAYED_HELP, _show_played_games),)


def _show_played_games(context: SceneContext) -> Effects:
    return (Cover(_kept_games().PlayedGames()),)


def _brief(about: About) -> Message:
    """Return for how many the game is, with which dice, and how long it takes."""
    brief = Message.of(about.brief or about.players)
    if about.minutes is None:
        return brief
    least, most = about.minutes
    return Message.of(BRIEFLY, brief=brief, least=least, most=most)


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
