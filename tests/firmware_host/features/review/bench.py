"""What reviews add to the page of benchmarks."""

from collections.abc import Mapping
from typing import Final

from games.core import Game
from games.xiangqi4.game import Xiangqi4
from tests.bench.section import Section
from tests.firmware_host.features.review import load, speed

SECTIONS: Final[Mapping[str, Section]] = {
    "Reviews": Section(
        "How long one process works on the review of a game between friends, played to its end. "
        "Games that are played at random take longer than any between people: the last columns "
        f"are about the longest of {speed.RANDOM_GAMES}. In a game of more than "
        f"{Game.CLOSE_MOVES} moves, {Xiangqi4.CLOSE_MOVES} in xiangqi for four and Backgammon, "
        "each is looked at less closely. The target is at most 10 s.",
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
