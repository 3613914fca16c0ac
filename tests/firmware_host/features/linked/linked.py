"""Two simulated tables that are linked, without a socket or a broker: time at them is virtual."""

import random
from collections.abc import Callable
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.features.linked.linking import LinkedNames, Linking
from firmware_host.features.linked.scenes import FarTurn
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.device import FarSeats
from firmware_host.table.keys import SURPRISE_SECONDS
from games.core import random_action
from hardware.wiring import wiring
from tests.firmware_host.web.simulated_table import SimulatedTable

OTHER = {"left": "right", "right": "left"}
TIME = "14:05"
MOST_ROUNDS = 3_000


class LinkedTable:
    """The table called ``name``, with its agent; its program is started again by :meth:`start`."""

    def __init__(self, name: str, folder: Path, setup: Setup | None = None) -> None:
        self.name, self.folder = name, folder
        self.starts = 0
        self.is_known_there = True
        self._setup = setup
        self.start()

    def start(self) -> None:
        """Start the program and the agent with what is in the state folder."""
        self.starts += 1
        setup = self._setup if self.starts == 1 else None
        facts = KnownFacts().with_fact(FarSeats(are_offered=True))
        request = Request(games, wiring.load("generic"), "en", self.folder, setup, facts=facts)
        self.hands = Hands(World(request, seed=self.starts))
        self.table = SimulatedTable(self.hands)
        kept = self.folder / "fleet"
        kept.mkdir(exist_ok=True)
        names, start = LinkedNames(self.name, OTHER[self.name]), f"{self.name} {self.starts}"
        mirror = self.table.mirror
        self.linking = Linking(mirror, names, games, start, kept, "0.1.0", lambda: TIME)
        self.linking.be_there(True)

    def stop(self) -> None:
        """End the program."""
        self.hands.world.close()

    @property
    def words(self) -> str:
        """What a person reads."""
        return self.hands.world.app.words

    @property
    def scene(self) -> object:
        """The scene that is shown."""
        return self.hands.world.app.table.scene

    def work(self, heard: bytes | None) -> None:
        """Let the agent hear what the other table says, and ask its own table."""
        self.table.look()
        self.linking.look()
        if heard is not None:
            self.hear(heard)
        self.table.ask(self.linking.following)
        request = self.linking.request
        if request is not None:
            self.table.ask(request)
        self.table.look()
        self.linking.look()

    def hear(self, said: bytes) -> None:
        """Let the agent hear what the other table says, and read it to its end."""
        self.linking.hear(said)
        while self.linking.read_on():
            pass

    def answer(self, key: str) -> None:
        """Let people read what the display asks by itself, then press ``key``."""
        self.hands.world.run_for(SURPRISE_SECONDS)
        self.hands.press(key)

    def act(self, rng: random.Random) -> None:
        """Let people do what the display asks for."""
        hands = self.hands
        view = hands.world.view
        if isinstance(view, SetUpView | ThrownView | HandStepView):
            hands.follow()
            hands.look_up()
        elif isinstance(self.scene, FarTurn):
            hands.world.run_for(1.0)
        else:
            action = str(random_action(hands.state, rng))
            does = hands.throw if isinstance(view, ThrowView) else hands.play
            does(action)


class LinkedPair:
    """Two linked tables in ``folder``; the left one begins the game of ``setup``."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        for name in OTHER:
            (folder / name).mkdir()
        self.left = LinkedTable("left", folder / "left", setup)
        self.right = LinkedTable("right", folder / "right")
        self.both = (self.left, self.right)
        self.rng = random.Random(1)

    def settle(self, arrives: Callable[[], bool] = lambda: True) -> None:
        """Let both agents work; a message ``arrives`` or not."""
        for table, other in (self.both, self.both[::-1]):
            table.work(other.linking.said if arrives() else None)

    def join(self) -> None:
        """Let people at the right table accept the game."""
        for _ in range(3):
            self.settle()
        self.right.answer("ok")
        self.settle()

    def play(self, is_enough: Callable[[], bool], arrives: Callable[[], bool]) -> None:
        """Play at random until it ``is_enough``."""
        for _ in range(MOST_ROUNDS):
            if is_enough():
                return
            self.settle(arrives)
            table = self.rng.choice(self.both)
            if not table.hands.world.app.table.game.playing.is_over:
                table.act(self.rng)
        raise AssertionError(f"stuck: {self.left.words!r} and {self.right.words!r}")

    @property
    def actions(self) -> tuple[list[str], list[str]]:
        """The actions of the game at both tables."""
        left, right = (table.hands.world.app.table.game.playing.actions for table in self.both)
        return [*map(str, left)], [*map(str, right)]
