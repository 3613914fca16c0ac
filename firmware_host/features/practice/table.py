"""A practice table: the program on a simulated Raspberry Pi, for one visitor of a page."""

import random
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from math import inf
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.app.request import Request, Sharing
from firmware_host.app.sharing import share
from firmware_host.base.timing import earliest
from firmware_host.features.practice.class_logs import AnswerLog, ThrowLog
from firmware_host.features.practice.web import (
    ArrangeBoard,
    CauseFault,
    ChooseLine,
    MoveByHand,
    PlayAgain,
    SetUpGame,
    ShowGames,
    StartGame,
    ThrowDice,
    TouchBoard,
)
from firmware_host.remote.requests import (
    ChooseMove,
    Fulfilled,
    PressKey,
    RemoteRequest,
    RequestAnswer,
    RequestRefused,
)
from firmware_host.remote.wire import PanelPicture
from firmware_host.screens import can_draw
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.moves import PassView
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import View
from firmware_host.session.seats import parse_player
from firmware_host.session.setup import Setup, shared_setup
from firmware_host.simulator.dice_hand import DiceSeen
from firmware_host.simulator.people import LONG, SHORT, Press
from firmware_host.simulator.simulated_table import Desk, LastingTable
from firmware_host.storage.filesystem import CardSync
from firmware_host.table.context import draft, throw_source
from firmware_host.table.device import FarSeats
from firmware_host.table.effects import Apply, BeginGame, GoHome
from firmware_host.table.keys import DOUBLE_SECONDS
from firmware_host.table.remote_effects import effects_of
from firmware_host.table.scene import Effect, Effects, Resume, Show
from firmware_host.table.scenes.base import ListScene
from firmware_host.table.scenes.game_setup import GameSetup
from firmware_host.table.scenes.next_scene import swapped
from firmware_host.table.scenes.throw import count
from firmware_host.thinking.inline import OpenThinker
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import Tell
from firmware_host.web.visitor import PageVisitor
from games.equipment import Piece
from games.message import Message, msg
from hardware import SimulationError
from hardware.simulated.faults import Part

PAUSE: Final = 0.7
"""Seconds in which the visitor can read what the hands do next."""

PASS_SECONDS: Final = 1.6
"""The same for a turn in which nothing can be done."""


class PracticeHands:
    """Hands at ``desk`` that use its keys, dice and pieces, and nothing else.

    While the people at the desk do not move pieces by hand, these do every hand step by themselves,
    and pass where there is no move. They throw for machine seats.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._view: View | None = None
        self._seen_at = -inf
        self._due_at: float | None = None
        self._throw: tuple[str | None] | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`act` has something to do, in seconds; None if nothing."""
        return self._due_at if self._throw is None else self._throws_at

    def throw(self, text: str | None) -> None:
        """Throw the dice, as ``text`` or by chance, as soon as the last throw is finished.

        Where the machine throws, press the key for it, as soon as the table takes one.
        """
        self._throw = (text,)

    @property
    def _throws_at(self) -> float:
        return self._desk.dice.free_at if self._is_tray else self._seen_at + DOUBLE_SECONDS

    @property
    def _is_tray(self) -> bool:
        return not isinstance(self._desk.people.view, ThrowView) or self._desk.people.view.by_tray

    def act(self) -> None:
        """Do what is due."""
        now, view = self._desk.pi.clock(), self._desk.people.view
        if view != self._view:
            self._view, self._seen_at = view, now
            pause = PASS_SECONDS if isinstance(view, PassView) else PAUSE
            self._due_at = now + pause if self._does_itself(view) else None
        if self._throw is not None and now >= self._throws_at:
            (text,), self._throw = self._throw, None
            if not self._is_tray:
                self._desk.key_presser.request(Press("ok"))
            elif text is None or not self._desk.dice.throw_as(text):
                self._desk.dice.throw()
        if self._due_at is not None and now >= self._due_at and self._desk.key_presser.is_idle:
            self._due_at = None
            key = self._carry_out(view)
            if key is not None:
                self._desk.key_presser.request(Press(key))

    def _does_itself(self, view: View | None) -> bool:
        if isinstance(view, ThrowView):
            is_machines = view.seat.index in view.layout.machines
            is_open = view.dice == "waiting" and view.typed is None and not view.is_own
            return is_machines and is_open
        is_handwork = isinstance(view, HandStepView | SetUpView | PassView)
        return is_handwork and not self._desk.people.moves_by_hand

    def _carry_out(self, view: View | None) -> str | None:
        """Do what ``view`` asks; return the key to press for it, None if there is none."""
        if not self._does_itself(view):
            return None
        if isinstance(view, ThrowView) and view.by_tray:
            self._desk.dice.throw()
            return None
        return "right" if isinstance(view, SetUpView) else "ok"


CABLES: Final[tuple[Part, ...]] = ("display", "dice")
"""The cables that the visitor can pull."""

PAUSED: Final = RequestRefused(Message.of(msg("The teacher has paused the game.")))

NONSENSE: Final = (SimulationError, ValueError, KeyError)
"""What comes of a request that makes no sense now."""

STICKING: Final = ("up", "down", "left", "right", "ok", "back", "hint")
"""The keys that the visitor can jam."""


class Practice(Struct, frozen=True):
    """What a practice page shows besides what every page does.

    ``pieces`` are those on the board, if the board differs from the game; ``held`` is the piece in
    the visitor's hand. ``dice`` are as they lay last, if they roll now. ``differs`` means that the
    board is not as the display shows it. ``view`` is what the display shows. ``unplugged`` cables
    and ``stuck`` keys have a fault. While the table ``is_paused``, nothing goes on there; while it
    is ``at_home``, there is no game or exercise.
    """

    dice: DiceSeen | None = None
    is_rolling: bool = False
    pieces: tuple[Piece, ...] | None = None
    held: Message | None = None
    differs: bool = False
    moves_by_hand: bool = False
    view: View | None = None
    unplugged: frozenset[str] = frozenset()
    stuck: frozenset[str] = frozenset()
    is_paused: bool = False
    at_home: bool = False


class PracticeTable:
    """The table that ``request`` describes, played at by hands that a visitor directs.

    ``clock`` returns seconds, ``chance`` decides throws, ``open_thinker`` and ``sync`` are
    those of :class:`~firmware_host.simulator.simulated_table.SimulatedTable`. Call :meth:`step`
    when :attr:`deadline` has come and after :meth:`ask`; ``wake`` is called then, from any thread
    once the table is shared. ``mirror`` is what a page shows, ``practice`` what is special about
    this one, ``log`` has the throws and ``answers`` those to exercises, ``asked_at`` is when the
    visitor asked for something last, in seconds.
    """

    def __init__(
        self,
        request: Request,
        clock: Callable[[], float],
        chance: random.Random,
        log: ThrowLog,
        open_thinker: OpenThinker | None = None,
        wake: Callable[[], None] = lambda: None,
        sync: CardSync | None = None,
    ) -> None:
        self.mirror = TableMirror(request.catalogue)
        self.practice = Practice()
        self.log, self.answers = log, AnswerLog(clock)
        self._wake, self._clock = wake, clock
        self.asked_at = clock()
        rng = random.Random(chance.random())
        table = LastingTable(request, clock, rng, chance, open_thinker=open_thinker, sync=sync)
        self._program, self._desk = table.program, Desk(table, clock, chance)
        self._catalogue, self._folder = request.catalogue, request.folder
        self._has_far_seats = request.facts.of(FarSeats).are_offered
        self._shared = ExitStack()
        self._updates = self._desk.app.observers.subscribe(limit=1)
        self._hands = PracticeHands(self._desk)
        self._panel: PanelPicture | None = None
        self._panel_of: object = None
        self._stuck: frozenset[str] = frozenset()
        self._is_paused = False
        self.step()

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`step`, in seconds of the clock; None if not before an input."""
        wait = self._desk.seconds_to_wait
        desk = None if wait is None else self._clock() + wait
        rest = self._desk.dice.free_at if self.practice.is_rolling else None
        hands = self._hands.deadline if self._hands_work else None
        return earliest((self._program.deadline, hands, desk, rest))

    @property
    def _hands_work(self) -> bool:
        """Whether hands do what is due: what has failed is to be read first."""
        return self._program.app is not None and not self._is_paused

    @property
    def is_over(self) -> bool:
        """Whether the visitor has ended the program, as the staff of a table can."""
        return self._program.ending is not None

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        """Do what the visitor asks for; what makes no sense now leads to nothing.

        At a table that is paused only the server, without a ``visitor``, is heard.
        """
        self.asked_at = self._clock()
        is_heard = visitor is None or not self._is_paused
        do = _HANDLERS.get(type(request), PracticeTable._hand_on)
        try:
            outcome = do(self, request) if is_heard else PAUSED
        except NONSENSE:
            if tell is not None:
                tell(RequestAnswer(request.ticket, "refused"))
            return True
        if tell is not None:
            tell(RequestAnswer.to(request.ticket, outcome or Fulfilled()))
        self._wake()
        return True

    def pause(self, *, is_paused: bool) -> None:
        """Let nothing go on until this is called again: neither the visitor nor the hands act."""
        self._is_paused = is_paused
        self._wake()

    def step(self) -> None:
        """Let everything happen that is due, and show it."""
        self._desk.step()
        self._program.step()
        self._desk.step()
        if self._hands_work:
            self._hands.act()
        self._show()

    def share(self, sharing: Sharing) -> None:
        """Share the table as ``sharing`` says until it is closed.

        SharingError if the socket cannot be made.
        """
        app = self._desk.app
        app.requests.wake = self._wake
        self._shared = share(sharing, app.observers, app.requests, self._folder)

    def close(self) -> None:
        """End the program."""
        self._shared.close()
        self._program.close()

    def _press(self, request: PressKey) -> None:
        held = {acts_as: held for held, acts_as in self._desk.wiring.hold.items()}
        key, seconds = request.key, LONG if request.is_held else SHORT
        press = Press(held[key], LONG) if key in held else Press(key, seconds)
        if press.key in self._desk.wiring.key_names:
            self._desk.key_presser.request(press)

    def _choose(self, request: ChooseMove) -> None:
        """Play the move that was clicked, without the keys: they would hold it up."""
        session = self._desk.app.table.game.session
        if session is None or len(session.actions) != request.after:
            return
        moves = [str(move) for move in session.state.legal_moves()]
        if self.mirror.snapshot.awaited == "choice" and request.move in moves:
            self._run(Apply({"do": request.move}), Resume())

    def _throw(self, request: ThrowDice) -> None:
        """Throw as was chosen; what the machine would throw counts as if it was entered."""
        self._read_to_its_end()
        view, context = self._desk.people.view, self._desk.app.table.context
        if isinstance(view, ThrowView) and not view.by_tray:
            for throw, _ in context.playing.state.chance_outcomes():
                if throw.text == request.throw:
                    self._run(*count(throw, context))
                    return
        self._hands.throw(request.throw)

    def _read_to_its_end(self) -> None:
        """Press OK in what comes before a throw of the machine, as dice do that are read."""
        view, table = self._desk.people.view, self._desk.app.table
        context = table.context
        if view is None or isinstance(view, ThrowView) or context.session is None:
            return
        leads_on = view.awaited == "throw" or view.verdict is False
        if leads_on and throw_source(context) != "tray":
            self._run(*(table.scene.press("ok", context) or ()))

    def _touch(self, request: TouchBoard) -> None:
        people = self._desk.people
        if isinstance(request.place, int):
            people.touch_beside(request.place)
        elif people.layout is not None and request.place in people.layout.board:
            people.touch(request.place)

    def _arrange(self, request: ArrangeBoard) -> None:
        self._desk.people.put_right()

    def _move_by_hand(self, request: MoveByHand) -> None:
        self._desk.people.moves_by_hand = request.is_on

    def _cause(self, request: CauseFault) -> None:
        faults = self._desk.pi.faults
        if request.fault == "knock":
            faults.knock()
        elif request.fault == "unplug":
            cable = CABLES[CABLES.index(request.target)]
            (faults.unplug if request.is_on else faults.plug)(cable)
        elif request.target in STICKING:
            (faults.stick if request.is_on else faults.unstick)(request.target)
            self._stuck = self._stuck - {request.target}
            self._stuck |= {request.target} if request.is_on else set()

    def _again(self, request: PlayAgain) -> None:
        context = self._desk.app.table.context
        session = context.session
        if session is not None and session.is_over:
            again = (BeginGame(session.setup.again()),)
            self._run(*(swapped(context) if request.swaps else again))

    def _show_games(self, request: ShowGames) -> None:
        if self._is_playing:
            self._run(GoHome())

    def _choose_line(self, request: ChooseLine) -> None:
        """Do what keys would do with a line, without them: the way to it would take long."""
        table = self._desk.app.table
        scene, context = table.scene, table.context
        if isinstance(scene, ListScene) and request.number in range(len(scene.rows(context))):
            there = replace(scene, cursor=request.number)
            changes = not request.begins and there.use(context) in ("change", "change or start")
            changed = there.change(1, context) if changes else None
            self._run(Show(there), *(changed or there.choose(context)))

    def _set_up(self, request: SetUpGame) -> None:
        context = self._desk.app.table.context
        if request.game in self._catalogue.names():
            self._run(Show(GameSetup(draft=draft(request.game, context))))

    def _start(self, request: StartGame) -> None:
        seats = len(self._catalogue.load(request.game, **request.options).seats)
        others = (parse_player(request.level, ()),) * (seats - 1)
        players = ("person", *others) if request.is_alone else ()
        setup = Setup(request.game, request.options, players=players)
        if self._has_far_seats and not request.is_alone:
            setup = shared_setup(setup, self._catalogue)
        self._run(BeginGame(setup))

    def _hand_on(self, request: RemoteRequest) -> RequestRefused | None:
        """Let the table itself do what hands cannot; return why it does not."""
        table = self._desk.app.table
        effects = effects_of(request, table.scene, table.context)
        if isinstance(effects, RequestRefused):
            return effects
        self._run(*effects)
        return None

    def _run(self, *effects: Effect) -> None:
        """Carry out ``effects`` now, as if a key had led to them; nothing while it has failed."""
        self._program.guard(partial(self._carry_out, effects))

    def _carry_out(self, effects: Effects) -> None:
        app = self._program.app
        if app is None:
            return
        app.table.advance(self._desk.pi.clock())
        try:
            app.table.run(*effects)
        except NONSENSE:
            return
        app.redraw()

    def _show(self) -> None:
        """Let the pages see what has changed."""
        updates, practice, panel = self._updates.take(), self._look(), self._panel_seen()
        before = self.mirror.snapshot
        if not updates and (practice, panel) == (self.practice, before.panel):
            return
        self.practice = practice
        session = self._desk.app.table.game.session
        self.log.follow(session)
        self.answers.follow(session, practice.view)
        shown = updates[-1].shown if updates else before
        number = before.number + bool(updates)
        on_table = session if self._is_playing else None
        self.mirror.present(replace(shown, number=number, panel=panel), on_table)

    def _look(self) -> Practice:
        people, pi = self._desk.people, self._desk.pi
        is_rolling = pi.clock() < self._desk.dice.free_at
        return Practice(
            self.practice.dice if is_rolling else self._desk.dice.look(),
            is_rolling,
            people.board.pieces if people.moves_by_hand else None,
            people.held,
            people.board_differs and people.moves_by_hand,
            people.moves_by_hand,
            people.view,
            frozenset(cable for cable in CABLES if not pi.faults.is_plugged(cable)),
            self._stuck,
            self._is_paused,
            not self._is_playing,
        )

    @property
    def _is_playing(self) -> bool:
        game = self._desk.app.table.game
        return game.in_game or game.is_interlude

    def _panel_seen(self) -> PanelPicture | None:
        """Return what is on the glass: nothing while its cable is unplugged.

        None where nothing can draw pictures.
        """
        if not can_draw():
            return None
        pi = self._desk.pi
        look = pi.bus.bytes_sent, pi.faults.is_plugged("display")
        if self._panel is None or look != self._panel_of:
            self._panel_of = look
            image = pi.model.image()
            rows = image.tobytes() if look[1] else bytes(len(image.tobytes()))
            self._panel = PanelPicture(*image.size, rows)
        return self._panel


_HANDLERS: Final[
    Mapping[type[RemoteRequest], Callable[[PracticeTable, Any], RequestRefused | None]]
] = {
    PressKey: PracticeTable._press,
    ChooseMove: PracticeTable._choose,
    ThrowDice: PracticeTable._throw,
    TouchBoard: PracticeTable._touch,
    ArrangeBoard: PracticeTable._arrange,
    MoveByHand: PracticeTable._move_by_hand,
    CauseFault: PracticeTable._cause,
    StartGame: PracticeTable._start,
    PlayAgain: PracticeTable._again,
    ChooseLine: PracticeTable._choose_line,
    ShowGames: PracticeTable._show_games,
    SetUpGame: PracticeTable._set_up,
}
