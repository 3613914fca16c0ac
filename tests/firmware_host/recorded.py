"""What a table records while random games are played on it."""

import random
import sys

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from games.core import random_action


def following(session: Session, rng: random.Random, undo: float = 0.0) -> JournalRecord:
    """What might be recorded next in a ``session`` that is not over; ``undo`` is how probable."""
    if session.hand_steps.due:
        return {"act": session.hand_steps.done + 1}
    if session.actions and rng.random() < undo:
        return {"undo": rng.randint(1, len(session.actions))}
    return {"do": str(random_action(session.state, rng))}


def whole_game(name: str, rng: random.Random, at_most: int = sys.maxsize) -> list[JournalRecord]:
    """The records of a random game called ``name``, from its beginning to its end.

    There are ``at_most`` so many of them.
    """
    records = [Setup(name).record()]
    session = Session.begin(records[0], games)
    while not session.is_over and len(records) < at_most:
        records.append(following(session, rng))
        session.apply(records[-1])
    return records
