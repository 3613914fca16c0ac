"""The table: a state machine from keys, dice and time to views and records.

It reads no clock, no pin and no file. The loop hands in events with the time, saves
:meth:`Table.take_records` before anything is shown, and draws :attr:`Table.frame`. It is composed
of the :class:`~firmware_host.table.scene.TableParts`, which effects change, and of the services
that watch the real board, stray presses and switches.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from firmware_host.base.registry import NOTHING_KNOWN, Fact, KnownFacts, Registry
from firmware_host.base.timing import earliest, has_come
from firmware_host.remote.requests import (
    Fulfilled,
    Outcome,
    PressKey,
    RemoteRequest,
    RequestRefused,
)
from firmware_host.remote.wire import TableControls
from firmware_host.screens.view import Frame
from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session import names
from firmware_host.session.seats import ADAPTIVE
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table import keys
from firmware_host.table.context import SceneContext, called_seats
from firmware_host.table.device import AS_USUAL, UNKNOWN, Device, Ending, Preferences, ThrowSources
from firmware_host.table.effects import (
    HELP,
    BeginAskedGame,
    EndVisit,
    Explain,
    ShowHelp,
    ShowMenu,
)
from firmware_host.table.game_controller import GameController, MachineTurns
from firmware_host.table.idle import STAFF
from firmware_host.table.keys import StrayPresses
from firmware_host.table.remote_effects import effects_of
from firmware_host.table.scene import (
    ATTENDANTS,
    EMPTY_ROOM,
    NOTERS,
    PONDERERS,
    Attendant,
    Cover,
    Due,
    Effect,
    Effects,
    FileTask,
    Notify,
    Resume,
    Scene,
    SceneStack,
    Show,
    TableParts,
    Tell,
    Waiting,
)
from firmware_host.table.scenes import OPENINGS
from firmware_host.table.scenes.base import ConfirmScene
from firmware_host.table.scenes.game_setup import Home, ResumeGame
from firmware_host.table.scenes.settings import SharedControls
from firmware_host.thinking.inline import Answer, Question
from games.core import Catalogue
from games.equipment import Die
from games.message import Message, msg
from hardware.board import BoardEvent, Field, Meaning, Size
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent

SHARING = Registry[Callable[[Scene, SceneContext], Fact]]()
"""What features let the web server of a table know: one of their facts as it is now."""

TIMERS = Registry[Callable[[SceneContext], Message | None]]()
"""What features say of the time that the seat to act has left, in few letters; the first counts."""


class BoardWatch:
    """What follows in a scene from what a sensing board sees (``sight``)."""

    def __init__(self, sight: ObservedBoard) -> None:
        self._sight = sight
        self._due: Due | None = None
        self._due_of: tuple[Scene, int] | None = None

    def due(self, scene: Scene, context: SceneContext) -> Due | None:
        """Return what the board leads to in ``scene``; asked again only when one changes."""
        version = self._sight.version
        if self._due_of is None or self._due_of[0] is not scene or self._due_of[1] != version:
            self._due = scene.due(context) if self._sight.is_working else None
            self._due_of = (scene, version)
        return self._due

    def lit_fields(self, scene: Scene, context: SceneContext) -> dict[Field, Meaning]:
        """Return the fields under the middles of the points that matter in ``scene``, and why.

        They are the same with and without a sensing board, unless that is too small.
        """
        fields = self._sight.lit
        points = scene.lit_points(context) if fields else {}
        seen = self._sight.sensed if self._sight.is_working else fields and fields.points
        return {
            fields.middle(point): meaning
            for point, meaning in points.items()
            if fields and seen and point in seen
        }


NO_KEY = msg("The table has no such key.")
STUCK = msg("Key stuck: {key}")
KEEP_HOLDING = msg("Keep holding both keys")
QUICK_LOOK = msg("The machine only took a quick look")
UNREADABLE = msg("The last game could not be read and was set aside.")

PRESSES = ("repeat", "press")


class Table:
    """What happens at the table, from the first screen on.

    Arguments: ``catalogue`` of games; ``rng`` for machine seats, throws without dice and drawn
    beginnings; ``reads`` returns whether the tray reads given dice; ``setup`` is the game that was
    asked for, None to choose one on the screen; ``records`` are those of the last session;
    ``preferences`` and ``device`` say what it is played on, and ``facts`` what features know of it.

    ``game`` is what is done to the game, ``scenes`` are what is on the screen.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rng: random.Random,
        reads: Callable[[tuple[Die, ...]], bool],
        setup: Setup | None = None,
        records: Sequence[JournalRecord] = (),
        preferences: Preferences = AS_USUAL,
        device: Device = UNKNOWN,
        facts: KnownFacts = NOTHING_KNOWN,
    ) -> None:
        self.game = GameController(catalogue, rng, setup, self._game_changed, self._notes)
        self._machine_turns = MachineTurns(rng)
        context = SceneContext(
            self.game,
            self._machine_turns,
            ObservedBoard(),
            device,
            ThrowSources(reads),
            preferences,
            lasting=preferences,
            facts=facts,
        )
        self.scenes: SceneStack[Scene] = SceneStack(Home())
        self.parts = TableParts(self.game, self.scenes, context, self._machine_turns, OPENINGS)
        self._idle, self._notices = self.parts.idle, self.parts.notices
        self._board_watch = BoardWatch(context.sight)
        self._controls = SharedControls(tuple(keys.titles().items()))
        self._stray_presses = StrayPresses()
        self._aids = tuple(begin(self.parts) for begin in keys.AIDS)
        others = (begin(self.parts) for begin in ATTENDANTS)
        self._ponderers = tuple(begin(self.parts) for begin in PONDERERS)
        self._noters = tuple(begin(self.parts) for begin in NOTERS)
        self._attendants: tuple[Attendant, ...] = (
            *(*self._aids, *others, *self._ponderers, *self._noters),
        )
        self._open(records)

    @property
    def context(self) -> SceneContext:
        """What is true of the table now, as its scenes see it."""
        return self.parts.context

    def _open(self, records: Sequence[JournalRecord]) -> None:
        asked = self.game.asked_for
        if asked is not None and ADAPTIVE in asked.players:
            self.parts.hear_history(self.context.device.history())  # nobody waits yet
        await_people = EndVisit() if self.context.is_public else BeginAskedGame()
        try:
            self.game.resume(records)
        except ValueError:
            self.run(await_people, Explain(Message.of(HELP), Message.of(UNREADABLE)))
            return
        if self.game.is_playing:
            self.parts.watch_board(self.game.playing.game.board)
            self.run(Show(ResumeGame()))
        else:
            self.run(await_people)

    @property
    def scene(self) -> Scene:
        """The scene that is shown."""
        return self.scenes.shown

    @property
    def frame(self) -> Frame:
        """What the display shows now."""
        strip = next(filter(None, (each.strip for each in self._attendants)), None)
        timer = next(filter(None, (each(self.context) for each in TIMERS)), None)
        called = called_seats(self.context)
        points = names.score(self.game.playing.state) if self.game.in_game else ()
        view = self.scene.view(self.context)
        return Frame(view, self._notices.shown, strip, timer, called, points)

    @property
    def stroke(self) -> Message | None:
        """What a stroke of a switch does now; None at a table that is played with keys."""
        return next(filter(None, (aid.words for aid in self._aids)), None)

    @property
    def takes_strokes(self) -> bool:
        """Whether people play with switches."""
        return any(aid.is_on for aid in self._aids)

    @property
    def going_on(self) -> str:
        """The switch that only goes on to what can be done next; empty if none does."""
        return next(filter(None, (aid.going_on for aid in self._aids)), "")

    @property
    def patience(self) -> tuple[float, float]:
        """For how many seconds a switch has to be closed, and open again, until it counts."""
        closed, opened = zip((0.0, 0.0), *(aid.patience for aid in self._aids), strict=True)
        return max(closed), max(opened)

    @property
    def ending(self) -> Ending | None:
        """How people at the table have asked the program to end; None while they have not."""
        return self.parts.ending

    @property
    def lit_fields(self) -> Mapping[Field, Meaning]:
        """The fields of the board, as (column, row), that matter now, and why: to be lit.

        Empty where there are no lights, and when nobody has touched anything for a while.
        """
        if self._idle.is_at_rest or not self.context.device.has_lights:
            return {}
        return self._board_watch.lit_fields(self.scene, self.context)

    @property
    def shared(self) -> KnownFacts:
        """What features let a web server know now."""
        facts = (share(self.scene, self.context) for share in SHARING)
        return KnownFacts({type(fact): fact for fact in facts})

    @property
    def controls(self) -> TableControls:
        """What the staff can set and press from elsewhere now."""
        return self._controls.of(self.context)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do, in seconds; None while it waits for people."""
        due = self._board_watch.due(self.scene, self.context)
        rests_at = self._idle.rests_at if self.lit_fields else None
        own = (None if due is None else due.time, rests_at)
        parts = (self.scene, self._notices, self._idle, self._machine_turns)
        attended = (each.deadline for each in self._attendants)
        return earliest((*own, *attended, *(part.deadline for part in parts)))

    @property
    def question(self) -> Question | None:
        """What the machine is to think about now; the answer is for :meth:`answer`."""
        others = (each.question for each in self._ponderers)
        return self.scene.question or next(filter(None, others), None)

    @property
    def is_hurried(self) -> bool:
        """True when people want the answer at once."""
        return self.scene.is_hurried

    @property
    def has_machines(self) -> bool:
        """True when a machine plays at a seat, so that there will be something to think about."""
        session = self.game.session
        return session is not None and bool(session.seats.machines)

    def take_records(self) -> tuple[JournalRecord, ...]:
        """Return what must be saved before the present frame is shown."""
        return self.game.take_records()

    def plug_board(self, size: Size | None, occupied: Collection[Field], now: float) -> None:
        """Take a sensing board that has come, or gone if ``size`` (columns, rows) is None.

        ``occupied`` are its fields with a piece on them, at the time ``now`` in seconds. Lifts and
        puts on it are for :meth:`handle`.
        """
        self.advance(now)
        self.context.sight.connect(size, occupied, now)
        self.parts.notify(self.context.sight.complaint)
        self.run(*self.scene.board_changed(self.context))

    def learn(self, fact: Fact, now: float) -> None:
        """Take a ``fact`` that is true from ``now`` (seconds) on."""
        self.advance(now)
        self.run(Tell(fact))

    def handle(self, event: KeyEvent | DiceEvent | BoardEvent, now: float) -> None:
        """Take one event at the time ``now`` in seconds."""
        self.advance(now)
        if isinstance(event, KeyEvent):
            meant = keys.meant(event, self._typing)
            is_held_steady = event.kind == "repeat" and self.context.preferences.steady != "0"
            if meant is None or is_held_steady:
                return
            event = meant
            if self._stroke(event, now):
                return
            event = keys.without_aid(event)
        has_woken = self._idle.touch(event, now) and isinstance(self.scene, Waiting)
        if isinstance(self.scene, Waiting) and has_woken:
            self.run(*self.scene.wake(self.context))
        if isinstance(event, DiceEvent):
            self._handle_dice(event)
        elif isinstance(event, BoardEvent):
            self._handle_board(event)
        elif (
            not self._idle.swallows(event, has_woken=has_woken)
            or event in keys.effects_everywhere()
        ):
            self._handle_key(event)

    def fulfil(self, request: RemoteRequest, now: float) -> Outcome:
        """Do what is asked from elsewhere at the time ``now`` (seconds), if it still fits.

        Return what has become of it: nothing has changed if it is refused.
        """
        if isinstance(request, PressKey):
            if request.key not in keys.titles():
                return RequestRefused(Message.of(NO_KEY))
            self.handle(KeyEvent(request.key, "hold" if request.is_held else "press"), now)
            return Fulfilled()
        self.advance(now)
        scene = self.scene
        effects = effects_of(request, scene, self.context)
        if isinstance(effects, RequestRefused):
            return effects
        self.run(*effects)
        self._beware_of_a_press_for(scene)
        return Fulfilled(has_changed=bool(effects))

    def _beware_of_a_press_for(self, scene: Scene) -> None:
        """Let no key answer a question just yet that nobody here has called for in ``scene``."""
        if self.scene is not scene and isinstance(self.scene, ConfirmScene):
            self._stray_presses.surprise(self.context.now)

    def take_file_tasks(self) -> tuple[FileTask, ...]:
        """Return what is to be done with files, once all records are saved; then :meth:`hear`."""
        return self.parts.take_file_tasks()

    def hear(self, effects: Effects, now: float) -> None:
        """Let ``effects`` follow at ``now`` (seconds) from something that was done with files."""
        self.advance(now)
        scene = self.scene
        self.run(*effects)
        self._beware_of_a_press_for(scene)
        self._attend(now)

    def use_files_at_once(self) -> None:
        """Do what is to be done with files while everything waits, as before the loop begins."""
        while tasks := self.take_file_tasks():
            for task in tasks:
                self.run(*task())

    def answer(self, answer: Answer, now: float) -> bool:
        """Take an ``answer`` at the time ``now`` in seconds; False if something else is asked."""
        self.advance(now)
        if answer.question != self.question:
            return False
        if self.scene.question is None:
            asking = next(each for each in self._ponderers if each.question is not None)
            asking.answered(answer)
        else:
            self._take(answer, now)
        self._attend(now)
        return True

    def _take(self, answer: Answer, now: float) -> None:
        """Let the scene that is shown take the ``answer`` to its question."""
        if self._machine_turns.has_waited(now):
            self._stray_presses.surprise(now)
        self._machine_turns.remember(answer)
        self.run(*self.scene.answered(answer, self.context))
        if answer.is_quick:
            self.parts.notify(Message.of(QUICK_LOOK))
        self._answer_what_is_due()

    def tick(self, now: float) -> None:
        """Do what is due at the time ``now`` in seconds."""
        self.advance(now)
        self._notices.tick(now)
        self._idle.start(now)
        self._idle.rest(now)
        is_due = has_come(self.scene.deadline, now)
        if is_due:
            self.run(*self.scene.tick(self.context))
        if self._attend_to_idle_people() or self._attend_to_board() or is_due:
            self._stray_presses.surprise(now)
        self._answer_what_is_due()
        self._attend(now)

    def _attend(self, now: float) -> None:
        for each in self._attendants:
            each.attend(now)

    def run(self, *effects: Effect) -> None:
        """Carry out ``effects``, as if the scene had returned them."""
        self.parts.run(effects)

    def notify(self, notice: Message, now: float) -> None:
        """Lay ``notice`` over the last line for a while from ``now`` (seconds) on."""
        self.advance(now)
        self.parts.notify(notice)

    def advance(self, now: float) -> None:
        """Let it be ``now`` (seconds)."""
        self.parts.context = replace(self.context, now=now)

    def _handle_key(self, event: KeyEvent) -> None:
        effect = keys.effects_everywhere().get(event) or keys.hold_effects().get(event)
        if effect is not None:
            self.run(effect)
        elif event.kind == "stuck":
            self.run(Notify(Message.of(STUCK, key=keys.title(event.key))))
        elif event.key == STAFF:
            self._hear_staff(event)
        elif event.kind in PRESSES and not self._is_stray(event):
            self._press(event.key)

    @property
    def _typing(self) -> Collection[str]:
        """The digits that type now; with switches, those of a pad stay what they are."""
        return () if self.takes_strokes else self.scene.typing(self.context)

    def _stroke(self, event: KeyEvent, now: float) -> bool:
        """Let an aid take ``event`` if it is a stroke; return whether one has."""
        aid = next((each for each in self._aids if each.takes(event)), None)
        if aid is None:
            return False
        self._idle.touch(event, now)
        key = aid.stroke(event, now)
        if key is not None:
            self._handle_key(KeyEvent(key, "press"))
        aid.attend(now)
        return True

    def _is_stray(self, event: KeyEvent) -> bool:
        return self._stray_presses.catch(event, self.scene, self.context.now)

    def _press(self, key: str) -> None:
        self._notices.clear()
        effects = self.scene.press(key, self.context)
        if effects is None:
            effect = keys.press_effects().get(key, ShowHelp())
            needs_game = isinstance(effect, ShowMenu) and not self.game.in_game
            effects = (ShowHelp() if needs_game else effect,)
        self.run(*effects)

    def _handle_dice(self, event: DiceEvent) -> None:
        is_lifted = event.kind == "lifted"
        self.parts.context = replace(self.context, is_cup_lifted=is_lifted)
        if self.scene.is_overlay and event.kind == "lifted" and self.game.in_game:
            self.run(Resume())
        self.run(*self.scene.dice(event, self.context))
        if event.doubtful:
            self._stray_presses.surprise(self.context.now)

    def _handle_board(self, event: BoardEvent) -> None:
        """Let the scene react to a lift or put, just before it counts and just after."""
        sight = self.context.sight
        touch = sight.read(event)
        if touch is not None:
            self.run(*self.scene.before_touch(touch, self.context))
            session = self.game.session
            sight.update(touch, session.standing() if session else (), self.context.now)
            self.run(*self.scene.board_changed(self.context))

    def _hear_staff(self, event: KeyEvent) -> None:
        """Say that the staff gesture is heard, until it is given up or opens the staff menu."""
        if event.kind == "joined":
            self._notices.show(Message.of(KEEP_HOLDING), self.context.now, keys.STAFF_SECONDS)
            return
        self._notices.clear()
        if event.kind == "press":
            self._open_staff_menu()

    def _open_staff_menu(self) -> None:
        self.parts.read_history()
        is_asking = isinstance(self.scene, Waiting) and self.scene.is_overlay
        staff = self.parts.openings.staff()
        self.run(Show(staff) if is_asking else Cover(staff))

    def _attend_to_board(self) -> bool:
        """Do what the real board leads to, if that is due; return whether it was."""
        due = self._board_watch.due(self.scene, self.context)
        if due is None or self.context.now < due.time:
            return False
        self.run(*due.act(self.context))
        return True

    def _attend_to_idle_people(self) -> bool:
        """Leave what is left open, or ask whether anybody is there; return whether it was due."""
        now = self.context.now
        if has_come(self._idle.closes_at, now):
            self.run(*self.scene.give_up(self.context))
        elif has_come(self._idle.asks_at, now):
            room = next(iter(EMPTY_ROOM), None)
            self.run(*(() if room is None else (Cover(room.question(self.context)),)))
        else:
            return False
        return True

    def _answer_what_is_due(self) -> None:
        answer = self._machine_turns.due_answer(self.context.now)
        if answer is not None:
            self.answer(answer, self.context.now)

    def _notes(self) -> JournalRecord:
        """Return what features note in the next record of the game."""
        return {name: value for each in self._noters for name, value in each.noted().items()}

    def _game_changed(self) -> None:
        self.context.sight.reset(self.game.playing.standing(), self.context.now)
