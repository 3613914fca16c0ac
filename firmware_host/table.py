"""The table: a state machine from keys, dice and time to views and records.

It reads no clock, no pin and no file. Whoever runs it hands in events with the time, writes down
:meth:`Table.records` before anything is shown, and draws :attr:`Table.frame`.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from firmware_host import names
from firmware_host.chooser import Chooser
from firmware_host.records import Record
from firmware_host.scenes.base import Scene
from firmware_host.scenes.home import Home, Resume
from firmware_host.scenes.play import Choose, Guide, Menu, Note, Over, Pass
from firmware_host.scenes.setup import SetUp, groups
from firmware_host.scenes.throw import AwaitThrow
from firmware_host.session import Catalogue, Session, Setup
from firmware_host.views import Frame, Label, Layout
from games.core import PASS, Action, Die, Seat, Throw, msg, random_action
from hardware.dice import DiceEvent
from hardware.keys import KeyEvent

NOTICE_SECONDS = 2.5
SURPRISE_SECONDS = 0.2
"""For so long a key is not heard after a scene has changed by itself: it was meant for the last."""

STUCK = msg("Key stuck: {key}")
NOTHING_TO_UNDO = msg("Nothing to take back")
TAKEN_BACK = msg("Taken back: {what}")
HELP = msg("Help")
UNREADABLE = msg("The last game could not be read and was set aside.")

PRESSES = ("repeat", "press")


class Table:
    """What goes on at the table, from the first screen on.

    Arguments: ``catalogue`` of games; ``rng`` for machine seats, throws without dice and drawn
    beginnings; ``reads`` tells whether the tray reads given dice; ``setup`` is the game that was
    asked for, None to choose one on the screen; ``records`` are those of the last session.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rng: random.Random,
        reads: Callable[[tuple[Die, ...]], bool],
        setup: Setup | None = None,
        records: Sequence[Record] = (),
    ) -> None:
        self.catalogue = catalogue
        self.now = 0.0
        self.session: Session | None = None
        self.scene: Scene = Home()
        self._rng = rng
        self._reads = reads
        self._asked_for = setup
        self._notice: Label | None = None
        self._notice_until = 0.0
        self._deaf_until = 0.0
        self._records: list[Record] = []
        self._open(records)

    def _open(self, records: Sequence[Record]) -> None:
        try:
            self.session = Session.resume(records, self.catalogue) if records else None
        except ValueError:
            self.start_anew()
            self.explain(Label.of(HELP), Label.of(UNREADABLE))
            return
        if self.is_playing:
            self.scene = Resume()
        else:
            self.start_anew()

    # What scenes and screens ask

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
        return bool(self.playing.game.dice) and self._reads(self.playing.game.dice)

    def layout(self) -> Layout:
        """The board as it lies before the people."""
        session = self.playing
        return Layout(session.game.board, session.game.seats, session.standing())

    def draft(self, name: str) -> Setup:
        """How the game ``name`` is set up at first: as asked for, or as last time."""
        known = (self._asked_for, self.session.setup if self.session else None)
        return next((setup for setup in known if setup and setup.game == name), Setup(name))

    @property
    def frame(self) -> Frame:
        """What the display shows now."""
        return Frame(self.scene.view(self), self._notice)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do, in seconds; None while it waits for people."""
        times = [self.scene.deadline, self._notice_until if self._notice else None]
        return min((time for time in times if time is not None), default=None)

    def records(self) -> tuple[Record, ...]:
        """Hand over what must be written down before the present frame is shown."""
        records, self._records = tuple(self._records), []
        return records

    # What happens at the table

    def handle(self, event: KeyEvent | DiceEvent, now: float) -> None:
        """Take one event at the time ``now`` in seconds."""
        self.now = now
        if isinstance(event, DiceEvent):
            self._dice(event)
        elif event == KeyEvent("left", "hold"):
            self.undo()
        elif event.kind == "stuck":
            self.tell(Label.of(STUCK, key=names.key(event.key)))
        elif event.kind in PRESSES:
            self._press(event.key)

    def tick(self, now: float) -> None:
        """Do what is due at the time ``now`` in seconds."""
        self.now = now
        if self._notice and now >= self._notice_until:
            self._notice = None
        if self.scene.deadline is not None and now >= self.scene.deadline:
            self.scene.tick(self)
            self._deaf_until = now + SURPRISE_SECONDS

    def _press(self, key: str) -> None:
        if self.now < self._deaf_until:
            return
        self._notice = None
        if self.scene.press(key, self):
            return
        if key == "menu" and self._in_game:
            self.show(Menu())
        else:
            self.show_help()

    def _dice(self, event: DiceEvent) -> None:
        if self.scene.is_overlay and event.kind == "lifted" and self._in_game:
            self.go_on()
        self.scene.dice(event, self)

    @property
    def _in_game(self) -> bool:
        return self.session is not None and not isinstance(self.scene, Home | Resume)

    # What scenes let happen

    def show(self, scene: Scene) -> None:
        """Make ``scene`` the present one."""
        self.scene = scene

    def tell(self, notice: Label) -> None:
        """Lay ``notice`` over the last line for a while."""
        self._notice, self._notice_until = notice, self.now + NOTICE_SECONDS

    def explain(self, title: Label, text: Label) -> None:
        """Show a text until a key is pressed."""
        self.show(Note(title, text, self.scene))

    def show_help(self) -> None:
        """Show what the keys do in the present scene."""
        self.explain(Label.of(HELP), Label.of(self.scene.help))

    def go_home(self) -> None:
        """Show the list of games."""
        self.show(Home())

    def start_anew(self) -> None:
        """Begin the game that was asked for, or ask for one."""
        if self._asked_for is None:
            self.go_home()
        else:
            self.begin(self._asked_for)

    def begin(self, setup: Setup) -> None:
        """Begin a game; who begins is drawn now if the setup leaves it open."""
        game = self.catalogue.load(setup.game, **setup.options)
        if setup.first is None:
            setup = replace(setup, first=self._rng.randrange(len(game.seats)))
        self.session = Session(game, setup)
        self._records.append(setup.record())
        standing = groups(self.session.state, game.board)
        if standing:
            self.show(SetUp(standing))
        else:
            self.go_on()

    def record(self, record: Record) -> None:
        """Let ``record`` happen and have it written down; ValueError if it does not fit."""
        self.playing.take(record)
        self._records.append(record)

    def act(self, action: Action) -> None:
        """Let a legal throw or move happen."""
        self.record({"do": str(action)})

    def drawn_throw(self) -> Throw:
        """A throw by its probability, for a table without dice."""
        throw = random_action(self.playing.state, self._rng)
        assert isinstance(throw, Throw), "asked only while a throw is awaited"
        return throw

    def undo(self) -> None:
        """Take back the last action, and what a machine would at once do again."""
        size = self.playing.undo_size() if self.session and self._in_game else 0
        if size == 0:
            self.tell(Label.of(NOTHING_TO_UNDO))
            return
        undone = self.playing.actions[-size]
        self.record({"undo": size})
        self.go_on()
        self.tell(Label.of(TAKEN_BACK, what=str(undone)))

    def go_on(self) -> None:
        """Show what the game awaits; a machine seat makes its move on the way."""
        session = self.playing
        while not session.acts.left and self._machine_can_choose():
            self.act(random_action(session.state, self._rng))
        self.show(_awaited(session))

    def _machine_can_choose(self) -> bool:
        state = self.playing.state
        return self.playing.is_machines_choice(state) and state.legal_moves() != (PASS,)


def _awaited(session: Session) -> Scene:
    state = session.state
    if session.acts.left:
        return Guide()
    if state.is_terminal:
        return Over()
    if state.is_chance:
        return AwaitThrow()
    moves = state.legal_moves()
    return Pass() if moves == (PASS,) else Choose(Chooser.of(moves, session.game.board))
