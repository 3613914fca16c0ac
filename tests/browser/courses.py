"""Whole games by chance, of which a test plays the end."""

import random
from pathlib import Path
from typing import NamedTuple

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from games.actions import Action, Move
from games.core import State

SEEDS = {"squadro": 10, "thaayam": 11, "tshupu": 8, "xiangqi4": 7}
"""Seeds that make short games."""


class Course(NamedTuple):
    """A game that was played by chance: its ``actions`` from the beginning to the end."""

    game: str
    actions: tuple[Action, ...]
    states: tuple[State, ...]

    @property
    def last_mover(self) -> int:
        """The seat that makes the last move."""
        movers = (
            state.turn
            for action, state in zip(reversed(self.actions), reversed(self.states), strict=True)
            if isinstance(action, Move)
        )
        return next(seat for seat in movers if seat is not None)


def course(game: str) -> Course:
    """Return a game by chance in which who can capture does."""
    rng, state = random.Random(SEEDS.get(game, 0)), games.load(game).start()
    actions: list[Action] = []
    states: list[State] = []
    while not state.is_terminal:
        action = _chosen(state, rng)
        actions.append(action)
        states.append(state)
        state = state.apply(action)
    return Course(game, tuple(actions), tuple(states))


def keep_until(folder: Path, played: Course, left: int, players: tuple[str, ...]) -> None:
    """Keep ``played`` in the journal of ``folder``, but for the last actions that are ``left``."""
    journal = Journal(folder, today=lambda: "2026-03-09")
    journal.open()
    begun = Setup(played.game, players=players, first=0).record()
    journal.begin(begun)
    session = Session.begin(begun, games)
    for action in played.actions[: len(played.actions) - left]:
        for record in _records(action, session):
            session.apply(record)
            journal.append(record)
    journal.close()


def _records(action: Action, session: Session) -> list[JournalRecord]:
    """Return the records of ``action`` and, if there are any, of all its hand steps."""
    done: list[JournalRecord] = [{"do": str(action)}]
    return [*done, {"act": len(action.steps)}] if action.steps else done


def _chosen(state: State, rng: random.Random) -> Action:
    if state.is_chance:
        return rng.choice(state.chance_outcomes())[0]
    return max(state.legal_moves(), key=lambda move: 3 * len(move.captures) + 4 * rng.random())
