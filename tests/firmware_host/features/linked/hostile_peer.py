"""A table at the other end of a link that says anything: to end the agent, or to keep it busy.

Each message is bytes as they come from the broker. Some are damaged, some are whole and make no
sense, some are as long and as slow to read as they may be.
"""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware_host.features.linked.acts import LONGEST_GAME, LONGEST_TEXT, Act
from firmware_host.storage.records import ENCODER

ODD: Final[tuple[object, ...]] = (
    None,
    True,
    -1,
    10**40,
    1.5,
    "",
    "x" * 5_000,
    [],
    {},
    [[]],
    {"do": 1},
    "\u0000",
    "0",
)
"""What stands where something else is expected."""

ODD_ACTS: Final = (
    '{"do":"nonsense"}',
    '{"undo":true}',
    '{"undo":99999999}',
    '{"back":-1,"throw":"3"}',
    '{"resigned":-1}',
    '{"resigned":99}',
    '{"drawn":false}',
    '{"reopened":true}',
    '{"left":"idle"}',
    '{"set":""}',
    '{"do": "spaced"}',
    "[" * 5_000,
    "x" * (LONGEST_TEXT + 1),
)
ODD_BEGINS: Final[tuple[Mapping[str, Any], ...]] = (
    {"tables": "left"},
    {"tables": ""},
    {"tables": "left right third"},
    {"tables": "right right"},
    {"tables": ["left", "right"]},
    {"first": 10**30},
    {"first": -1},
    {"link": ""},
    {"link": 5},
    {"players": "far far"},
    {"position": "nonsense"},
    {"option.speed": 3},
)


def undone(acts: tuple[Act, ...], move: str) -> tuple[Act, ...]:
    """Return as many acts as may be: after ``acts``, a ``move`` and its undoing, over and over."""
    pair = ENCODER.encode({"do": move}), ENCODER.encode({"undo": 1})
    return (*acts, *pair * LONGEST_GAME)[:LONGEST_GAME]


def said_with(said: bytes, **changes: object) -> bytes:
    """Return what another table ``said`` with ``changes``."""
    return json.dumps({**json.loads(said), **changes}).encode()


def ending(said: bytes) -> Iterator[bytes]:
    """Yield messages that nobody may keep any part of, after one that an honest table ``said``."""
    found = json.loads(said)
    for name in found:
        yield from (said_with(said, **{name: odd}) for odd in ODD)
    for act in ODD_ACTS:
        yield said_with(said, acts=[*found["acts"], act], position="")
    begin = json.loads(found["acts"][0])
    for change in ODD_BEGINS:
        odd = ENCODER.encode({**begin, **change})
        yield said_with(said, acts=[odd, *found["acts"][1:]], decisions=9)


def at_random(said: bytes, rng: random.Random) -> bytes:
    """Return what an honest table ``said``, damaged or with something odd in its place."""
    if rng.random() < 0.5:
        return rng.choice([*ending(said)])
    start = rng.randrange(len(said))
    return said[:start] + rng.choice((b"", b"\x00", b"9" * 50, b"[", said[start + 9 :]))
