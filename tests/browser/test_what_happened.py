"""Whatever happens on the board is drawn: every position of a game, and from where to where."""

import json
import time
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from firmware_host.session.setup import Setup
from games.actions import PASS, Move
from games.core import State
from games.equipment import PLACES_BESIDE
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import PATIENCE, shows_actions
from tests.browser.test_whole_games import do_at_the_table, each_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWN: Final = """() => [...document.querySelectorAll("#board .pieces > g[data-id]")]
  .map(({ dataset: each }) => [+each.seat, each.kind, each.place, each.facing, +each.count])"""

TRAILS: Final = """() => [...document.querySelectorAll("#board .trail.newest")].map((each) => [
  +each.dataset.seat, each.dataset.way, each.querySelector("path").getAttribute("d"),
  [...each.querySelectorAll(".taken")].map(({ dataset }) => dataset.place)])"""

Stood = Counter[tuple[int | None, str, str]]
"""How many pieces of a seat and kind stand on a place."""


def stood(state: State) -> Stood:
    """Return what stands where on the board of ``state`` and beside it."""
    found: Stood = Counter()
    for piece in state.pieces():
        found[piece.seat, piece.kind, piece.place] += piece.count
    return found


def drawn(page: "Page") -> list[list[Any]]:
    """Return the pieces that are drawn on ``page``, sorted."""
    found: list[list[Any]] = page.evaluate(DRAWN)
    return sorted(found)


def on_board(state: State) -> list[list[Any]]:
    """Return the pieces on the board of ``state``, as a page draws them."""
    return sorted(
        [piece.seat, piece.kind, piece.place, piece.facing, piece.count]
        for piece in state.pieces()
        if piece.place not in PLACES_BESIDE
    )


def waits_until_drawn(page: "Page", state: State) -> None:
    """Wait until ``page`` shows the pieces of ``state``, each alone where it stands."""
    end = time.monotonic() + PATIENCE / 1000
    while _alone(drawn(page)) != _alone(on_board(state)) and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert _alone(drawn(page)) == _alone(on_board(state))


def _alone(pieces: list[list[Any]]) -> list[str]:
    """Return ``pieces`` so that two that are alike are the same as one that counts two."""
    return sorted(json.dumps(piece[:4]) for piece in pieces for _ in range(piece[4]))


def check_last_move(page: "Page", before: State, move: Move) -> None:
    """Check that ``page`` draws from where to where ``move`` went, and what it captured."""
    seat, trails = before.mover, page.evaluate(TRAILS)
    was, after = stood(before), stood(before.apply(move))
    ends = {place for owner, _, place in after if owner == seat} | {"off"}
    assert len(trails) == len(move.ways)
    for trail_seat, way, path, _ in trails:
        first, last = _ends(way)
        assert trail_seat == seat
        assert any(was[key] for key in was if key[0] == seat and key[2] == first), way
        assert last in ends, way
        assert path.count("L") >= 1, "the line has a beginning and an end"
    taken = {place for *_, places in trails for place in places}
    assert taken == {piece.place for piece in move.captures}


def _ends(way: str) -> tuple[str, str]:
    """Return where a way begins and ends; places beside the board have their seat after them."""
    words = way.split()
    places = [word for before, word in pairwise(("", *words)) if before not in PLACES_BESIDE]
    return places[0], places[-1]


@each_game()
def test_every_position_of_a_game_is_drawn_with_its_last_move(
    game: str, most: int | None, share: Share, visit: Open
) -> None:
    table = share(Setup(game))
    table.hands.follow()
    page = visit(table)
    shows_actions(page, 0)
    waits_until_drawn(page, table.hands.state)
    for number, before, action in course(table.hands.state, most):
        do_at_the_table(table.hands, action)
        shows_actions(page, number + 1)
        waits_until_drawn(page, before.apply(action))
        if isinstance(action, Move) and action != PASS:
            check_last_move(page, before, action)
