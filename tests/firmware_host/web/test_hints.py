"""Hints on the page: one at a time, the same for all who ask, with a reason."""

import asyncio
import random

import pytest

import games
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import Advice
from firmware_host.web import hints
from firmware_host.web.hints import MOST_WAITING, Hints
from firmware_host.web.motions import place_of
from games.actions import PASS
from games.core import State, random_action

CAPTURE = "0 2,12,3,3,7/1,2,2,7,11"


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The positions that were thought about."""
    found: list[State] = []
    think = hints._think

    def noted(state: State) -> Advice:
        found.append(state)
        return think(state)

    monkeypatch.setattr(hints, "_think", noted)
    return found


def test_a_hint_has_a_move_a_reason_and_the_way() -> None:
    state = games.load("squadro").state(CAPTURE)
    hint = asyncio.run(Hints().hint(state, Language("en")))
    assert str(hint["hint"]).startswith("Hint: ")
    assert "Reason: " in str(hint["hint"])
    assert hint["points"]


@pytest.mark.parametrize("game", games.names())
def test_a_hint_says_from_where_to_where_in_every_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, rng = games.load(game).start(), random.Random(2)
    while state.is_chance or all(move == PASS for move in state.legal_moves()):
        state = state.apply(random_action(state, rng))
    best = next(move for move in reversed(state.legal_moves()) if move != PASS)
    monkeypatch.setattr(hints, "_think", lambda state: Advice(best, None))
    hint = asyncio.run(Hints().hint(state, Language("en")))
    first, *_ = best.ways
    origin = place_of(first[0], state.mover)
    assert (hint["origin"], hint["target"]) == (origin, place_of(best.ways[-1][-1], state.mover))
    stands = {(piece.seat, place_of(piece.place, piece.seat)) for piece in state.pieces()}
    assert (state.mover, origin) in stands


def test_a_hint_is_in_the_language_of_the_visitor() -> None:
    state = games.load("squadro").state(CAPTURE)
    assert str(asyncio.run(Hints().hint(state, Language("ru")))["hint"]).startswith("Подсказка: ")


def test_before_a_throw_there_is_nothing_to_advise() -> None:
    hint = asyncio.run(Hints().hint(games.load("thaayam").start(), Language("en")))
    assert hint == {"hint": "There is no move to choose now.", "points": []}


def test_people_who_ask_about_one_position_share_the_answer_and_a_crowd_is_sent_away(
    thought: list[State],
) -> None:
    state = games.load("squadro").state(CAPTURE)

    async def ask(people: int) -> list[dict[str, object]]:
        desk = Hints()
        return await asyncio.gather(*(desk.hint(state, Language("en")) for _ in range(people)))

    answers = asyncio.run(ask(MOST_WAITING + 2))
    assert len(thought) == 1
    assert [bool(answer["points"]) for answer in answers] == [True] * MOST_WAITING + [False] * 2
