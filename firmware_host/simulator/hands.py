"""Hands at a simulated table: they read the display, press keys, throw dice and move pieces.

They can play whole games at random, too.
"""

import random
from collections import deque
from collections.abc import Callable, Iterator

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView, PassView
from firmware_host.screens.throw import ProgramThrowsView, ThrownView, ThrowView
from firmware_host.session.chooser import ARROWS, Chooser
from firmware_host.simulator.simulated_table import World
from firmware_host.table.context import throw_source
from firmware_host.table.keys import SURPRISE_SECONDS
from games.actions import Move, Throw
from games.core import State, random_action
from hardware.simulated.faults import Faults

AFTER_A_PRESS, AFTER_A_FAULT = 0.05, 0.1
"""Seconds in which the program reacts."""

AGAIN, UNTIL_READ = 20, 4.0
"""How often a throw that is not clear is thrown again, and the seconds until the table has it."""

HOLD_SECONDS = 1.0
"""Seconds for which a key is pressed to hold it."""

THROWN_AT = (ThrowView, ProgramThrowsView)
"""What the screen shows when people may throw."""

TURNS = {"up": -1, "down": 1}
"""Steps of the encoder that replace a key."""


class Refused(Exception):  # noqa: N818 - the table refuses; nothing is broken
    """The table does not accept what the hands should do; the message says why."""


class Hands:
    """Hands in a simulated ``world``: they only use its pins and its board."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def state(self) -> State:
        """The position on the table; Refused if there is no game."""
        session = self.world.app.table.game.session
        if session is None:
            raise Refused("no game has been begun")
        return session.state

    def press(self, key: str, seconds: float = 0.1) -> None:
        """Press ``key`` for ``seconds``; before ``ok``, do the hand step that the screen asks for.

        If the key is not wired, hold the key that acts as it. Refused if there is none.
        """
        if key == "ok":
            self.obey()
        released = self._turn(key) or self.world.pi.press(*self._wired(key, seconds))
        self.world.run_until(released + AFTER_A_PRESS)

    def throw(self, text: str) -> None:
        """Throw the dice so that they show ``text``, and wait until the throw counts.

        While their cable is unplugged, or if the table asks whether they were read rightly and they
        were not, enter the throw with the keys. That is done for a machine too, before the program
        does it. Refused if no throw is due or the game has no such throw
        now.
        """
        self.look_up()
        if not isinstance(self.world.view, THROWN_AT):
            raise Refused(f"no throw is due; the screen shows: {self.world.app.words}")
        if self._is_asked():
            self.press("back")
        throw = self.state.parse(text)
        assert isinstance(throw, Throw), "a throw is awaited"
        counted = len(self.world.app.table.game.playing.actions) + 1
        by_tray = throw_source(self.world.app.table.context) == "tray"
        if by_tray and self.world.pi.faults.is_plugged("dice"):
            self._roll(throw)
        else:
            self._type(throw)
        actions = self.world.app.table.game.playing.actions
        self._throw_until(lambda: len(actions) == counted or self._is_asked(), throw)
        if self._is_asked():
            self.world.run_for(SURPRISE_SECONDS)
            self._confirm(throw)
        if len(actions) != counted:
            raise Refused(f"the throw {text} was not read")

    def play(self, text: str) -> None:
        """Choose the move ``text`` with the keys, and do all its hand steps.

        Refused if no move is awaited; IllegalMove if the move is not legal now.
        """
        self.look_up()
        self.follow()
        view = self.world.view
        if not isinstance(view, ChooseView | PassView):
            raise Refused(f"no move is awaited; the screen shows: {self.world.app.words}")
        move = self.state.parse(text)
        assert isinstance(move, Move), "a move is awaited"
        for key in keys_for(view, move) if isinstance(view, ChooseView) else ("ok",):
            self.press(key)
        self.follow()

    def follow(self) -> None:
        """Do every hand step that the screen asks for, also those that set up the board."""
        while isinstance(self.world.view, SetUpView | HandStepView):
            self.press("ok")

    def cause(self, fault: Callable[[Faults], object]) -> None:
        """Cause ``fault``, and give the program time to react."""
        fault(self.world.pi.faults)
        self.world.run_for(AFTER_A_FAULT)

    def obey(self) -> None:
        """Do the hand step that the screen asks for, if it does."""
        self.world.board.obey(self.world.view)

    def undo(self) -> None:
        """Take back the last action, on the board too; Refused if there is none."""
        session = self.world.app.table.game.playing
        before = len(session.actions)
        self.press("left", HOLD_SECONDS)
        if len(session.actions) == before:
            raise Refused("nothing can be taken back")
        self.follow()

    def _turn(self, key: str) -> float | None:
        """Turn the encoder if ``key`` is up or down and has no key; return None otherwise."""
        wiring = self.world.wiring
        if key in wiring.key_names or wiring.encoder is None or key not in TURNS:
            return None
        return self.world.pi.turn(TURNS[key])

    def _wired(self, key: str, seconds: float) -> tuple[str, float]:
        wiring = self.world.wiring
        if key in wiring.key_names:
            return key, seconds
        for held, acts_as in wiring.hold.items():
            if acts_as == key:
                return held, max(seconds, HOLD_SECONDS)
        raise Refused(f"the wiring {wiring.name} has no key {key}")

    def look_up(self) -> None:
        """Set up the board if asked to, and wait until the screen shows what the game awaits."""
        if isinstance(self.world.view, SetUpView):
            self.follow()
        if isinstance(self.world.view, ThrownView):
            self.world.wait_for(lambda: not isinstance(self.world.view, ThrownView))
            self.world.run_for(SURPRISE_SECONDS)

    def _is_asked(self) -> bool:
        """Return whether the screen asks if the dice were read correctly."""
        view = self.world.view
        return isinstance(view, ThrowView) and view.dice == "doubtful"

    def _is_not_clear(self) -> bool:
        """Return whether the screen asks for the throw again, because it was not read."""
        view = self.world.view
        return isinstance(view, ThrowView) and view.dice == "unreadable"

    def _throw_until(self, is_there: Callable[[], bool], throw: Throw) -> None:
        """Wait until ``throw`` ``is_there``; throw again what the tray does not read."""
        for _ in range(AGAIN):
            if self.world.wait_for(is_there, UNTIL_READ) or not self._is_not_clear():
                break
            self._roll(throw)
        self.world.wait_for(is_there)

    def _roll(self, throw: Throw) -> None:
        self.world.throw(throw)

    def _confirm(self, throw: Throw) -> None:
        """Take what is shown if the dice lie so; enter the throw with the keys if they do not."""
        view = self.world.view
        if isinstance(view, ThrowView) and view.seen == throw:
            self.press("ok")
        else:
            self.press("back")
            self._type(throw)

    def _type(self, throw: Throw) -> None:
        for _ in self.state.chance_outcomes():
            self.press("up")
            view = self.world.view
            if isinstance(view, ThrowView) and view.typed == throw:
                break
        self.press("ok")


def keys_for(view: ChooseView, move: Move) -> tuple[str, ...]:
    """Return the shortest sequence of keys that chooses ``move`` from ``view``."""
    cursor = view.options.index(view.option)
    start = Chooser.at(view.all_moves, view.layout.board, view.picked, cursor)
    seen = {(start.picked, start.cursor)}
    ways: deque[tuple[Chooser, tuple[str, ...]]] = deque([(start, ())])
    while ways:
        chooser, keys = ways.popleft()
        for key, following in _presses(chooser, move):
            if following.chosen == move:
                return (*keys, key)
            spot = (following.picked, following.cursor)
            if spot not in seen and following.chosen is None:
                seen.add(spot)
                ways.append((following, (*keys, key)))
    raise Refused(f"{move} cannot be chosen here")


def _presses(chooser: Chooser, move: Move) -> Iterator[tuple[str, Chooser]]:
    """Yield the keys that may lead nearer to ``move``: the arrows, and OK or else the way back."""
    depth = len(chooser.picked)
    if move.choices[:depth] == chooser.picked:
        if move.choices[depth:] and move.choices[depth] == chooser.option:
            yield "ok", chooser.confirmed()
    elif (back := chooser.back()) is not None:
        yield "back", back
        return
    for arrow in ARROWS:
        yield arrow, chooser.pressed(arrow)


def play_game(hands: Hands, rng: random.Random, watch: Callable[[], None] | None = None) -> int:
    """Play the game on the table to its end; return how many actions it took.

    Throws have their real probability, and all moves the same. ``watch`` is called after every
    action. Refused if the people's board differs from the position at the end.
    """
    table = hands.world.app.table
    while not isinstance(hands.world.view, GameOverView):
        if isinstance(hands.world.view, SetUpView | ThrownView | HandStepView):
            hands.follow()
            hands.look_up()
            continue
        action = random_action(hands.state, rng)
        if isinstance(hands.world.view, THROWN_AT):
            hands.throw(str(action))
        else:
            hands.play(str(action))
        if watch is not None:
            watch()
    check_board(hands)
    return len(table.game.playing.actions)


def check_board(hands: Hands) -> None:
    """Raise Refused if the people's board differs from the position."""
    board, position = hands.world.board.pieces, hands.state.pieces()
    if board != position:
        raise Refused(f"the board shows {board}, the position is {position}")


def start_again(hands: Hands) -> None:
    """At the end of a game, start the same game again with the keys."""
    hands.press("ok")
    hands.press("ok")
    if isinstance(hands.world.view, ListView):
        raise Refused(f"no game was begun; the screen shows: {hands.world.app.words}")
