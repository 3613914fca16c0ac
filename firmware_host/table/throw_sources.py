"""Where throws come from: the electronic tray, the machine, or people who type them in."""

from collections.abc import Callable
from functools import cached_property
from typing import get_args

from firmware_host.table.preferences import Preferences, ThrowSource
from games.equipment import Die
from games.replay import Catalogue


class ThrowSources:
    """The sources of throws at one table.

    Arguments: ``reads`` returns whether the tray reads given dice; ``catalogue`` has the games.
    """

    def __init__(self, reads: Callable[[tuple[Die, ...]], bool], catalogue: Catalogue) -> None:
        self._reads, self._catalogue = reads, catalogue

    def choices(self, dice: tuple[Die, ...]) -> tuple[ThrowSource, ...]:
        """Return where throws of ``dice`` may come from; nothing without dice."""
        sources: tuple[ThrowSource, ...] = get_args(ThrowSource) if dice else ()
        return tuple(source for source in sources if source != "tray" or self._reads(dice))

    def chosen(self, dice: tuple[Die, ...], preferences: Preferences) -> ThrowSource:
        """Return the preferred source of throws of ``dice`` if it can be had, else the machine."""
        return preferences.dice if preferences.dice in self.choices(dice) else "machine"

    def usual_dice(self) -> tuple[Die, ...]:
        """Return the dice of one of the games: such as the tray reads, if there are any."""
        return max(self._all_dice, key=self._reads, default=())

    @cached_property
    def _all_dice(self) -> tuple[tuple[Die, ...], ...]:
        games = [self._catalogue.load(name) for name in self._catalogue.names()]
        return tuple(game.dice for game in games if game.dice)
