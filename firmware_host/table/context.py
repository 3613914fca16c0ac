"""What a scene may know of the table. Scenes read it and change nothing."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from firmware_host.remote.access import NO_FLEET, NO_PHONES, FleetHere, PhonesHere
from firmware_host.remote.link import UNLINKED, LinkHere
from firmware_host.remote.reviewed import SharedReview
from firmware_host.screens.view import Layout
from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session.lesson import Lesson
from firmware_host.session.lineup import shared_setup, usual_setup
from firmware_host.session.reviewed import NOTHING_KNOWN, KnownReview
from firmware_host.session.seats import FAR, Seats
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.device import Device
from firmware_host.table.game_controller import GameController
from firmware_host.table.machine_turns import MachineTurns
from firmware_host.table.preferences import Preferences, ThrowSource
from firmware_host.table.throw_sources import ThrowSources
from firmware_host.thinking.inline import Question
from games.equipment import Die
from games.replay import Catalogue
from hardware.dice.bluetooth.paired import PairedDice


class SceneContext(Protocol):
    """The table as its scenes see it.

    ``now`` is the time in seconds. ``session`` is the game on the table, None if there is none;
    ``playing`` is the same where there must be one (RuntimeError if not). ``is_playing`` is true
    while the game is neither over nor left for good, ``in_game`` while people are at it, not
    between two games. ``groups_placed`` is how many groups of pieces are on the real board before
    the first turn, None for all of them. ``lesson`` are the exercises that people go through, None
    if they do not. ``asked_for`` is the game that the program was started
    for. ``sight`` is what a sensing board sees. ``history`` are the games played
    before; between games, ``present`` is the one that was last on the table, None if nothing was
    played in it. ``preferences`` are set now, ``lasting`` are those that stay. ``is_cup_lifted`` is
    true after the dice tray was opened, until it is closed; ``dice_state`` says how the Bluetooth
    dice are.
    ``phones`` are those of people elsewhere, ``fleet`` says whose orders count from there.
    ``known_review`` is what is known of the review of the game. ``link`` says how this table and
    the one that it is linked with stand, ``declined`` are the acts of a game of that one in which
    people here do not play along, and until when they are not asked again.
    """

    @property
    def now(self) -> float: ...
    @property
    def rng(self) -> random.Random: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def session(self) -> Session | None: ...
    @property
    def playing(self) -> Session: ...
    @property
    def is_playing(self) -> bool: ...
    @property
    def in_game(self) -> bool: ...
    @property
    def known_review(self) -> KnownReview: ...
    @property
    def groups_placed(self) -> int | None: ...
    @property
    def lesson(self) -> Lesson | None: ...
    @property
    def asked_for(self) -> Setup | None: ...
    @property
    def device(self) -> Device: ...
    @property
    def preferences(self) -> Preferences: ...
    @property
    def lasting(self) -> Preferences: ...
    @property
    def throw_sources(self) -> ThrowSources: ...
    @property
    def sight(self) -> ObservedBoard: ...
    @property
    def history(self) -> tuple[SavedGame, ...]: ...
    @property
    def present(self) -> SavedGame | None: ...
    @property
    def is_cup_lifted(self) -> bool: ...
    @property
    def dice_state(self) -> PairedDice: ...
    @property
    def phones(self) -> PhonesHere: ...
    @property
    def fleet(self) -> FleetHere: ...
    @property
    def link(self) -> LinkHere: ...
    @property
    def declined(self) -> tuple[str, float]: ...

    def machine_question(self) -> Question:
        """Return what the machine at the seat to act is asked."""


class TableContext:
    """The context of one table: its game, and what else is true of it at the moment.

    Arguments: the ``game`` controller, what a sensing board sees (``sight``), the
    ``machine_turns``, the ``device``, ``throw_sources`` and the ``preferences`` to begin with.

    ``repeats`` counts how often somebody has asked to hear everything again, ``refused`` is the
    last change of a setting that was asked for elsewhere and not possible, and ``review`` is what
    others see of the review of the game.
    """

    def __init__(
        self,
        game: GameController,
        sight: ObservedBoard,
        machine_turns: MachineTurns,
        device: Device,
        throw_sources: ThrowSources,
        preferences: Preferences,
    ) -> None:
        self.now = 0.0
        self.is_cup_lifted = False
        self.dice_state = PairedDice()
        self.repeats = 0
        self.phones = NO_PHONES
        self.fleet = NO_FLEET
        self.link, self.declined = UNLINKED, ("", 0.0)
        self.review: SharedReview | None = None
        self.known_review = NOTHING_KNOWN
        self.refused = ""
        self.history: tuple[SavedGame, ...] = ()
        self.present: SavedGame | None = None
        self.preferences = self.lasting = preferences
        self.sight, self.device, self.throw_sources = sight, device, throw_sources
        self.rng, self.catalogue, self.asked_for = game.rng, game.catalogue, game.asked_for
        self._game, self._machine_turns = game, machine_turns

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
    def groups_placed(self) -> int | None:
        """How many groups of pieces people have put on the board before the first turn.

        None means that all stand there.
        """
        return self._game.groups_placed

    @property
    def lesson(self) -> Lesson | None:
        """The exercises that people go through, None if they do not."""
        return self._game.lesson

    def read_history(self) -> None:
        """Read which games were played before; where that takes long, they come later."""
        found = self.device.history()
        if found is not None:
            self.history = found

    def machine_question(self) -> Question:
        """Return what the machine at the seat to act is asked."""
        return self._machine_turns.question_for(self.playing)


def layout(context: SceneContext) -> Layout:
    """Return the board as it lies before the people."""
    session = context.playing
    game, machines = session.game, session.seats.machines
    return Layout(game.board, game.seats, session.pieces_to_show(), machines)


def throw_source(context: SceneContext) -> ThrowSource:
    """Return where the throws of the game on the table come from."""
    return context.throw_sources.chosen(context.playing.game.dice, context.preferences)


def dice(context: SceneContext) -> tuple[Die, ...]:
    """Return the dice of the game on the table; between games, some that the tray can read."""
    session = context.session
    return session.game.dice if session is not None else context.throw_sources.usual_dice()


def draft(name: str, context: SceneContext) -> Setup:
    """Return how the game ``name`` is first offered: as asked for, as the last time, or as usual.

    In public it is offered as usual to visitors who have not begun it themselves. At a linked table
    the other table has half of the seats, unless somebody here has chosen otherwise.
    """
    known = (context.asked_for, context.session.setup if context.session else None)
    here = next((setup for setup in known if setup and setup.game == name), None)
    if here is not None and (context.device.is_linked or FAR not in here.players):
        return here.again()
    is_linked = context.device.is_linked
    played = (setup for setup in _played(name, context) if (FAR in setup.players) == is_linked)
    last = None if context.device.is_kiosk else next(played, None)
    if last is not None:
        return last.again()
    usual = usual_setup(context.catalogue.kind(name))
    return shared_setup(usual, context.catalogue) if is_linked else usual


def _played(name: str, context: SceneContext) -> Iterator[Setup]:
    """Yield the set-ups of saved games of ``name``, the newest first, if they can be played now."""
    for game in context.history:
        with suppress(ValueError):
            setup = Setup.read(game.records[0])
            if setup.game == name:
                Seats.of(context.catalogue.load(name, **setup.options), setup.players)
                yield setup
