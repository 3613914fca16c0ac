"""What a page gets while a game is played: little a move, however long the game is."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

import games
from firmware_host.remote.wire import Published
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.web import page_parts
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import NOTHING, PageStates, patch
from firmware_host.web.page_state import PageState
from games.core import random_action
from tests.deep import deeply
from tests.told import ToldPage, merged

MOST_BYTES: Final = 6000
"""Of a move and viewer, in any game."""

LONG: Final = (200, *deeply(800))
"""Actions of long games."""


class Follower:
    """A page in a ``language`` that gets what has changed; one ``with_moves`` chooses all moves."""

    def __init__(self, states: PageStates, language: str, *, with_moves: bool) -> None:
        self._states, self._language, self._with_moves = states, language, with_moves
        self._known: PageState = NOTHING
        self.page = ToldPage()

    def look(self) -> int:
        """Return how many bytes the page gets now."""
        shown = self._states.of(self._language, with_moves=self._with_moves)
        news = self._states.news(self._known, shown)
        self._known = shown
        if news:
            self.page.take(news)
        return len(news.encode())


class PlayedTable:
    """A table at which ``game`` is played by chance."""

    def __init__(self, game: str) -> None:
        self.mirror = TableMirror(games)
        self.session = Session.begin(Setup(game, first=0).record(), games)
        self._show()

    def play(self, most: int) -> Iterator[int]:
        """Play so many actions; yield their numbers whenever something is new, hands included."""
        rng = random.Random(4)
        for number in range(most):
            if self.session.state.is_terminal:
                return
            self.session.apply({"do": str(random_action(self.session.state, rng))})
            yield self._show(number)
            for done in range(len(self.session.hand_steps.due)):
                self.session.apply({"act": done + 1})
                yield self._show(number)

    def _show(self, number: int = -1) -> int:
        awaited = "hand step" if self.session.hand_steps.due else "choice"
        records = ({"at": self.mirror.version},)
        self.mirror.present(Published(awaited=awaited, records=records), self.session)
        return number


def bytes_by_action(game: str, most: int, language: str, *, with_moves: bool) -> list[int]:
    """Return how many bytes a page gets for each action; the first picture is left out."""
    table = PlayedTable(game)
    follower = Follower(PageStates(table.mirror), language, with_moves=with_moves)
    follower.look()
    found: Counter[int] = Counter()
    for number in table.play(most):
        found[number] += follower.look()
    return [found[number] for number in sorted(found)]


@pytest.mark.parametrize("most", LONG)
@pytest.mark.parametrize("with_moves", [False, True], ids=["watches", "chooses"])
@pytest.mark.parametrize("game", games.names())
def test_a_move_costs_little_at_every_length_of_a_game(
    game: str, with_moves: bool, most: int
) -> None:
    found = bytes_by_action(game, most, "ru", with_moves=with_moves)
    assert max(found) <= MOST_BYTES
    early, late = found[: len(found) // 4], found[-len(found) // 4 :]
    assert sum(late) / len(late) <= 1.5 * sum(early) / len(early) + 300


@pytest.mark.parametrize("game", games.names())
def test_patches_make_what_the_table_shows(game: str) -> None:
    table = PlayedTable(game)
    states = PageStates(table.mirror)
    steady, hasty = (Follower(states, "en", with_moves=False) for _ in range(2))
    for count, _ in enumerate(table.play(60)):
        steady.look()
        if count % 7 == 0:
            hasty.look()
    late = Follower(states, "en", with_moves=False)
    for each in (steady, hasty, late):
        each.look()
    assert steady.page.shown == hasty.page.shown == late.page.shown


def test_a_game_that_has_not_changed_is_not_sent_again() -> None:
    table = PlayedTable("xiangqi4")
    follower = Follower(PageStates(table.mirror), "en", with_moves=False)
    assert follower.look() > 0
    table.mirror.present(table.mirror.snapshot, table.session)
    assert follower.look() == 0


def test_a_thousand_followers_share_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def written(message: PageState) -> str:
        nonlocal count
        count += 1
        return original(message)

    original = page_parts.written
    monkeypatch.setattr(page_parts, "written", written)
    table = PlayedTable("squadro")
    states = PageStates(table.mirror)
    followers = [Follower(states, "en", with_moves=False) for _ in range(1000)]
    for _ in table.play(3):
        count = 0
        for each in followers:
            each.look()
        assert count == 1


def test_a_patch_of_anything_makes_it() -> None:
    states: list[PageState] = [
        {},
        {"a": 1, "b": {"c": [1, 2], "d": {"e": None}}},
        {"a": None, "b": {"c": [1, 3], "d": {}}},
        {"b": 5},
        {"b": {"x": {}}, "a": 0},
        {"a": {"a": {"a": 1}}},
    ]
    for old, new in pairwise([*states, *reversed(states)]):
        assert merged(merged({}, patch({}, old)), patch(old, new)) == merged({}, patch({}, new))
