"""Games are begun, left, resumed, played on from, ended and deleted, and the program is killed.

A model of a few lines knows which games there are, and what was done in each; the card, the lists
and the table must agree with it after every act.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.table.context import left_games
from firmware_host.table.effects import Apply, BeginGame, ForgetGame, GoHome, GoOnWith, PlaceGroups
from firmware_host.table.scene import Effect, Resume
from firmware_host.table.scenes.game_setup import ResumeGame
from firmware_host.table.scenes.kept_games import PlayOn
from games.core import random_action
from hardware.wiring import wiring

ACTS, MOST_ACTIONS = 12, 5
SETUPS = (
    Setup("squadro", first=0),
    Setup("thaayam", {"seats": 2}, 1),
    Setup("tshupu", first=2, players=("person", "friend", "person", "person")),
)
QUICK = 6
"""Sequences in every run of the tests."""

Known = tuple[str, tuple[str, ...], bool]
"""A game of the model: its name, what was done in it, and whether it is over."""


@dataclass
class Model:
    """The games that must be there; ``here`` is the number of the one on the table, if any."""

    games: dict[int, Known] = field(default_factory=dict)
    here: int | None = None
    count: int = 0

    def put(self, game: Known) -> None:
        """Put a new game on the table; where nothing was done in the last one, that is gone."""
        self.count += 1
        self.here = self.count
        self.games[self.here] = game

    def numbers(self, *, left: bool) -> list[int]:
        """The games that are kept; those to go on with, if they are not on the table."""
        return [
            number
            for number, (_, done, over) in self.games.items()
            if done and not (left and (over or number == self.here))
        ]

    def counted(self, *, left: bool) -> Counter[Known]:
        return Counter(self.games[number] for number in self.numbers(left=left))


def known(saved: SavedGame) -> Known:
    session = Session.resume(saved.records, games)
    return session.game.name, tuple(map(str, session.actions)), not saved.can_go_on


class Visit:
    """Somebody at a real table with its card in ``folder``, who does things by chance."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng, self.model = folder, random.Random(seed), Model()
        self.said: list[str] = []
        self.world = self._switched_on()

    def act(self) -> None:
        """Do something, and compare what there is with the model."""
        doing = self.rng.choice((self.begin, self.play, self.leave, self.go_on, self.play_on,
                                 self.end, self.delete, self.kill))  # fmt: skip
        self.said.append(doing.__name__)
        doing()
        self.check()

    def begin(self) -> None:
        setup = self.rng.choice(SETUPS)
        self._run(BeginGame(setup), PlaceGroups(None))
        self.model.put((setup.game, (), False))
        self.play()

    def play(self) -> None:
        """Do something in the game on the table, if it is not over."""
        table = self.world.app.table
        for _ in range(self.rng.randrange(MOST_ACTIONS)):
            if not table.game.is_playing or not table.game.in_game:
                return
            session = table.game.playing
            self._run(Apply({"do": str(random_action(session.state, self.rng))}))
            steps = len(session.hand_steps.steps)
            self._run(*([Apply({"act": steps})] if session.hand_steps.due else []))
            self._note()

    def leave(self) -> None:
        self._run(GoHome())

    def go_on(self) -> None:
        self._run(GoHome())
        left = left_games(self.world.app.table.context)
        if left:
            chosen = self.rng.choice(left)
            self._run(GoOnWith(chosen))
            same = [
                n for n in self.model.numbers(left=True) if self.model.games[n] == known(chosen)
            ]
            self.model.here = same[0]
            self.play()

    def play_on(self) -> None:
        self._run(GoHome())
        history = self.world.app.table.context.history
        if history:
            name, done, _ = known(chosen := self.rng.choice(history))
            number = self.rng.randrange(len(done) + 1)
            self._run(PlayOn(chosen, number))
            old, new = Session.resume(chosen.records, games), self.world.app.table.game.playing
            assert (new.state, new.hand_steps.due) == (old.states[number], ())
            self.model.put((name, done[:number], False))
            self.play()

    def end(self) -> None:
        """Let people agree on a draw, where the hands have nothing to do."""
        game = self.world.app.table.game
        if game.is_playing and game.in_game and not game.playing.hand_steps.due:
            self._run(Apply({"drawn": True}), Resume())
            self._note()

    def delete(self) -> None:
        self._run(GoHome())
        history = self.world.app.table.context.history
        if history:
            chosen = self.rng.choice(history)
            present = self.world.app.table.context.present
            is_here = present is not None and present.goes_on_from(chosen)
            self._run(ForgetGame(chosen))
            self._run(GoHome())
            wanted, here = known(chosen), self.model.here
            same = [number for number, each in self.model.games.items() if each == wanted]
            same.sort(key=lambda number: (number == here) != is_here)
            del self.model.games[same[0]]
            self.model.here = None if is_here else self.model.here

    def kill(self) -> None:
        """Pull the plug: what is found then is asked about, and gone on with."""
        self.world = self._switched_on()
        table = self.world.app.table
        if isinstance(table.scene, ResumeGame):
            found = known(SavedGame("", self.world.app.game_records))
            if self.model.here is None:
                same = [number for number, each in self.model.games.items() if each == found]
                self.model.here = same[0]
            assert found == self.model.games[self.model.here]
            self._run(Resume())
            self._note_machines()
        else:
            self.model.here = None

    def check(self) -> None:
        """Compare card, list and table with the model."""
        saved = saved_games(Journal(self.folder).sessions())
        assert Counter(map(known, saved)) == self.model.counted(left=False), self.said
        context = self.world.app.table.context
        if not context.in_game:
            left = Counter(map(known, left_games(context)))
            assert left == self.model.counted(left=True), f"{self.said} {self.model}"
        elif self.model.here is not None:
            name, done, _ = self.model.games[self.model.here]
            assert context.playing.game.name == name, self.said
            assert tuple(map(str, context.playing.actions)) == done, self.said

    def _note(self) -> None:
        session, here = self.world.app.table.game.playing, self.model.here
        assert here is not None
        done = tuple(map(str, session.actions))
        self.model.games[here] = session.game.name, done, session.is_over

    def _note_machines(self) -> None:
        """Note what a machine has done by itself since the game went on, and nothing else."""
        assert self.model.here is not None
        _, before, _ = self.model.games[self.model.here]
        self._note()
        session = self.world.app.table.game.playing
        assert tuple(map(str, session.actions[: len(before)])) == before
        assert all(map(session.is_machines_choice, session.states[len(before) : -1]))

    def _switched_on(self) -> World:
        request = Request(games, wiring.load("generic"), "en", self.folder)
        world = World(request, self.rng.randrange(100))
        world.run_for(0.1)
        return world

    def _run(self, *effects: Effect) -> None:
        self.world.app.table.run(*effects)
        self.world.app.redraw()
        self.world.app.step()


@pytest.mark.parametrize(
    "seeds", [range(QUICK), pytest.param(range(QUICK, 1000), marks=pytest.mark.deep)]
)
def test_no_game_is_lost_or_resumed_wrongly(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        visit = Visit(folder, seed)
        for _ in range(ACTS):
            visit.act()
    print(f"{len(seeds)} sequences of {ACTS} acts: no game lost, none resumed wrongly")
