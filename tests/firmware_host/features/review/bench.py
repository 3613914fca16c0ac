"""What reviews add to the page of benchmarks."""

from collections.abc import Mapping
from typing import Final

from tests.bench.section import Section
from tests.firmware_host.features.review import load, speed

SECTIONS: Final[Mapping[str, Section]] = {
    "Reviews": Section(
        "How long one process works on the review of a game between friends, played to its end. "
        "The target is at most 10 s for a median game.",
        speed.rows,
    ),
    "A review beside the table": Section(
        "The time from the debounced event of a key to the last message handed to the bus, pressed "
        "in three conditions in turns in one run: twice while nothing else goes on, whose "
        "difference is chance, and once while the process of the web server works on a review of "
        "xiangqi for four. The processor is that of the thread of the loop. The target is that a "
        "review does not change the p99.",
        lambda names: load.rows(),
    ),
}
