"""Scenes and effects: what is shown at a table, and what should happen next.

A scene sees the table through its :class:`~firmware_host.table.context.SceneContext` and returns
effects. An effect carries itself out on the :class:`TableParts`, and nothing else changes them.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Fact, Lasting, Registry
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.sensing.touches import Touch
from firmware_host.session.session import Session
from firmware_host.storage.history import SavedGame, with_newest
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Ending
from firmware_host.table.game_controller import GameController, MachineTurns
from firmware_host.table.idle import IdleClock, Notices
from firmware_host.thinking import inline as thinking
from games.equipment import Board
from games.message import Message, msg
from hardware.board import Meaning
from hardware.dice.tray import DiceEvent

NOT_DUE = msg("It's not time to throw")
ROLLED_ON = msg("Die no. {number} rolled on: correct the throw")

MISPLACED_SECONDS = 0.4
"""A piece that slides over a point stays there for less; after this time it was put there."""
SETTLED_SECONDS = 0.7
"""When a sensing board has seen no change for this long, the hands have finished a step."""
DIFFERS_SECONDS = 3.0
"""The board may differ for this long: a piece was knocked over, or is being put back already."""


class Effect(Protocol):
    """One thing that should happen at the table: a value that carries itself out."""

    def carry_out(self, table: "TableParts") -> "Effects":
        """Change ``table``; return the effects that follow from it."""


Effects = tuple[Effect, ...]

FileTask = Callable[[], Effects]
"""Reads or writes files, beside the loop and without the table; returns what follows there."""


class Due(NamedTuple):
    """What to do at ``time`` (seconds) if the real board does not change before."""

    time: float
    act: Callable[[SceneContext], Effects]


OFFER: Final = msg("Switch: {key}")
TAKE: Final = msg("Switch: take this")
"""What a stroke of a switch says that it does: it presses a key, or takes a stop in sight."""


class Stop(NamedTuple):
    """A place where the cursor of a scene can stand: the ``scene`` with the cursor there.

    ``key`` takes what is there. Where people cannot see what that does, ``says`` tells them.
    """

    scene: "Scene"
    key: str = "ok"
    says: str = ""


class Scene(Struct, frozen=True):
    """One situation at the table: an immutable value that returns what should follow.

    ``help`` says what the keys do; ``deadline`` is the time in seconds at which :meth:`tick` is
    called. ``is_overlay`` scenes lie over a game that continues beneath them. Those that
    ``times_out`` are left in a game when nobody presses a key for long, those that
    ``times_out_anywhere`` also between games, and those that ``follows_beneath`` also when the
    scene beneath them would be left. ``is_hasty`` scenes say at once that a piece was put wrong,
    ``is_unattended`` ones play by themselves to an empty room, and ``is_shut`` ones stay until the
    table is opened, whatever is asked from elsewhere. Keys that a scene is ``wary_of`` do
    not count if they were pressed for the scene before. Keys of ``means_by_stop`` mean something
    else at each of the :meth:`stops`. ``question`` is for the machine to think
    about, quickly if it ``is_hurried``.
    """

    help: ClassVar[str]
    is_overlay: ClassVar[bool] = False
    is_hasty: ClassVar[bool] = False
    times_out: ClassVar[bool] = False
    times_out_anywhere: ClassVar[bool] = False
    follows_beneath: ClassVar[bool] = False
    is_unattended: ClassVar[bool] = False
    is_shut: ClassVar[bool] = False
    wary_of: ClassVar[tuple[str, ...]] = ()
    means_by_stop: ClassVar[tuple[str, ...]] = ()

    @property
    def deadline(self) -> float | None:
        return None

    @property
    def question(self) -> thinking.Question | None:
        return None

    @property
    def is_hurried(self) -> bool:
        return False

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

    def prepare(self, context: SceneContext) -> Effects:
        """Have loaded what the next press is likely to need."""
        return ()

    def noted(self, fact: Fact, context: SceneContext) -> Effects:
        """React to a ``fact`` of the table that has changed."""
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


class Openings(Struct, frozen=True):
    """The scenes to which effects lead from anywhere: what shows each of them."""

    following: Callable[[SceneContext], Scene]
    """What the game on the table awaits now."""

    home: Callable[[SceneContext, str], Scene]
    """The list of games, with the cursor on the one of this name."""

    menu: Callable[[SceneContext, bool], Scene]
    """The menu of the game; true: something beneath it is being entered."""

    text: Callable[[Message, Message], Scene]
    """A title and a text to read."""

    waiting: Callable[[Message, Message], Scene]
    """A title, and what is being done with files."""

    differing: Callable[[Mismatch, Scene], Scene]
    """What is wrong on the real board, which a scene has found."""

    last_move: Callable[[Session], Scene | None]
    """The last move of a game; None if there was none."""

    staff: Callable[[], Scene]
    """The list that only the staff know."""


class EmptyRoom(NamedTuple):
    """What a public table shows when nobody is there, and the ``question`` before that."""

    scene: Callable[[SceneContext], Scene]
    question: Callable[[SceneContext], Scene]


EMPTY_ROOM = Registry[EmptyRoom]()
"""What features show of a public table that nobody uses; the first one counts."""


class TableParts:
    """What a table is composed of: effects change it, and scenes see its ``context``.

    ``game`` is what is done to the game, ``scenes`` are what is on the screen. ``ending`` is how
    people at the table have asked the program to end; None while they have not. ``openings`` has
    the scenes to which effects lead from anywhere.
    """

    def __init__(
        self,
        game: GameController,
        scenes: "SceneStack[Scene]",
        context: SceneContext,
        machine_turns: MachineTurns,
        openings: Openings,
    ) -> None:
        self.game, self.scenes, self.context = game, scenes, context
        self.machine_turns, self.openings = machine_turns, openings
        self.idle, self.notices = IdleClock(), Notices()
        self.ending: Ending | None = None
        self._file_tasks: list[FileTask] = []

    def run(self, effects: Effects) -> None:
        """Carry out ``effects``, one after the other."""
        for effect in effects:
            self.run(effect.carry_out(self))

    def show(self, scene: Scene) -> None:
        """Show ``scene`` instead of the present one; what lies beneath stays."""
        self.scenes.show(scene)
        self.opened()

    def note(self, fact: Fact) -> None:
        """Keep ``fact`` in the place of what was known before."""
        self.context = replace(self.context, facts=self.context.facts.with_fact(fact))

    def forget(self, *lasting: Lasting) -> None:
        """Forget the facts that count only so long."""
        self.context = replace(self.context, facts=self.context.facts.without(*lasting))

    def use_files(self, task: FileTask) -> None:
        """Have ``task`` done when all that has happened is saved; its effects come later."""
        self._file_tasks.append(task)

    def take_file_tasks(self) -> tuple[FileTask, ...]:
        """Return what is to be done with files since the last call, the first first."""
        tasks, self._file_tasks = tuple(self._file_tasks), []
        return tasks

    def read_history(self) -> None:
        """Read which games were played before; they come later."""
        self.use_files(ReadHistory(self.context.device.history))

    def hear_history(self, found: tuple[SavedGame, ...]) -> None:
        """Take the games that were ``found`` to have been played before."""
        self.context = replace(self.context, history=found)

    def hear_present(self, present: SavedGame | None) -> None:
        """Take the game that was last on the table as it is, before the card is read."""
        history = self.context.history
        if present is not None:
            history = with_newest(history, present)
        self.context = replace(self.context, present=present, history=history)

    def notify(self, notice: Message | None) -> None:
        """Lay ``notice`` over the last line for a while; None does nothing."""
        if notice is not None:
            self.notices.show(notice, self.context.now)

    def cover(self, scene: Scene) -> None:
        """Show ``scene`` over the present one."""
        self.scenes.cover(scene, self.context.sight.version)
        self.opened()

    def reset(self, scene: Scene) -> None:
        """Show ``scene`` with nothing beneath it."""
        self.scenes.reset(scene)
        self.opened()

    def opened(self) -> None:
        """Begin to wait for people, or for the machine, as the scene that is shown now does."""
        scene = self.scenes.shown
        self.idle.open(
            self.context.now,
            is_left_open=self.scenes.is_left_open(in_game=self.game.in_game),
            is_watched=self.context.is_public
            and any(EMPTY_ROOM)
            and not isinstance(scene, Waiting),
        )
        self.machine_turns.ask(scene.question, is_hurried=scene.is_hurried)

    def watch_board(self, board: Board | None) -> None:
        """Watch the real board for a game on ``board``; say so if it cannot be used."""
        self.context.sight.set_game_board(board, self.context.now)
        self.notify(self.context.sight.complaint)

    def end_interlude(self) -> None:
        """Return to the game that waited during an interlude, if there was one."""
        self.game.end_interlude()
        self.forget("interlude")

    def go_on(self) -> None:
        """Continue the game: show what it awaits now."""
        self.game.in_game = True
        self.forget("scene")
        self.game.play_forced_moves()
        self.reset(self.openings.following(self.context))


class Attendant(Protocol):
    """What a feature does at a table as time goes by, and writes at the foot of its display."""

    @property
    def deadline(self) -> float | None:
        """When :meth:`attend` has something to do, in seconds; None if never."""

    @property
    def strip(self) -> Message | None:
        """What has to be written on the display, where no notice lies; None if nothing."""

    def attend(self, now: float) -> None:
        """Do what is due at ``now`` (seconds), after each step of the table."""


ATTENDANTS = Registry[Callable[[TableParts], Attendant]]()
"""The attendants of features, each for one table."""


class Ponderer(Attendant, Protocol):
    """An attendant that has something to think about, as long as the scene has not."""

    @property
    def question(self) -> thinking.Question | None:
        """What is to be thought about; None if nothing."""

    def answered(self, answer: thinking.Answer) -> None:
        """Take the ``answer`` to the question."""


PONDERERS = Registry[Callable[[TableParts], Ponderer]]()
"""The attendants of features that think, each for one table."""


class Noter(Attendant, Protocol):
    """An attendant that notes something of the position in the records of the game."""

    def noted(self) -> JournalRecord:
        """Return what is noted in the next record, under names that begin with ``note.``."""


NOTERS = Registry[Callable[[TableParts], Noter]]()
"""The attendants of features that note something, each for one table."""

AFTER_FACTS = Registry[Callable[[Fact, Fact, TableParts], None]]()
"""Who hears of each fact that the table is told: as it was, and as it is now."""


class Waiting(Scene, frozen=True):
    """A screen for an empty room: any touch only wakes it."""

    help = ""

    @abstractmethod
    def wake(self, context: SceneContext) -> Effects:
        """React to somebody who has come."""

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return self.wake(context)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        return ()


class Show(Struct, frozen=True):
    """Show ``scene`` instead of the present one."""

    scene: Scene

    def carry_out(self, table: TableParts) -> Effects:
        table.show(self.scene)
        return ()


class Prepare(Struct, frozen=True):
    """Have ready what a press on the scene that is shown is likely to need."""

    def carry_out(self, table: TableParts) -> Effects:
        return table.scenes.shown.prepare(table.context)


class Cover(Struct, frozen=True):
    """Show ``scene`` over the present one, to which :class:`Close` returns."""

    scene: Scene

    def carry_out(self, table: TableParts) -> Effects:
        table.cover(self.scene)
        return ()


class Close(Struct, frozen=True):
    """Return to the scene beneath, which reacts if the real board has changed meanwhile."""

    def carry_out(self, table: TableParts) -> Effects:
        has_changed = table.scenes.close(table.context.sight.version)
        table.opened()
        return table.scenes.shown.board_changed(table.context) if has_changed else ()


class Resume(Struct, frozen=True):
    """Continue the game: show what it awaits now."""

    def carry_out(self, table: TableParts) -> Effects:
        table.go_on()
        return ()


class Notify(Struct, frozen=True):
    """Lay ``notice`` over the last line for a while."""

    notice: Message

    def carry_out(self, table: TableParts) -> Effects:
        table.notify(self.notice)
        return ()


class ReportMismatch(Struct, frozen=True):
    """Show what is wrong on the real board."""

    mismatch: Mismatch

    def carry_out(self, table: TableParts) -> Effects:
        table.cover(table.openings.differing(self.mismatch, table.scenes.shown))
        return ()


class ReadHistory(Struct, frozen=True):
    """Reads which games were played before; ``find`` finds them."""

    find: Callable[[], tuple[SavedGame, ...]]

    def __call__(self) -> Effects:
        return (KnowHistory(self.find()),)


class KnowHistory(Struct, frozen=True):
    """Take the ``games`` that were found to have been played before."""

    games: tuple[SavedGame, ...]

    def carry_out(self, table: TableParts) -> Effects:
        table.hear_history(self.games)
        return ()


class Tell(Struct, frozen=True):
    """Keep ``fact``, and let features and the scene that is shown react to it."""

    fact: Fact

    def carry_out(self, table: TableParts) -> Effects:
        before = table.context.fact(type(self.fact))
        table.note(self.fact)
        for hear in AFTER_FACTS:
            hear(before, self.fact, table)
        return table.scenes.shown.noted(self.fact, table.context)


class UseFiles(Struct, frozen=True):
    """Have ``task`` done beside the loop, while people go on."""

    task: FileTask

    def carry_out(self, table: TableParts) -> Effects:
        table.use_files(self.task)
        return ()


class AwaitFiles(Struct, frozen=True):
    """Have ``task`` done beside the loop; until then ``title`` and ``text`` say what is done.

    What follows from it happens only if people have waited.
    """

    title: Message
    text: Message
    task: FileTask

    def carry_out(self, table: TableParts) -> Effects:
        shown = table.openings.waiting(self.title, self.text)
        table.use_files(lambda: (GoOnAfter(shown, self.task()),))
        return (Cover(shown),)


class GoOnAfter(Struct, frozen=True):
    """Let ``effects`` follow on the scene ``awaited``, which was shown while files were used."""

    awaited: Scene
    effects: Effects

    def carry_out(self, table: TableParts) -> Effects:
        if table.scenes.shown is self.awaited:
            return (Close(), *self.effects)
        table.scenes.remove(self.awaited)
        return ()


class _Closable(Protocol):
    """What tells whether a scene is left when nobody presses a key for long."""

    times_out: ClassVar[bool]
    times_out_anywhere: ClassVar[bool]
    follows_beneath: ClassVar[bool]


S = TypeVar("S", bound=_Closable)


class _Covered(NamedTuple, Generic[S]):
    scene: S
    board_version: int


class SceneStack(Generic[S]):
    """The scene that is shown, over those that it covers.

    >>> from firmware_host.table.scenes.game_setup import Home, ResumeGame
    >>> stack = SceneStack(Home())
    >>> stack.cover(ResumeGame(), board_version=0)
    >>> stack.close(board_version=0)
    False
    >>> stack.shown
    Home(cursor=0)
    """

    def __init__(self, scene: S) -> None:
        self.shown = scene
        self._covered: list[_Covered[S]] = []

    def show(self, scene: S) -> None:
        """Show ``scene`` instead of the one that is shown; what lies beneath stays."""
        self.shown = scene

    def reset(self, scene: S) -> None:
        """Show ``scene`` with nothing beneath it."""
        self.shown = scene
        self._covered.clear()

    def cover(self, scene: S, board_version: int) -> None:
        """Show ``scene`` over the present one, which ``board_version`` of the board was seen by."""
        self._covered.append(_Covered(self.shown, board_version))
        self.shown = scene

    def close(self, board_version: int) -> bool:
        """Return to the scene beneath; True if the board has changed since it was covered."""
        covered = self._covered.pop()
        self.shown = covered.scene
        return covered.board_version != board_version

    def remove(self, scene: S) -> None:
        """Take ``scene`` from beneath the one that is shown, if it lies there."""
        self._covered = [covered for covered in self._covered if covered.scene is not scene]

    @property
    def all(self) -> tuple[S, ...]:
        """The shown scene and those beneath it, from the top."""
        return (self.shown, *(covered.scene for covered in reversed(self._covered)))

    def is_left_open(self, *, in_game: bool) -> bool:
        """Return whether the shown scene is left when nobody presses a key for long."""
        for scene in self.all:
            if scene.times_out_anywhere or (scene.times_out and in_game):
                return True
            if not scene.follows_beneath:
                break
        return False
