"""Everything that can happen to two linked tables, for the first acts."""

import json
from collections import Counter
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

import games
from firmware_host.features.linked.acts import NO_SEAL, Act, ActReader, Seal, begin_act
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage, Reader
from firmware_host.session.seats import DRAW
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from tests.figures import Figure
from tests.firmware_host.features.linked.explorer import ALL, NAMES, Explorer, Limits, LostError
from tests.firmware_host.features.linked.lying_table import lies

WITHOUT_DICE, WITH_DICE = "squadro", "tshupu"
BOTH_BEGIN = {
    "both begin at once, any message may come at any time": Limits(2, ALL, decisions=1),
    "both begin, each restarts, the last two messages may come": Limits(2, 2, 1, 0, 1),
}
BEGUN = {
    "each restarts, any message may come at any time": Limits(2, ALL, restarts=1),
    "each gets an older card, any message may come at any time": Limits(2, ALL, older_cards=1),
    "each restarts, gets an older card and decides, the last two may come": Limits(2, 2, 1, 1, 1),
    "each asks the other and restarts, the last two may come": Limits(2, 2, 1, asks=1),
}
LYING: Final = (
    Limits(2, 2, restarts=1, has_lies=True),
    Limits(2, 1, decisions=1, has_lies=True),
    Limits(2, 1, older_cards=1, has_lies=True),
    Limits(3, 1, asks=1, has_lies=True),
    Limits(3, 1, restarts=1, has_lies=True),
)
"""The right table lies to the left one about its acts."""

QUICK: Final = (
    Limits(2, 1, restarts=1, has_lies=True),
    Limits(2, 1, asks=1, has_lies=True),
    Limits(3, 1, has_lies=True),
)
SMALL = Limits(2, 2, 1, 0, 1)
EXPLORED = 200


def begin(game: str, first: int = 0) -> Act:
    seats = len(games.load(game).seats)
    tables = [NAMES[seat % 2] for seat in range(seats)]
    return begin_act(Setup(game, first=first, link="1a").record(), tables)


class Choosing:
    """The acts of ``game`` that people may do: two where there is a choice, or take one back."""

    def __init__(self, game: str) -> None:
        self.reader = ActReader(games)
        self.choices = cache(self._choices)
        self._game = game

    def _choices(self, acts: tuple[Act, ...]) -> tuple[Act, ...]:
        if not acts:
            return begin(self._game), begin(self._game, 1)
        session = self.reader.session(acts)
        if session.is_over:
            return ()
        is_own = bool(session.actions) and session.states[-2].turn == session.state.turn
        records: list[JournalRecord]
        records = [{"do": str(action)} for action in session.state.actions()[:2]]
        records += [{"undo": 1}] if is_own else []
        return tuple(json.dumps(record, separators=(",", ":")) for record in records)


def explorer(
    limits: Limits, game: str, *, is_begun: bool, kind: type[Agreement] = Agreement
) -> Explorer:
    choosing = Choosing(game)
    saved = LinkedRecord((begin(game),) if is_begun else ())
    told = cache(lambda message: tuple(lies(message, choosing.reader)))
    return Explorer(choosing.reader.read, choosing.choices, limits, saved, kind, told)


@pytest.mark.parametrize("game", [WITHOUT_DICE, WITH_DICE])
def test_nothing_is_lost_or_untold_in_the_first_acts(game: str) -> None:
    assert explorer(SMALL, game, is_begun=True).explore() > EXPLORED


def test_nothing_is_lost_or_untold_when_people_ask_each_other() -> None:
    exploring = explorer(Limits(2, 1, asks=1), WITHOUT_DICE, is_begun=True)
    assert exploring.explore() > EXPLORED
    assert any(DRAW in acts for acts in exploring.reached)


def test_two_tables_that_begin_at_once_are_told() -> None:
    exploring = explorer(Limits(1, 2, decisions=1), WITHOUT_DICE, is_begun=False)
    exploring.explore()
    assert exploring.counts["told"]


@pytest.mark.parametrize("game", [WITHOUT_DICE, WITH_DICE])
def test_a_table_that_lies_does_nothing_for_the_seats_of_the_other(game: str) -> None:
    for limits in QUICK:
        assert explorer(limits, game, is_begun=True).explore() > EXPLORED


class Believes(Agreement, frozen=True):
    """A control: the longer record counts, whoever did what."""

    def _count_believed(self, message: LinkMessage, read: Reader) -> int:
        return len(message.record.acts)


def test_the_explorer_finds_tables_that_believe_lies() -> None:
    limits = Limits(3, 1, has_lies=True)
    with pytest.raises(LostError, match="nobody here did"):
        explorer(limits, WITHOUT_DICE, is_begun=True, kind=Believes).explore()


class NewestCounts(Agreement, frozen=True):
    """A control: whatever was heard last counts."""

    def hear(self, message: LinkMessage, read: Reader) -> "NewestCounts":
        return replace(super().hear(message, read), record=message.record)


class MeetsNobody(Agreement, frozen=True):
    """A control: acts at once after its start."""

    @classmethod
    def begin(
        cls, table: str, start: str, saved: LinkedRecord, key: str = "", kept: Seal = NO_SEAL
    ) -> "MeetsNobody":
        return cls(table, start, saved, saved, LinkMessage(""), has_met=True)


def test_the_explorer_finds_tables_that_lose_acts() -> None:
    with pytest.raises(LostError):
        explorer(SMALL, WITHOUT_DICE, is_begun=True, kind=NewestCounts).explore()


def test_one_older_card_leads_to_no_fork() -> None:
    only_cards = Limits(3, 1, older_cards=1)
    exploring = explorer(only_cards, WITHOUT_DICE, is_begun=True)
    exploring.explore()
    assert not exploring.counts["told"]
    careless = explorer(only_cards, WITHOUT_DICE, is_begun=True, kind=MeetsNobody)
    careless.explore()
    assert careless.counts["told"], "tables that do not wait for an answer fork"


@pytest.mark.deep
def test_everything_in_the_first_acts_is_explored(figure: Figure) -> None:
    counts: Counter[str] = Counter()
    cases = []
    for scenarios, is_begun in ((BOTH_BEGIN, False), (BEGUN, True)):
        for title, limits in scenarios.items():
            found = [
                explored(game, title, limits, is_begun=is_begun)
                for game in (WITHOUT_DICE, WITH_DICE)
            ]
            counts += sum(found, Counter())
            cases.append(f"{title}: " + " and ".join(f"{each['moments']:,}" for each in found))
    text = f"{counts['moments']:,} moments, in {counts['told']:,} of which people are asked"
    figure("linked moments", text)
    figure("linked cases", "; ".join(cases))


@pytest.mark.deep
def test_a_table_that_lies_is_explored(figure: Figure) -> None:
    cases = [
        explored(game, "one lies", limits, is_begun=True)
        for limits in LYING
        for game in (WITHOUT_DICE, WITH_DICE)
    ]
    counts = sum(cases, Counter())
    text = f"{counts['moments']:,} moments, in {counts['told']:,} of which people are asked"
    figure("lying moments", text)


def explored(game: str, title: str, limits: Limits, *, is_begun: bool) -> Counter[str]:
    exploring = explorer(limits, game, is_begun=is_begun)
    exploring.explore()
    print(f"{game}: {title}: {exploring.counts}", flush=True)
    return exploring.counts
