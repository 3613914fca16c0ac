"""The table: a state machine from keys, dice and time to views and records.

It reads no clock, no pin and no file. Whoever runs it hands in events with the time, writes down
:meth:`Table.records` before anything is shown, and draws :attr:`Table.frame`.
"""

import random
from collections.abc import Callable, Collection, Sequence

from firmware_host.screens.view import Frame
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.board_watch import Lookout
from firmware_host.table.device import UNKNOWN, Device
from firmware_host.table.ending import Farewell
from firmware_host.table.game_controller import Deeds
from firmware_host.table.idle import Presence
from firmware_host.table.machine_turns import Pondering
from firmware_host.table.notices import Notices
from firmware_host.table.preferences import AS_USUAL, Preferences
from firmware_host.table.scenes.attract import Attract
from firmware_host.table.scenes.base import Scene
from firmware_host.table.scenes.board_differs import Astray
from firmware_host.table.scenes.home import Home, Resume
from firmware_host.table.scenes.last_move import NO_MOVE_YET, LastMove
from firmware_host.table.scenes.menu import Menu
from firmware_host.table.scenes.next_scene import awaited
from firmware_host.table.scenes.notes import Note
from firmware_host.table.scenes.set_up_board import SetUp, groups
from firmware_host.table.scenes.staff import Staff
from firmware_host.table.staff_gesture import STAFF
from firmware_host.thinking.inline import Answer, Question
from firmware_host.timing import earliest, has_come
from games.equipment import Die
from games.message import Message, msg
from games.replay import Catalogue
from hardware.board import BoardEvent
from hardware.dice.tray import DiceEvent
from hardware.input.keys import KeyEvent
from hardware.link.hello import Field, Size

SURPRISE_SECONDS = 0.2
"""For so long a key is not heard after a scene has changed by itself: it was meant for the last."""

STUCK = msg("Key stuck: {key}")
HELP = msg("Help")
UNREADABLE = msg("The last game could not be read and was set aside.")

PRESSES = ("repeat", "press")


class Table(Deeds):
    """What goes on at the table, from the first screen on.

    Arguments: ``catalogue`` of games; ``rng`` for machine seats, throws without dice and drawn
    beginnings; ``reads`` tells whether the tray reads given dice; ``setup`` is the game that was
    asked for, None to choose one on the screen; ``records`` are those of the last session;
    ``preferences`` and ``device`` tell what it is played on.

    ``farewell`` is how people at the table have asked the program to end; None while they have not.
    ``is_cup_lifted`` tells that the tray has said so and nothing since.
    """

    farewell: Farewell | None = None
    is_cup_lifted = False

    def __init__(
        self,
        catalogue: Catalogue,
        rng: random.Random,
        reads: Callable[[tuple[Die, ...]], bool],
        setup: Setup | None = None,
        records: Sequence[JournalRecord] = (),
        preferences: Preferences = AS_USUAL,
        device: Device = UNKNOWN,
    ) -> None:
        super().__init__(catalogue, rng, reads, setup)
        self.preferences = self.lasting = preferences
        self.device = device
        self.scene: Scene = Home()
        self._presence = Presence(self)
        self.pondering = Pondering(self)
        self._lookout = Lookout(self)
        self._notices = Notices()
        self._deaf_until = 0.0
        self._open(records)

    def _open(self, records: Sequence[JournalRecord]) -> None:
        await_people = self.rest if self.device.is_kiosk else self.start_anew
        try:
            self.session = Session.resume(records, self.catalogue) if records else None
        except ValueError:
            await_people()
            self.explain(Message.of(HELP), Message.of(UNREADABLE))
            return
        if self.is_playing:
            self._lookout.begin()
            self.scene = Resume()
        else:
            await_people()

    @property
    def sight(self) -> ObservedBoard:
        """What is seen of the real board."""
        return self._lookout.sight

    @property
    def lit_fields(self) -> frozenset[Field]:
        """The fields of a sensing board, as (column, row), that matter now: to be lit."""
        return self._lookout.lit_fields

    @property
    def frame(self) -> Frame:
        """What the display shows now."""
        return Frame(self.scene.view(self), self._notices.shown)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do, in seconds; None while it waits for people."""
        parts = (self.scene, self._notices, self._lookout, self._presence, self.pondering)
        return earliest(part.deadline for part in parts)

    @property
    def question(self) -> Question | None:
        """What is to be thought about now; the answer is for :meth:`answer`."""
        return self.scene.question

    @property
    def is_hurried(self) -> bool:
        """Whether people want the answer at once."""
        return self.scene.is_hurried

    @property
    def has_machines(self) -> bool:
        """Whether a machine plays at a seat, so that there will be something to think about."""
        return self.session is not None and bool(self.session.seats.machines)

    def see(self, size: Size | None, occupied: Collection[Field], now: float) -> None:
        """A sensing board has come, or gone if ``size`` (columns, rows) is None, at ``now``.

        ``occupied`` are its fields with a piece on them. Lifts and puts on it are for
        :meth:`handle`.
        """
        self.now = now
        self._lookout.plug(size, occupied)

    def handle(self, event: KeyEvent | DiceEvent | BoardEvent, now: float) -> None:
        """Take one event at the time ``now`` in seconds."""
        self.now = now
        if self._presence.heed(event):
            return
        if isinstance(event, DiceEvent):
            self._dice(event)
        elif isinstance(event, BoardEvent):
            self._lookout.feel(event)
        else:
            self._key(event)

    def answer(self, answer: Answer, now: float) -> bool:
        """Take an ``answer`` at the time ``now`` in seconds; False if something else is asked."""
        self.now = now
        if answer.question != self.question:
            return False
        if self.pondering.is_waiting:
            self._deaf_until = now + SURPRISE_SECONDS
        self.pondering.told(answer)
        self.scene.heed(answer, self)
        self.pondering.tick()
        return True

    def _key(self, event: KeyEvent) -> None:
        if event == KeyEvent("left", "hold"):
            self.undo()
        elif event == KeyEvent("hint", "hold"):
            self.recall()
        elif event.kind == "stuck":
            self.tell(Message.of(STUCK, key=names.key(event.key)))
        elif event == KeyEvent(STAFF, "press"):
            self.show(Staff.over(self))
        elif event.kind in PRESSES:
            self._press(event.key)

    def tick(self, now: float) -> None:
        """Do what is due at the time ``now`` in seconds."""
        self.now = now
        self._notices.tick(now)
        is_due = has_come(self.scene.deadline, now)
        if is_due:
            self.scene.tick(self)
        if self._presence.tick() or self._lookout.tick(now) or is_due:
            self._deaf_until = now + SURPRISE_SECONDS
        self.pondering.tick()

    def _press(self, key: str) -> None:
        if self.now < self._deaf_until:
            return
        self._notices.clear()
        if self.scene.press(key, self):
            return
        if key == "menu" and self.in_game:
            self.show_menu()
        else:
            self.show_help()

    def _dice(self, event: DiceEvent) -> None:
        self.is_cup_lifted = event.kind == "lifted"
        if self.scene.is_overlay and event.kind == "lifted" and self.in_game:
            self.go_on()
        self.scene.dice(event, self)

    def show(self, scene: Scene) -> None:
        """Make ``scene`` the present one."""
        self.scene = scene
        self._presence.opened()
        self.pondering.opened()

    def uncover(self, scene: Scene) -> None:
        """Show ``scene`` again, which lay beneath others: the real board may have changed."""
        self.show(scene)
        scene.watch(self)

    def tell(self, notice: Message) -> None:
        """Lay ``notice`` over the last line for a while."""
        self._notices.tell(notice, self.now)

    def explain(self, title: Message, text: Message) -> None:
        """Show a text until a key is pressed."""
        self.show(Note(title, text, self.scene))

    def show_menu(self) -> None:
        """Show what can be done besides playing on."""
        self.show(Menu())

    def go_astray(self, trouble: Mismatch) -> None:
        """Show what is wrong on the real board."""
        self.show(Astray.of(trouble, self))

    def show_help(self) -> None:
        """Show what the keys do in the present scene."""
        self.explain(Message.of(HELP), Message.of(self.scene.helped(self)))

    def go_home(self) -> None:
        """Show the list of games."""
        self.in_game = False
        self.kept = self.device.kept()
        self.show(Home())

    def rest(self) -> None:
        """Nobody is there: keep the game, forget what people liked, and wait for the next."""
        self.archive("idle")
        self.preferences = self.lasting
        self.show(Attract.begin(self))

    def start_anew(self) -> None:
        """Begin the game that was asked for, or ask for one."""
        if self.asked_for is None:
            self.go_home()
        else:
            self.begin(self.asked_for)

    def begin(self, setup: Setup) -> None:
        """Begin a game; who begins is drawn now if the setup leaves it open."""
        self.lay(setup)
        self.is_cup_lifted = False  # another game's tray has said so
        self._lookout.begin()
        standing = groups(self.playing.state, self.playing.game.board)
        if standing:
            self.show(SetUp(standing))
        else:
            self.go_on()

    def recall(self) -> None:
        """Show the last move once more."""
        if not self.in_game or isinstance(self.scene, LastMove):
            return
        scene = LastMove.of(self.playing, self.scene)
        if scene is None:
            self.tell(Message.of(NO_MOVE_YET))
        else:
            self.show(scene)

    def go_on(self) -> None:
        """Show what the game awaits; a machine seat makes a move without a choice on the way."""
        self.in_game = True
        self.let_machines_play()
        self.show(awaited(self))
