"""People at a table without a sensing board, who make mistakes and notice them later."""

import random
from collections import Counter

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.throw import CorrectThrowView, ThrownView, ThrowView
from firmware_host.simulator.hands import HOLD_SECONDS, Hands
from firmware_host.simulator.simulated_table import World
from games.core import random_action
from tests.people import comparing
from tests.people.slips import Slips
from tests.table import take_in_menu

LOOKING = 0.2
"""How often people compare their board with the picture, each turn."""
SLIPPING = 0.05
"""How often a hand step goes wrong."""
MISREADING = 0.1
"""How often a throw is read wrong and corrected at once."""
CHANGING_MIND = 0.1
"""How often people take a move back in the middle, or replace it by another."""
TRUSTING = 0.5
"""How often people trust their board more than the screen."""

CORRECT_THROW = "Correct the throw"
ANOTHER_MOVE = "Change my last move"


class People(Hands):
    """Hands in a ``world`` that make random mistakes.

    :attr:`errors` counts them by kind, :attr:`repairs` what was put right, by its side.
    """

    def __init__(self, world: World, rng: random.Random) -> None:
        super().__init__(world)
        self.rng = rng
        self.repairs: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self._slips = Slips(SLIPPING, rng)
        self._slips.happened = self.errors
        self._is_careful = False

    def play_game(self, turns: int) -> None:
        """Play the game to its end, or for this many throws and moves."""
        for _ in range(turns):
            if isinstance(self.world.view, GameOverView):
                break
            self._take_turn()
        self.follow()
        self._compare()

    def obey(self) -> None:
        """Do what the screen asks for, sometimes wrongly."""
        view = self.world.view
        if not isinstance(view, HandStepView):
            return
        if self._is_careful:
            super().obey()
        else:
            game, board = self.world.app.table.game.playing.game, self.world.board
            board.arrange(self._slips.after(game, board.pieces, view.step))

    def follow(self) -> None:
        """Do the steps that the screen asks for until one is impossible or undone."""
        while isinstance(view := self.world.view, SetUpView | HandStepView):
            if isinstance(view, HandStepView) and self._changes_mind(view):
                self.errors["taken back in the middle"] += 1
                self.press("left", HOLD_SECONDS)
                continue
            try:
                self.press("ok")
            except ValueError:
                self._correct()

    def _take_turn(self) -> None:
        self.look_up()
        self.follow()
        if self.rng.random() < LOOKING:
            self._compare()
        view = self.world.view
        if isinstance(view, GameOverView | ThrownView | SetUpView | HandStepView):
            return
        action = str(random_action(self.state, self.rng))
        if isinstance(view, ThrowView):
            self._throw(action)
        else:
            self.play(action)
            self._replace()

    def _throw(self, text: str) -> None:
        if self.rng.random() >= MISREADING:
            self.throw(text)
            return
        misread = str(random_action(self.state, self.rng))
        self.throw(misread)
        self.look_up()
        if misread == text or not self.world.app.table.game.playing.unplayed_throws():
            return
        self.errors["throw corrected"] += 1
        take_in_menu(self, CORRECT_THROW)
        while str(comparing.expect_view(self, CorrectThrowView).typed) != text:
            self.press("up")
        self.press("ok")

    def _replace(self) -> None:
        self.look_up()
        if (
            self.rng.random() >= CHANGING_MIND
            or not self.world.app.table.game.playing.replace_size()
        ):
            return
        self.errors["another move instead"] += 1
        take_in_menu(self, ANOTHER_MOVE)
        if isinstance(self.world.view, ChooseView):
            self.play(str(random_action(self.state, self.rng)))

    def _changes_mind(self, view: HandStepView) -> bool:
        is_middle = view.why == "move" and view.number > 1
        return is_middle and not self._is_careful and self.rng.random() < CHANGING_MIND

    def _compare(self) -> None:
        """Compare the board with the picture, and correct what differs."""
        self.look_up()
        while self.world.board.pieces != self.world.app.table.game.playing.standing():
            self._correct()

    def _correct(self) -> None:
        """Correct the board or the position, and this time do as the screen says."""
        taken = comparing.compare(self, self.rng.random() < TRUSTING)
        self.repairs["the board was right" if taken else "the board was put right"] += 1
        self._is_careful = True
        self.follow()
        self._is_careful = False
