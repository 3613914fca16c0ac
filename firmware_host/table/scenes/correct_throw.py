"""Corrects a throw that was counted wrong, as long as no move has been made of it."""

from dataclasses import dataclass, replace

from firmware_host.screens.throw import CorrectThrowView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext, layout, throw_source
from firmware_host.table.effects import ReplaceThrow
from firmware_host.table.scene import Close, Effects, Resume, Show
from firmware_host.table.scenes.base import ConfirmScene
from firmware_host.table.scenes.confirmation import ask_to_discard
from games.actions import Throw
from games.core import State
from games.message import msg
from hardware.dice.tray import DiceEvent

STEPS = {"up": 1, "down": -1}
WAYS = {"left": -1, "right": 1}


@dataclass(frozen=True)
class CorrectThrow(ConfirmScene):
    """The throw ``at`` (from 0) of the ``series`` is to be the ``typed``-th of those possible."""

    help = msg("Left and right: choose a throw. Up and down: change it. OK: use it. Back: menu.")
    series: tuple[Throw, ...]
    at: int
    typed: int

    @classmethod
    def begin(cls, context: SceneContext) -> "CorrectThrow":
        """Begin with the last throw as it was counted."""
        series = context.playing.correctable_throws()
        return cls(series, len(series) - 1, 0)._moved(0, context)

    def view(self, context: SceneContext) -> View:
        turn = self._before(context).turn
        assert turn is not None, "a throw was made by a seat"
        seat = context.playing.game.seats[turn]
        typed = self._throws(context)[self.typed]
        return CorrectThrowView(
            layout(context), seat, self.series, self.at, typed, self.is_edited(context)
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            typed = (self.typed + STEPS[key]) % len(self._throws(context))
            return (Show(replace(self, typed=typed)),)
        if key in WAYS:
            other = (Show(self._moved(WAYS[key], context)),)
            return ask_to_discard((Close(), *other)) if self.is_edited(context) else other
        return super().press(key, context)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Dice that are turned, or thrown again, say what is to count, if the tray is in use."""
        if throw_source(context) != "tray":
            return ()
        throw = context.playing.game.throw(event.faces) if event.faces else None
        throws = self._throws(context)
        if event.kind != "settled" or throw not in throws:
            return ()
        return (Show(replace(self, typed=throws.index(throw))),)

    def confirm(self, context: SceneContext) -> Effects:
        throw, back = self._throws(context)[self.typed], len(self.series) - self.at
        if throw == self.series[self.at]:
            return (Resume(),)
        return (ReplaceThrow(throw, back),)

    def leave(self, context: SceneContext) -> Effects:
        leave = (Close(),)
        return ask_to_discard((Close(), *leave)) if self.is_edited(context) else leave

    def is_edited(self, context: SceneContext) -> bool:
        return self._throws(context)[self.typed] != self.series[self.at]

    def _moved(self, step: int, context: SceneContext) -> "CorrectThrow":
        """Return the same for another throw of the series, as that one was counted."""
        other = replace(self, at=(self.at + step) % len(self.series))
        return replace(other, typed=other._throws(context).index(other.series[other.at]))

    def _before(self, context: SceneContext) -> State:
        return context.playing.states[-1 - (len(self.series) - self.at)]

    def _throws(self, context: SceneContext) -> tuple[Throw, ...]:
        return tuple(throw for throw, _ in self._before(context).chance_outcomes())
