"""What a scene may know of the table. Scenes read it and change nothing."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from msgspec import Struct

from firmware_host.base.registry import F, KnownFacts, Registry
from firmware_host.screens.view import Layout
from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session import names
from firmware_host.session.hand_steps import SettingUp
from firmware_host.session.seats import FAR, Seats
from firmware_host.session.session import Session
from firmware_host.session.setup import Lineup, Setup, most_seats, shared_setup, usual_setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.device import (
    Device,
    FarSeats,
    Preferences,
    ThrowSource,
    ThrowSources,
    Visitors,
)
from firmware_host.table.game_controller import GameController, MachineTurns
from firmware_host.text.translator import Called
from firmware_host.thinking.inline import Question
from games.core import Catalogue
from games.equipment import Die
from games.message import Message

VISITORS: Final = 2
"""So many people are expected at a table in public."""


class SceneContext(Struct, frozen=True):
    """The table as its scenes see it: a value, which effects replace by the next one.

    ``now`` is the time in seconds. ``device`` is what the table runs on, ``sight`` what a sensing
    board sees. ``preferences`` are set now, ``lasting`` are those that stay. ``history`` are the
    games played before; between games, ``present`` is the one that was last on the table, None if
    nothing was played in it. ``is_cup_lifted`` is true after the dice tray was opened, until it is
    closed. ``facts`` are what features know of the table.
    """

    _game: GameController
    _machine_turns: MachineTurns
    sight: ObservedBoard
    device: Device
    throw_sources: ThrowSources
    preferences: Preferences
    lasting: Preferences
    now: float = 0.0
    history: tuple[SavedGame, ...] = ()
    present: SavedGame | None = None
    is_cup_lifted: bool = False
    facts: KnownFacts = KnownFacts()

    @property
    def rng(self) -> random.Random:
        """What is drawn by lot is drawn with it."""
        return self._game.rng

    @property
    def catalogue(self) -> Catalogue:
        """The games that there are."""
        return self._game.catalogue

    @property
    def asked_for(self) -> Setup | None:
        """The game that the program was started for; None: people choose one."""
        return self._game.asked_for

    @property
    def session(self) -> Session | None:
        """The game on the table; None if there is none."""
        return self._game.session

    @property
    def playing(self) -> Session:
        """The game on the table; RuntimeError if there is none."""
        return self._game.playing

    @property
    def is_playing(self) -> bool:
        """True while a game is on the table that is neither over nor left for good."""
        return self._game.is_playing

    @property
    def in_game(self) -> bool:
        """True while people are at the game, not between two."""
        return self._game.in_game

    @property
    def is_interlude(self) -> bool:
        """True while something else than a game is on the table, such as an exercise."""
        return self._game.is_interlude

    @property
    def is_public(self) -> bool:
        """True where people come and go: what some have done is nothing to those after them."""
        return self.fact(Visitors).come_and_go

    @property
    def groups_placed(self) -> int | None:
        """How many groups of pieces people have put on the board before the first turn.

        None means that all stand there, :data:`CLEARING` that others stand there.
        """
        return self._game.groups_placed

    @property
    def setting_up(self) -> SettingUp:
        """How hands set up the board before the first turn."""
        return self._game.setting_up

    def fact(self, kind: type[F]) -> F:
        """Return what is known of this ``kind``; its defaults if nothing is."""
        return self.facts.of(kind)

    def machine_question(self) -> Question:
        """Return what the machine at the seat to act is asked."""
        return self._machine_turns.question_for(self.playing)


def layout(context: SceneContext) -> Layout:
    """Return the board as it lies before the people."""
    session = context.playing
    game, machines = session.game, session.seats.machines
    return Layout(game.board, game.seats, session.pieces_to_show(), machines)


PERSONS = Registry[Callable[[SceneContext], tuple[str, ...]]]()
"""What features call the people at the seats, by the index of the seat; empty: by its colour."""


def persons(context: SceneContext) -> tuple[str, ...]:
    """Return the names of the people at the seats; empty where nobody has one."""
    return next(filter(None, (each(context) for each in PERSONS)), ())


def called_seats(context: SceneContext) -> Called:
    """Return the names of the people at the seats, by what their seats are called otherwise."""
    seats = () if context.session is None else context.session.game.seats
    return names.called(seats, persons(context))


def called(seat: int, context: SceneContext) -> Message:
    """Return what people call whoever plays ``seat``: a name, or the colour.

    It stands where no word depends on its number or gender, before a colon or alone.
    """
    name = dict(enumerate(persons(context))).get(seat)
    return Message.of("{name}", name=name) if name else names.seat(context.playing.game.seats[seat])


def throw_source(context: SceneContext) -> ThrowSource:
    """Return where the throws of the game on the table come from."""
    return context.throw_sources.chosen(context.playing.game.dice, context.preferences)


def dice(context: SceneContext) -> tuple[Die, ...]:
    """Return the dice of the game on the table; between games, some that the tray can read."""
    session = context.session
    return session.game.dice if session is not None else context.throw_sources.usual_dice()


def draft(name: str, context: SceneContext) -> Setup:
    """Return how the game ``name`` is first offered: as asked for, as the last time, or as usual.

    As usual means for as many people as played last, whatever it was, else for one. In public it is
    for two, unless visitors have begun it themselves. At a linked table the other table has half of
    the seats, unless somebody here has chosen otherwise.
    """
    known = (context.asked_for, context.session.setup if context.session else None)
    here = next((setup for setup in known if setup and setup.game == name), None)
    is_linked = context.fact(FarSeats).are_offered
    if here is not None and (is_linked or FAR not in here.players):
        return here.from_start()
    played = (setup for setup in _played(name, context) if (FAR in setup.players) == is_linked)
    last = None if context.is_public else next(played, None)
    if last is not None:
        return last.from_start()
    usual = usual_setup(context.catalogue.kind(name))
    if is_linked:
        return shared_setup(usual, context.catalogue)
    return Lineup(_people_expected(usual, context)).seated(usual, context.catalogue) or usual


def _people_expected(usual: Setup, context: SceneContext) -> int:
    """Return how many people are likely to play the game of ``usual``, which is new to them."""
    most = most_seats(usual, context.catalogue)
    if context.is_public:
        return min(VISITORS, most)
    for setup in _set_ups(context):
        with suppress(ValueError):
            return min(max(1, Lineup.of(setup, context.catalogue).people), most)
    return 1


def _set_ups(context: SceneContext) -> Iterator[Setup]:
    """Yield the set-ups of the game on the table and of those played before, the newest first."""
    if context.session is not None and not context.is_interlude:
        yield context.session.setup
    for game in context.history:
        with suppress(ValueError):
            yield Setup.read(game.records[0])


def _played(name: str, context: SceneContext) -> Iterator[Setup]:
    """Yield the set-ups of saved games of ``name``, the newest first, if they can be played now."""
    for setup in _set_ups(context):
        if setup.game == name:
            with suppress(ValueError):
                Seats.of(context.catalogue.load(name, **setup.options), setup.players)
                yield setup


def left_games(context: SceneContext) -> tuple[SavedGame, ...]:
    """Return the games that were left and can go on, without the one on the table."""
    here = context.present if context.is_playing else None
    return tuple(
        game for game in unfinished_games(context) if here is None or not here.goes_on_from(game)
    )


def unfinished_games(context: SceneContext) -> tuple[SavedGame, ...]:
    """Return the games that can go on, the one on the table among them, the newest first."""
    return tuple(game for game in context.history if game.can_go_on)
