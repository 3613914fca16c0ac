"""The game that is played at a table: what scenes and screens ask about it."""

import random
from collections.abc import Callable
from typing import get_args

from firmware_host.archive import Kept
from firmware_host.beginning import Catalogue, Setup
from firmware_host.device import UNKNOWN
from firmware_host.preferences import AS_USUAL, Preferences, Throwing
from firmware_host.session import Session
from firmware_host.views import Layout
from games.actions import Throw
from games.core import random_action
from games.equipment import Die, Seat


class Sitting:
    """A table's games: the one that is played, the one asked for, and those there are.

    Arguments: ``catalogue`` of games; ``rng`` for what is drawn; ``reads`` tells whether the tray
    reads given dice; ``asked_for`` is the game that was asked for, None to choose one.
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
        self.preferences = AS_USUAL
        self.device = UNKNOWN
        self.kept: tuple[Kept, ...] = ()
        self._reads = reads

    @property
    def playing(self) -> Session:
        """The game on the table; RuntimeError when there is none."""
        if self.session is None:
            raise RuntimeError("no game has been begun")
        return self.session

    @property
    def is_playing(self) -> bool:
        """True while a game is on the table and not over."""
        return self.session is not None and not self.session.is_over

    @property
    def seat_to_act(self) -> Seat:
        """The seat whose throw or choice is awaited."""
        turn = self.playing.state.turn
        assert turn is not None, "asked only while the game goes on"
        return self.playing.game.seats[turn]

    @property
    def dice_are_read(self) -> bool:
        """True when the tray reads this game's dice, so that throws are made with them."""
        return self.throwing(self.playing.game.dice) == "tray"

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

    def throwing(self, dice: tuple[Die, ...]) -> Throwing:
        """Where throws of ``dice`` come from: as people like it, else from the machine."""
        liked = self.preferences.dice
        return liked if liked in self.throwings(dice) else "machine"

    def prefer(self, preferences: Preferences) -> None:
        """Let the device be as people like it from now on."""
        self.preferences = preferences

    def layout(self) -> Layout:
        """The board as it lies before the people."""
        session = self.playing
        return Layout(session.game.board, session.game.seats, session.shown())

    def draft(self, name: str) -> Setup:
        """How the game ``name`` is set up at first: as asked for, or as last time."""
        known = (self.asked_for, self.session.setup if self.session else None)
        return next((setup for setup in known if setup and setup.game == name), Setup(name))

    def drawn_throw(self) -> Throw:
        """A throw by its probability, for a table without dice."""
        throw = random_action(self.playing.state, self.rng)
        assert isinstance(throw, Throw), "asked only while a throw is awaited"
        return throw
