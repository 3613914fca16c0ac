"""What a desk of many tables adds to the page of benchmarks."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final

import games
from firmware_host.features.fleet.site import PICTURE_SECONDS
from firmware_host.features.fleet.view import BoardPictures
from firmware_host.web.mirror import PNG
from firmware_host.web.table_states import ENGLISH, State, payload
from tests.bench.page import milliseconds
from tests.bench.section import Section
from tests.firmware_host.features.fleet.open_desk import OpenDesk
from tests.firmware_host.features.fleet.told import DAY, STATE

TABLES: Final = (10, 100, 1000)
ROUNDS: Final = 25
SEEN: Final = 50
"""Tables in sight of a wall."""


def rows() -> Iterator[Sequence[str]]:
    """The head, and a row for each number of tables."""
    yield (
        "tables", "news of one table", "bytes", "figures of one table", "bytes",
        "picture on a wall", "bytes",
    )  # fmt: skip
    for count in TABLES:
        office = OpenDesk(count)
        office.see(*range(SEEN))
        office.pictures()
        news = (
            *_news(office, "state"),
            *_news(office, "counters"),
            *_pictures(office, random.Random(count)),
        )
        yield (f"{count}", *news)


def _news(office: OpenDesk, what: str) -> tuple[str, str]:
    """Return the median time and the bytes of what one table tells."""
    taken, sent = [], []
    for number in range(ROUNDS):
        told: Mapping[str, State] = {
            "state": {**STATE, "program": f"{number}"},
            "counters": {"days": [{**DAY, "begun": number}]},
        }
        begun = time.process_time()
        office.tell(number % 7, what, told[what])
        office.look()
        taken.append(time.process_time() - begun)
        sent.append(sum(map(len, office.socket.texts)))
    return milliseconds(median(taken)), f"{median(sent):,.0f}"


def _pictures(office: OpenDesk, rng: random.Random) -> tuple[str, str]:
    """Return the median time and the bytes of another display and board of a table in sight."""
    taken, sent, states = [], [], [games.load("squadro").start()]
    boards = BoardPictures(games)
    for number in range(ROUNDS):
        office.now += PICTURE_SECONDS
        state = states[-1].apply(rng.choice(states[-1].legal_moves()))
        states.append(state)
        game = {"name": "squadro", "options": {}, "position": str(state)}
        panel = payload({"number": number})
        begun = time.process_time()
        office.desk.take("tableside/1/table-3/picture", PNG + panel, is_kept=False)
        office.tell(3, "state", {**STATE, "game": game})
        office.pictures()
        assert boards.of(office.desk, "table-3", ENGLISH) is not None
        taken.append(time.process_time() - begun)
        sent.append(sum(map(len, office.socket.texts)))
    return milliseconds(median(taken)), f"{median(sent):,.0f}"


SECTIONS: Final[Mapping[str, Section]] = {
    "A desk of many tables": Section(
        "What a change at one table takes until an open page of all tables has been sent it: "
        "reading what the table tells, working out what is new, and writing it; on a wall with "
        "50 tables in sight, also drawing the board. The target is at most 5 ms with 1,000 "
        "tables.",
        lambda names: rows(),
    ),
}
