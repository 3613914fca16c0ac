"""Games, removals, crashes and rebuilds in any order: the counters equal a simple count."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.storage.counters import NAME, Counters
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import Retention
from tests.firmware_host.storage.disk import FOLDER, Disk, PowerCut

EXAMPLES, DEEP_EXAMPLES = 150, 10_000
DAYS = ("2026-03-08", "2026-03-09", "2026-03-10")
Deed = Literal["begin", "move", "over", "left", "undo", "kill", "cut", "cut soon", "rebuild"]
DEEDS: Sequence[Deed] = ("begin", "move", "over", "left", "undo", "kill", "cut", "cut soon")
RECORDS: dict[str, JournalRecord] = {
    "move": {"do": "3"},
    "over": {"over": "home"},
    "left": {"left": "idle"},
    "undo": {"undo": 1},
}
ENDINGS = {"over": "finished", "over left": "finished", "left": "abandoned"}


class Story:
    """A table on a disk double that is cut off at will, beside a plain list of its games.

    Each game is the day on which it was begun and the last thing that happened in it.
    """

    def __init__(self, retention: Retention, seed: int) -> None:
        self.rng, self.retention = random.Random(seed), retention
        self.disk = Disk()
        self.games: list[tuple[str, str]] = []
        self.day = DAYS[0]
        self.journal = self._started()

    def happen(self, deed: Deed, day: str) -> None:
        """Let ``deed`` happen on ``day``."""
        self.day = day
        try:
            self._do(deed)
        except PowerCut:
            self._go_on_after_cut()

    def _do(self, deed: Deed) -> None:
        match deed:
            case "begin":
                self.journal.begin({"begin": str(len(self.games))})
                self.games.append((self.day, deed))
            case "kill":
                self.journal = self._started()
            case "cut":
                self._go_on_after_cut()
            case "cut soon":
                self.disk.cut_at = self.disk.calls + self.rng.randint(0, 25)
            case "rebuild":
                if NAME in self.disk.files:
                    self.disk.remove(FOLDER / NAME)
            case _ if self.games and not self.games[-1][1].endswith("left"):
                self.journal.append(RECORDS[deed])
                self._note(deed)

    def _started(self) -> Journal:
        journal = Journal(
            FOLDER,
            self.disk,
            today=lambda: self.day,
            clock=lambda: 0,
            retention=self.retention,
            reserve=0,
        )
        self._take_up(journal.open())
        return journal

    def _go_on_after_cut(self) -> None:
        self.disk = Disk(self.disk.image(self.rng))
        self.journal = self._started()

    def _take_up(self, records: Sequence[JournalRecord]) -> None:
        """Learn what a cut has left of what was not acknowledged: a game, or its last record."""
        if not records:
            return
        number = int(str(records[0]["begin"]))
        if number == len(self.games):
            self.games.append((self.day, "begin"))
        for last in records[-2:]:
            self._note(next((deed for deed in RECORDS if RECORDS[deed] == last), "begin"))

    def _note(self, deed: str) -> None:
        day, last = self.games[-1]
        self.games[-1] = (day, f"{last} {deed}" if (last, deed) == ("over", "left") else deed)

    def check(self) -> None:
        files = {name: stored.written for name, stored in self.disk.files.items()}
        told = {
            (day.day, what): count
            for day in Counters(FOLDER, Disk(files)).days()
            for what, count in zip(("begun", "finished", "abandoned"), day[1:4], strict=True)
        }
        assert {key: count for key, count in told.items() if count} == self._plain()

    def _plain(self) -> Counter[tuple[str, str]]:
        counts: Counter[tuple[str, str]] = Counter()
        for number, (day, last) in enumerate(self.games, start=1):
            is_open = number == len(self.games)
            counts[day, "begun"] += 1
            ending = ENDINGS.get(last, "" if is_open else "abandoned")
            if ending:
                counts[day, ending] += 1
        return counts


def follow(deeds: list[tuple[Deed, str]], retention: Retention, seed: int) -> None:
    story = Story(retention, seed)
    for deed, day in deeds:
        story.happen(deed, day)
        story.check()


def stories(deeds: Sequence[Deed]) -> st.SearchStrategy[list[tuple[Deed, str]]]:
    return st.lists(st.tuples(st.sampled_from(deeds), st.sampled_from(DAYS)), max_size=25)


SMALL = st.sampled_from(
    [Retention(sessions=1), Retention(sessions=2), Retention(size=700, at_least=1)]
)
SEEDS = st.integers(0, 1000)


@settings(max_examples=EXAMPLES, deadline=None)
@given(stories(DEEDS), SMALL, SEEDS)
def test_removed_games_still_count_exactly_once(
    deeds: list[tuple[Deed, str]], retention: Retention, seed: int
) -> None:
    follow(deeds, retention, seed)


@settings(max_examples=EXAMPLES, deadline=None)
@given(stories([*DEEDS, "rebuild"]), SEEDS)
def test_counters_rebuilt_from_a_complete_journal_are_the_same(
    deeds: list[tuple[Deed, str]], seed: int
) -> None:
    follow(deeds, Retention(), seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES, deadline=None)
@given(stories(DEEDS), SMALL, SEEDS)
def test_removed_games_still_count_exactly_once_at_length(
    deeds: list[tuple[Deed, str]], retention: Retention, seed: int
) -> None:
    follow(deeds, retention, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES, deadline=None)
@given(stories([*DEEDS, "rebuild"]), SEEDS)
def test_counters_rebuilt_from_a_complete_journal_are_the_same_at_length(
    deeds: list[tuple[Deed, str]], seed: int
) -> None:
    follow(deeds, Retention(), seed)
