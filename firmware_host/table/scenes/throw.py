"""Waits for a throw: from the tray, from the machine, or entered by hand.

As long as no move has been made of it, a throw that was counted wrong can be corrected.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.screens.throw import (
    CorrectThrowView,
    DiceState,
    ThrownView,
    ThrowView,
    spaced,
)
from firmware_host.screens.tower import sticks_of
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session.names import ordinary_dice
from firmware_host.session.session import BY_PROGRAM, DICE
from firmware_host.table.context import SceneContext, layout, throw_source
from firmware_host.table.device import ThrowSource
from firmware_host.table.effects import Apply, HandleDice, ReplaceThrow, ShowMenu
from firmware_host.table.scene import Close, Effects, Notify, Resume, Scene, Show, TableParts
from firmware_host.table.scenes.additions import READ_ELSEWHERE
from firmware_host.table.scenes.base import ConfirmScene, ask_to_discard
from games.actions import Throw
from games.core import State
from games.equipment import Seat
from games.message import Message, msg
from hardware.dice.codes import can_read
from hardware.dice.tray import DiceEvent
from hardware.input.keys import DIGITS, PAD

STEPS = {"up": 1, "down": -1}
WAYS = {"left": -1, "right": 1}


class CorrectThrow(ConfirmScene, frozen=True):
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


SHOWN_SECONDS = 1.2
"""A throw that counts is shown for this long."""

NOT_READ = msg("Tray not in use: see settings")
HELPS: Mapping[ThrowSource, str] = {
    "tray": msg(
        "Lift the cup, throw, put the cup down. Or enter your throw with up and down, then"
        " press OK. Back: menu."
    ),
    "machine": msg(
        "Press OK and the machine throws. Or enter a throw with up and down, then press OK. Back:"
        " menu."
    ),
    "typed": msg("Throw your dice. Enter your throw with up and down, then press OK. Back: menu."),
}

TOWER_HELP = msg(
    "Take the sticks out, lay them on the flap, open it and close it. Or enter your throw with up"
    " and down, then press OK. Back: menu."
)

STAYS = ("away", "back", "knocked", "rolled on")
"""What dice may do while a throw is shown that counts."""

SET_STEPS = {"up": 1, "right": 1, "down": -1, "left": -1}
NUMBER = re.compile(r"\d+")
NO_SUCH_THROW = msg("No throw has {digits}")


class AwaitThrow(Scene, frozen=True):
    """The seat throws; the tray is watched, and arrows enter a throw by hand.

    A throw that was read in doubt counts when a person confirms it; sticks in a tower then show the
    faces that ``lie``. ``typed`` is the number of the throw that was entered, by arrows or by
    typing ``digits``.
    """

    help = HELPS["tray"]
    wary_of = ("ok", *SET_STEPS, *"0123456789")
    state: DiceState = "waiting"
    seen: Throw | None = None
    typed: int | None = None
    which: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    digits: str = ""
    lie: tuple[int, ...] = ()

    @classmethod
    def begin(cls, context: SceneContext) -> "AwaitThrow":
        """Begin to wait; nothing is entered yet."""
        if throw_source(context) != "tray":
            return cls()
        away = _away(context)
        if away:
            return cls("away", which=away)
        return cls("lifted" if context.is_cup_lifted else "waiting")

    def view(self, context: SceneContext) -> View:
        session, source = context.playing, throw_source(context)
        return ThrowView(
            layout(context),
            session.seat_to_act,
            session.state.pending,
            self.state,
            by_tray=source == "tray",
            has_dice=bool(session.game.dice),
            seen=self.seen,
            typed=None if self.typed is None else _throws(context)[self.typed],
            is_own=source == "typed",
            which=self.which,
            own=self.own,
            sticks=sticks_of(session.game.dice, self.lie) if _is_tower(context) else None,
        )

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        source = throw_source(context)
        helps = (each.help(context) for each in READ_ELSEWHERE) if source == "tray" else ()
        found = next(filter(None, helps), None)
        if found is not None:
            return (found,)
        ordinary = ordinary_dice(context.playing.game.dice) if source == "typed" else None
        own_help = TOWER_HELP if _is_tower(context) else HELPS[source]
        return Message.of(own_help), *(() if ordinary is None else (ordinary,))

    def typing(self, context: SceneContext) -> Collection[str]:
        # where the machine throws, the middle of a pad is OK
        return DIGITS if throw_source(context) == "machine" else (*DIGITS, *PAD)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in SET_STEPS:
            typed = self._typed_after(SET_STEPS[key], context)
            return (Show(replace(self, typed=typed, digits="")),)
        if key.isdigit():
            return self._type(key, context)
        if key == "back":
            return self._leave(context)
        return self._confirm(context) if key == "ok" else None

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        if throw_source(context) != "tray":
            return (Notify(Message.of(NOT_READ)),) if event.kind == "settled" else ()
        throw = context.playing.game.throw(event.faces) if event.faces else None
        own = () if event.own == event.faces else event.own
        shown = AwaitThrow("doubtful", throw, which=event.dice, own=own, lie=event.faces)
        if event.doubtful:
            return (Show(shown),)
        if event.kind == "settled":
            lie = () if event.own else event.faces
            return () if throw is None else count(throw, context, own=own, lie=lie)
        if event.kind == "rolled on":
            return super().dice(event, context)
        if event.kind == "back":
            return (Show(AwaitThrow.begin(context)),)
        if event.kind == "knocked" and self._doubtful is not None:
            return ()
        return (Show(replace(shown, state=event.kind)),)

    def noted(self, fact: Fact, context: SceneContext) -> Effects:
        is_idle = self.state in ("waiting", "away") and self.typed is None
        anew = AwaitThrow.begin(context)
        return (Show(anew),) if is_idle and anew != self else ()

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        is_waiting = self.state == "waiting"
        return context.sight.mismatch(context.playing) if is_waiting else None

    @property
    def _doubtful(self) -> Throw | None:
        return self.seen if self.state == "doubtful" else None

    def _confirm(self, context: SceneContext) -> Effects | None:
        """Let the throw count that was typed or read in doubt, or let the machine throw."""
        if self.typed is not None:
            return count(_throws(context)[self.typed], context)
        if self._doubtful is not None:
            lie = () if self.own else self.lie
            return count(self._doubtful, context, lie=lie)
        return (ThrowAtRandom(),) if throw_source(context) == "machine" else None

    def _type(self, digit: str, context: SceneContext) -> Effects:
        """Enter the throw that has the digits typed so far, or begin again with this one."""
        throws = _throws(context)
        for digits in (self.digits + digit, digit):
            fitting = [number for number, throw in enumerate(throws) if _has(throw, digits)]
            if fitting:
                typed = min(fitting, key=lambda number: len(throws[number].text))
                return (Show(replace(self, typed=typed, digits=digits)),)
        return (Notify(Message.of(NO_SUCH_THROW, digits=digit)),)

    def _leave(self, context: SceneContext) -> Effects:
        if self.typed is not None:
            return (Show(replace(self, typed=None, digits="")),)
        if self._doubtful is not None:
            return (Show(AwaitThrow()),)
        return (ShowMenu(),)

    def _typed_after(self, step: int, context: SceneContext) -> int:
        before_first = -1 if step > 0 else 0
        typed = before_first if self.typed is None else self.typed
        return (typed + step) % len(_throws(context))


class Thrown(Scene, frozen=True):
    """A throw has been counted; it is shown for a moment, then the game continues by itself."""

    help = msg("Your throw is accepted. OK: continue. Hold left: take it back.")
    seat: Seat
    throw: Throw
    deadline: float
    of_machine: bool = False
    own: tuple[int, ...] = ()

    def view(self, context: SceneContext) -> View:
        pending = context.playing.state.pending
        return ThrownView(
            layout(context), self.seat, self.throw, pending, self.of_machine, self.own
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return None if key in ("hint", "menu") else (Resume(),)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        if event.kind in STAYS:
            return super().dice(event, context)
        return (Resume(), HandleDice(event))


def count(
    throw: Throw,
    context: SceneContext,
    *,
    of_machine: bool = False,
    own: tuple[int, ...] = (),
    lie: tuple[int, ...] = (),
) -> Effects:
    """Let ``throw`` count, and show it; ``of_machine`` if the program made it for its seat.

    ``own`` are the faces that the dice show, where those count for others. The record keeps how the
    dice of a tray ``lie``, one after the other: that says more of them than the throw.
    """
    seat, until = context.playing.seat_to_act, context.now + SHOWN_SECONDS
    by = BY_PROGRAM if of_machine else {}
    record = {"do": str(throw), **by, **({DICE: spaced(lie)} if lie else {})}
    return (Apply(record), Show(Thrown(seat, throw, until, of_machine, own)))


class ThrowAtRandom(Struct, frozen=True):
    """Let the program throw: for people who ask for it, or for a seat ``of_machine``."""

    of_machine: bool = False

    def carry_out(self, table: TableParts) -> Effects:
        return count(table.game.random_throw(), table.context, of_machine=self.of_machine)


def _is_tower(context: SceneContext) -> bool:
    """Return whether the dice of this game are sticks that fall through a tower."""
    dice = context.playing.game.dice
    is_read = throw_source(context) == "tray" and can_read([die.faces for die in dice])
    return context.device.has_tower and is_read


def _away(context: SceneContext) -> tuple[int, ...]:
    """Return the places of the dice of this game that are out of reach."""
    needed = len(context.playing.game.dice)
    away = (place for each in READ_ELSEWHERE for place in each.away(context))
    return tuple(place for place in away if place < needed)


def _has(throw: Throw, digits: str) -> bool:
    """Return whether ``throw`` has ``digits``: one for each die, in any order, or a number so far.

    >>> [_has(Throw(text), "31") for text in ("1+3", "3+1", "1+1", "31")]
    [True, True, False, True]
    """
    numbers = NUMBER.findall(throw.text)
    if all(len(number) == 1 for number in numbers):
        return Counter(digits) <= Counter(numbers)
    return "".join(numbers).startswith(digits)


def _throws(context: SceneContext) -> tuple[Throw, ...]:
    return tuple(throw for throw, _ in context.playing.state.chance_outcomes())
