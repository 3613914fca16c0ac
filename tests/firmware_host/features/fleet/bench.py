"""What a desk of many tables adds to the page of benchmarks."""

import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final

from firmware_host.web.table_states import State
from tests.bench.page import milliseconds
from tests.bench.section import Section
from tests.firmware_host.features.fleet.open_desk import OpenDesk
from tests.firmware_host.features.fleet.told import DAY, STATE

TABLES: Final = (10, 100, 1000)
ROUNDS: Final = 25


def rows() -> Iterator[Sequence[str]]:
    """The head, and a row for each number of tables."""
    yield ("tables", "news of one table", "bytes", "figures of one table", "bytes")
    for count in TABLES:
        office = OpenDesk(count)
        yield (f"{count}", *_news(office, "state"), *_news(office, "counters"))


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


SECTIONS: Final[Mapping[str, Section]] = {
    "A desk of many tables": Section(
        "What a change at one table takes until an open page of all tables has been sent it: "
        "reading what the table tells, working out what is new, and writing it. The target is at "
        "most 5 ms with 1,000 tables.",
        lambda names: rows(),
    ),
}
