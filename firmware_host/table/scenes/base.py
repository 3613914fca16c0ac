"""The base classes of scenes: one situation at the table, its view, and what keys and dice do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from firmware_host.screens.lists import ListView, Row, UseOfRow
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.sensing.touches import Touch
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import (
    Close,
    Effect,
    Effects,
    Notify,
    ReportMismatch,
    Resume,
    ShowMenu,
)
from firmware_host.thinking import inline as thinking
from games.message import Message, msg
from hardware.dice.tray import DiceEvent
from hardware.link.hello import Meaning

NOT_DUE = msg("It's not time to throw")
ROLLED_ON = msg("Die no. {number} rolled on: correct the throw")

MISPLACED_SECONDS = 0.4
"""A piece that slides over a point stays there for less; after this time it was put there."""
SETTLED_SECONDS = 0.7
"""When a sensing board has seen no change for this long, the hands have finished a step."""
DIFFERS_SECONDS = 3.0
"""The board may differ for this long: a piece was knocked over, or is being put back already."""


class Due(NamedTuple):
    """What to do at ``time`` (seconds) if the real board does not change before."""

    time: float
    act: Callable[[SceneContext], Effects]


class Stop(NamedTuple):
    """A place where the cursor of a scene can stand: the ``scene`` with the cursor there.

    ``key`` takes what is there. Where people cannot see what that does, ``says`` tells them.
    """

    scene: "Scene"
    key: str = "ok"
    says: str = ""


class Scene(ABC):
    """One situation at the table: an immutable value that returns what should follow.

    ``help`` says what the keys do; ``deadline`` is the time in seconds at which :meth:`tick` is
    called. ``is_overlay`` scenes lie over a game that continues beneath them. Those that
    ``times_out`` are left in a game when nobody presses a key for long, those that
    ``times_out_anywhere`` also between games, and those that ``follows_beneath`` also when the
    scene beneath them would be left. ``is_hasty`` scenes say at once that a piece was put wrong,
    ``is_unattended`` ones play by themselves to an empty room. Keys that a scene is ``wary_of`` do
    not count if they were pressed for the scene before. Keys of ``means_by_stop`` mean something
    else at each of the :meth:`stops`. ``question`` is for the machine to think
    about, quickly if it ``is_hurried``.
    """

    help: ClassVar[str]
    deadline: float | None = None
    question: thinking.Question | None = None
    is_hurried: bool = False
    is_overlay: ClassVar[bool] = False
    is_hasty: ClassVar[bool] = False
    times_out: ClassVar[bool] = False
    times_out_anywhere: ClassVar[bool] = False
    follows_beneath: ClassVar[bool] = False
    is_unattended: ClassVar[bool] = False
    wary_of: ClassVar[tuple[str, ...]] = ()
    means_by_stop: ClassVar[tuple[str, ...]] = ()

    def is_edited(self, context: SceneContext) -> bool:
        """Return whether people have entered something here that leaving the scene would lose."""
        return False

    @abstractmethod
    def view(self, context: SceneContext) -> View:
        """Return what a screen shows of this scene."""

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        """Return what the keys do now, and what else people may want to know."""
        return (Message.of(self.help),)

    @abstractmethod
    def press(self, key: str, context: SceneContext) -> Effects | None:
        """React to ``key``; None if it means nothing here, so that the help is shown."""

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        """Return where the cursor can stand, in reading order; nothing where there is none.

        People who play with one switch are led from stop to stop.
        """
        return ()

    def typing(self, context: SceneContext) -> Collection[str]:
        """Return which digits of keyboards and pads type here: what they type comes as a key."""
        return ()

    def give_up(self, context: SceneContext) -> Effects:
        """Leave the scene, as nobody has pressed a key for long."""
        return (Resume(),)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """React to the tray: unless a throw is awaited, only say so when one has been made."""
        if event.kind == "rolled on":
            return (Notify(Message.of(ROLLED_ON, number=event.dice[0] + 1)),)
        return (Notify(Message.of(NOT_DUE)),) if event.kind == "settled" else ()

    def dice_changed(self, context: SceneContext) -> Effects:
        """React to Bluetooth dice that have come, gone, or been found."""
        return ()

    def tick(self, context: SceneContext) -> Effects:
        """React to time, once ``deadline`` has come."""
        return (Resume(),)

    def answered(self, answer: thinking.Answer, context: SceneContext) -> Effects:
        """React to the ``answer`` to the ``question``."""
        return ()

    def before_touch(self, touch: Touch, context: SceneContext) -> Effects:
        """React to ``touch`` before it counts: the last moment to act on what was seen so far."""
        return ()

    def board_changed(self, context: SceneContext) -> Effects:
        """React to a real board that is seen to have changed."""
        return ()

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        """Return what is wrong on the real board as it is seen now; None if all is well."""
        return None

    def due(self, context: SceneContext) -> Due | None:
        """Return what the real board will lead to if it stays as it is seen now."""
        mismatch = self.mismatch(context)
        if mismatch is None:
            return None
        is_put = context.sight.last_touch in [Touch("put", point) for point in mismatch.surplus]
        wait = MISPLACED_SECONDS if self.is_hasty and is_put else DIFFERS_SECONDS
        return Due(context.sight.changed_at + wait, lambda _: (ReportMismatch(mismatch),))

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        """Return the points that matter now and why, for boards with a light at each."""
        return {}


@dataclass(frozen=True)
class Show(Effect):
    """Show ``scene`` instead of the present one."""

    scene: Scene


@dataclass(frozen=True)
class Cover(Effect):
    """Show ``scene`` over the present one, to which :class:`Close` returns."""

    scene: Scene


class Waiting(Scene):
    """A screen for an empty room: any touch only wakes it."""

    help = ""

    @abstractmethod
    def wake(self, context: SceneContext) -> Effects:
        """React to somebody who has come."""

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return self.wake(context)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        return ()


class OverAnything(Scene):
    """A scene that is left when nobody presses a key for long, also between games."""

    is_overlay = True
    times_out_anywhere = True

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


@dataclass(frozen=True)
class ListScene(Scene):
    """A list with a cursor that up and down move around.

    ``back`` says where :meth:`leave` leads, None if it leads nowhere.
    """

    back: ClassVar[str | None] = None
    cursor: int = 0

    @abstractmethod
    def title(self, context: SceneContext) -> Message:
        """Return the words above the list."""

    @abstractmethod
    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        """Return the lines of the list."""

    @abstractmethod
    def choose(self, context: SceneContext) -> Effects:
        """Do what the row under the cursor says."""

    def change(self, step: int, context: SceneContext) -> Effects | None:
        """Change the value of the row under the cursor by ``step``; None if it has none."""
        return None

    def leave(self, context: SceneContext) -> Effects | None:
        """Return to where the list was opened; None if there is no such place."""
        return None

    def use(self, context: SceneContext) -> UseOfRow:
        """Return what the keys do with the row under the cursor."""
        return "open"

    def view(self, context: SceneContext) -> ListView:
        back = None if self.back is None else Message.of(self.back)
        rows, use = self.rows(context), self.use(context)
        # rows may be gone since the cursor was put on the last one, as when a web server ends
        cursor = min(self.cursor, len(rows) - 1)
        return ListView(self.title(context), rows, cursor, use, back)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "up" | "down":
                return (Show(self.moved(-1 if key == "up" else 1, context)),)
            case "ok":
                return self.choose(context)
            case "left" | "right":
                return self.change(-1 if key == "left" else 1, context)
            case "back":
                return self.leave(context)
        return None

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        return tuple(
            Stop(replace(self, cursor=number)) for number in range(len(self.rows(context)))
        )

    def moved(self, step: int, context: SceneContext) -> Self:
        """Return the same list with the cursor ``step`` rows further down, around."""
        count = len(self.rows(context))
        return replace(self, cursor=(min(self.cursor, count - 1) + step) % count)


class ConfirmScene(Scene):
    """A screen on which OK says yes; back leads one step out: to the menu, if nothing is nearer."""

    @abstractmethod
    def confirm(self, context: SceneContext) -> Effects:
        """Do what OK says."""

    def leave(self, context: SceneContext) -> Effects:
        """Do what back says."""
        return (ShowMenu(),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return self.confirm(context)
            case "back":
                return self.leave(context)
        return None
