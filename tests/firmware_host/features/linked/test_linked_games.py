"""Random games at two tables, while messages are lost or late and tables are switched off."""

from collections import Counter
from collections.abc import Iterable

import pytest

from firmware_host.session.setup import Setup
from tests.figures import Figure
from tests.firmware_host.features.linked.two_tables import MOST_STEPS, LinkedPlay, Mishaps

SETUPS = {
    "squadro": Setup("squadro"),
    "tshupu": Setup("tshupu"),
    "thaayam": Setup("thaayam", {"seats": 2}),
    "xiangqi4": Setup("xiangqi4"),
}
WHOLE = {"squadro": 240, "tshupu": 40, "thaayam": 40, "xiangqi4": 4}
"""So many games are played to their end, with the mishaps of real ones."""

BUSY = {"squadro": 6_760, "tshupu": 1_460, "thaayam": 1_360, "xiangqi4": 96}
"""So many have few steps, with twenty times the mishaps: most of a long game is like the rest."""

MANY_MISHAPS = Mishaps(restart=0.02, older_card=0.01, take_back=0.1, ask=0.1, lie=0.05)
FEW_STEPS = 250
EVENTS = ("acts", "messages", "restarts", "older cards", "decisions", "answers", "lies")
COUNTED = ("games", "played to the end", *EVENTS)


def played(game: str, seeds: Iterable[int], steps: int = MOST_STEPS) -> Counter[str]:
    """Play games; return what happened in all of them, with what went wrong."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        play = LinkedPlay(SETUPS[game], seed, Mishaps() if steps == MOST_STEPS else MANY_MISHAPS)
        play.play(steps)
        counts += play.counts
        counts["games"] += 1
        counts["untold"] += play.disagree and play.is_agreed
        counts["told"] += not play.is_agreed
        counts["played to the end"] += play.is_over
        counts["lied"] += len(play.done_by_lies)
        counts["lost"] += 0 if play.disagree else len(play.lost)
    return counts


@pytest.mark.parametrize("game", list(SETUPS))
def test_a_random_game_goes_alike_at_both_tables(game: str) -> None:
    counts = played(game, [1], FEW_STEPS)
    assert counts["acts"] > 3
    assert (counts["untold"], counts["lost"], counts["lied"]) == (0, 0, 0)


@pytest.mark.deep
def test_ten_thousand_random_games(figure: Figure) -> None:
    counts: Counter[str] = Counter()
    for numbers, steps in ((WHOLE, MOST_STEPS), (BUSY, FEW_STEPS)):
        for game, number in numbers.items():
            of_game = played(game, range(number), steps)
            print(game, steps, of_game, flush=True)
            counts += of_game
    text = ", ".join(f"{counts[what]:,} {what}" for what in COUNTED)
    results = f"{counts['untold']} untold differences, {counts['lost']} lost"
    figure("linked games", f"{text}: {results}, {counts['lied']} done by lies")
    assert (counts["untold"], counts["lost"], counts["lied"]) == (0, 0, 0)
