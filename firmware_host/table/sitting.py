"""The game that is played at a table: what scenes and screens ask about it."""

import random
from collections.abc import Callable
from typing import get_args

from firmware_host.screens.view import Layout
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.device import UNKNOWN
from firmware_host.table.preferences import AS_USUAL, Preferences, Throwing
from games.actions import Throw
from games.core import random_action
from games.equipment import Die, Seat
from games.replay import Catalogue


class Sitting:
    """A table's games: the one that is played, the one asked for, and those there are.

    Arguments: ``catalogue`` of games; ``rng`` for what is drawn; ``reads`` tells whether the tray
    reads given dice; ``asked_for`` is the game that was asked for, None to choose one.

    ``preferences`` are what people like now, and ``lasting`` what of it stays; ``kept`` are the
    games played before, as they were read last.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rng: random.Random,
        reads: Callable[[tuple[Die, ...]], bool],
        asked_for: Setup | None,
    ) -> None:
        self.catalogue = catalogue
        self.rng = rng
        self.asked_for = asked_for
        self.session: Session | None = None
        self.preferences = self.lasting = AS_USUAL
        self.device = UNKNOWN
        self.kept: tuple[SavedGame, ...] = ()
        self._reads = reads

    @property
    def playing(self) -> Session:
        """The game on the table; RuntimeError when there is none."""
        if self.session is None:
            raise RuntimeError("no game has been begun")
        return self.session

    @property
    def is_playing(self) -> bool:
        """True while a game is on the table that is neither over nor left for good."""
        session = self.session
        return session is not None and not (session.is_over or session.is_abandoned)

    @property
    def seat_to_act(self) -> Seat:
        """The seat whose throw or choice is awaited."""
        turn = self.playing.state.turn
        assert turn is not None, "asked only while the game goes on"
        return self.playing.game.seats[turn]

    @property
    def dice_are_read(self) -> bool:
        """True when the tray reads this game's dice, so that throws are made with them."""
        return self.throwing(self.playing.game.dice, self.preferences) == "tray"

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the game on the table; between games, some that the tray reads if it can."""
        if self.session is not None:
            return self.session.game.dice
        games = [self.catalogue.load(name) for name in self.catalogue.names()]
        return max((game.dice for game in games if game.dice), key=self._reads, default=())

    def throwings(self, dice: tuple[Die, ...]) -> tuple[Throwing, ...]:
        """Where throws of ``dice`` may come from; nowhere without dice."""
        ways = get_args(Throwing) if dice else ()
        return tuple(way for way in ways if way != "tray" or self._reads(dice))

    def throwing(self, dice: tuple[Die, ...], liked: Preferences) -> Throwing:
        """Where throws of ``dice`` come from: as it is ``liked``, else from the machine."""
        return liked.dice if liked.dice in self.throwings(dice) else "machine"

    def prefer(self, **chosen: str | bool) -> None:
        """Let the device be as people like it: for good, or in public as long as they are there."""
        self.preferences = self.preferences.but(chosen)
        if not self.device.is_kiosk:
            self.lasting = self.preferences

    def settle(self, **chosen: str | bool) -> None:
        """Let the device be so for good, whatever else people like at the moment."""
        self.preferences = self.preferences.but(chosen)
        self.lasting = self.lasting.but(chosen)

    def layout(self) -> Layout:
        """The board as it lies before the people."""
        session = self.playing
        return Layout(session.game.board, session.game.seats, session.pieces_to_show())

    def draft(self, name: str) -> Setup:
        """How the game ``name`` is set up at first: as asked for, or as last time."""
        known = (self.asked_for, self.session.setup if self.session else None)
        return next((setup for setup in known if setup and setup.game == name), Setup(name))

    def drawn_throw(self) -> Throw:
        """A throw by its probability, for a table without dice."""
        throw = random_action(self.playing.state, self.rng)
        assert isinstance(throw, Throw), "asked only while a throw is awaited"
        return throw
