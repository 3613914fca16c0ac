"""A power cut anywhere in an update: the old or the new version starts, with all games."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pytest

from firmware_host.setup.paths import CURRENT, RELEASES, TRUSTED
from firmware_host.setup.update.updater import HandedPackage
from tests.figures import Figure
from tests.firmware_host.setup.update.card import Card, CardPowerCut
from tests.firmware_host.setup.update.packages import handed, package, release
from tests.firmware_host.setup.update.table import (
    BEHAVIOURS,
    NEW,
    OLD,
    SimulatedMachine,
    games_are_intact,
    new_card,
    updater,
)

LOOKS, DEEP_LOOKS, POINTS = 1, 12, 1000
MANY_FILES = 1000
CUT_AGAIN = 0.02
SAMPLE = ("good", "migrates, then crashes")
LIMIT = 50
"""Cuts one after the other before the power stays."""


@dataclass
class CutTally:
    """How many different cards were tried, and what was wrong with any of them."""

    states: int = 0
    again: int = 0
    old: int = 0
    new: int = 0
    wrong: list[str] = field(default_factory=list)


class CutUpdate:
    """An update to a version with some ``behaviour``, with ``looks`` at what each cut may leave."""

    def __init__(
        self, behaviour: str, looks: int, tally: CutTally, seed: int = 1, more_files: int = 0
    ) -> None:
        self._rng, self._looks, self._tally = random.Random(seed), looks, tally
        self._seen: set[int] = set()
        more = {f"lib/{number}.py": b"%d" % number for number in range(more_files)}
        self._release = {**release(behaviour), **more}
        self._complete = {OLD: _listed(release("good")), NEW: _listed(self._release)}

    def run(self, card: Card) -> None:
        machine = SimulatedMachine(card)
        card.watch = lambda call: self._look(card, call)
        updater(machine).install(self._handed())
        self._look(card, "end")

    def _handed(self) -> HandedPackage:
        return handed(package(NEW, self._release, Tableside_State="2"))

    def _look(self, card: Card, call: str) -> None:
        for _ in range(self._looks):
            left = card.after_cut(self._rng)
            key = hash(str(left.tree()))
            if key not in self._seen:
                self._seen.add(key)
                self._tally.states += 1
                self._start_on(left, call)

    def _start_on(self, card: Card, call: str) -> None:
        """Start the machine on ``card``, with more cuts, until it has come to rest."""
        for _ in range(LIMIT):
            card.watch = self._cut_at_times
            machine = SimulatedMachine(card)
            try:
                self._boot(machine, call)
                break
            except CardPowerCut:
                self._tally.again += 1
                card = card.after_cut(self._rng)
        card.watch = None
        self._check_rest(card, call)

    def _boot(self, machine: SimulatedMachine, call: str) -> None:
        again = updater(machine)
        again.recover()
        if self._is_runnable(machine.card, call):
            machine.restart()
            again.watch()
            machine.run_for(30)

    def _cut_at_times(self, call: str) -> None:
        if self._rng.random() < CUT_AGAIN:
            raise CardPowerCut

    def _is_runnable(self, card: Card, call: str) -> bool:
        version = (card.target(CURRENT) or "").rpartition("/")[2]
        is_whole = card.tree(f"{RELEASES}/{version}") == self._complete.get(version)
        if not is_whole:
            self._tally.wrong.append(f"{call}: {version!r} is not complete")
        return is_whole

    def _check_rest(self, card: Card, call: str) -> None:
        current, trusted = card.target(CURRENT), card.target(TRUSTED)
        self._tally.old += current == f"releases/{OLD}"
        self._tally.new += current == f"releases/{NEW}"
        if current != trusted or not self._is_runnable(card, call):
            self._tally.wrong.append(f"{call}: {current} runs, {trusted} is trusted")
        if not games_are_intact(card):
            self._tally.wrong.append(f"{call}: the games are not what they were")


def _listed(files: Mapping[str, bytes | str | None]) -> Mapping[str, object]:
    """Return ``files`` as the tree of a card lists them."""
    return {f"{path}/" if content is None else path: content for path, content in files.items()}


def tried(behaviours: Iterable[str], looks: int) -> CutTally:
    tally = CutTally()
    for seed, behaviour in enumerate(behaviours):
        CutUpdate(behaviour, looks, tally, seed).run(new_card())
    return tally


@pytest.mark.parametrize("behaviour", SAMPLE)
def test_no_power_cut_leaves_a_table_that_does_not_start(behaviour: str) -> None:
    tally = tried((behaviour,), LOOKS)
    assert tally.wrong == []
    assert tally.states > 15
    assert tally.old > 0


@pytest.mark.deep
def test_no_power_cut_leaves_a_table_that_does_not_start_at_length(figure: Figure) -> None:
    tally = tried(BEHAVIOURS, DEEP_LOOKS)
    assert tally.wrong == []
    figure("update cuts", f"{tally.states:,}")
    figure("update cuts again", f"{tally.again:,}")
    assert tally.states >= POINTS
    assert min(tally.old, tally.new, tally.again) > 0


@pytest.mark.deep
def test_no_power_cut_at_any_file_leaves_a_table_that_does_not_start(figure: Figure) -> None:
    tally, card = CutTally(), new_card()
    calls_before = card.calls
    CutUpdate("good", 1, tally, more_files=MANY_FILES).run(card)
    assert tally.wrong == []
    assert tally.states >= POINTS
    figure("update points", f"{card.calls - calls_before:,}")


def test_a_card_that_ignores_every_sync_would_lose_a_version() -> None:
    tally, card = CutTally(), new_card()
    card.sync = lambda: None  # type: ignore[method-assign]
    CutUpdate("good", 4, tally).run(card)
    assert any("not complete" in wrong for wrong in tally.wrong)
