"""A table that lies: it tells the table that it is linked with what nobody there has done.

It changes messages of an honest table. What it tells can be played, and leads to the position that
it names: only whose acts they are is a lie, or what was left out before them.
"""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from firmware_host.features.linked.acts import Act, ActReader, Seal
from firmware_host.features.linked.agreement import LinkedRecord, LinkMessage, Reader
from firmware_host.session.seats import DRAW, taking_back
from firmware_host.session.session import Session
from firmware_host.storage.records import ENCODER
from games.actions import Throw
from games.core import random_action

MOST_ACTS = 3
"""So many acts are made up at most, one after the other."""


def lies(message: LinkMessage, reader: ActReader) -> Iterator[LinkMessage]:
    """Yield ``message`` with one act more, each kind once: for either table, and for both."""
    acts = message.record.acts
    if acts:
        made_up = dict.fromkeys(_made_up(reader.session(acts), random.Random(0)))
        told = (told_with(message, (*acts, act), reader.read) for act in made_up)
        yield from (each for each in told if each is not None)


def lie(message: LinkMessage, reader: ActReader, rng: random.Random) -> LinkMessage:
    """Return ``message`` with acts that are made up; perhaps others are left out before them."""
    acts = message.record.acts
    if not acts:
        return message
    if rng.random() < 0.3:
        acts = acts[: rng.randint(1, len(acts))]
    for _ in range(rng.randint(1, MOST_ACTS)):
        try:
            session = reader.session(acts)
        except ValueError:
            break
        if session.is_over:
            break
        acts = (*acts, rng.choice([*_made_up(session, rng)]))
    boasted = message.record.decisions + rng.choice((0, 0, 1, 5))
    seal = Seal(len(acts), rng.choice((message.seal, message.returned.text, "00" * 16)))
    has_left = rng.random() < 0.1
    changed = replace(
        message,
        record=LinkedRecord(message.record.acts, boasted),
        returned=seal,
        has_left=has_left,
    )
    return told_with(changed, acts, reader.read) or message


def told_with(message: LinkMessage, acts: tuple[Act, ...], read: Reader) -> LinkMessage | None:
    """Return ``message`` with other ``acts``; None if they are none of a game."""
    try:
        position = read(acts).position
    except ValueError:
        return None
    return replace(message, record=replace(message.record, acts=acts), position=position)


def _made_up(session: Session, rng: random.Random) -> Iterator[Act]:
    """Yield acts after ``session``, most of which belong to the other table, or to both."""
    state = session.state
    if state.turn is not None:
        yield ENCODER.encode({"do": str(random_action(state, rng))})
    yield from map(taking_back, range(1, len(session.actions) + 1))
    yield from (ENCODER.encode({"resigned": seat}) for seat in session.seats.present)
    if isinstance(next(iter(session.unplayed_throws()), None), Throw):
        other = random_action(session.states[-2], rng)
        yield ENCODER.encode({"back": 1, "throw": str(other)})
    yield DRAW
    yield ENCODER.encode({"reopened": True})
