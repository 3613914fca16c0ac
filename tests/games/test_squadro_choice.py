"""Squadro: what the search finds, and how it deals with positions that come back."""

import random
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from games.budget import Budget
from games.core import State
from games.players.alphabeta import AlphaBeta, Branch, Grammar, alphabeta
from games.players.levels import search
from games.squadro.game import Squadro, SquadroPosition
from games.squadro.moves import Runs, cells_of, code_of
from games.squadro.rules import NAMES
from games.squadro.search import SearchTree
from tests.bench.squadro_positions import FILE, read
from tests.games.squadro_plain import Endgame, choices, solved
from tests.games.squadro_play import CYCLE, CYCLE_BEGIN, at, play, written

AWAY = {0: 0, 3: 6, 5: 0, 9: 6}
"""A1 and B1 anywhere, A4 and B5 on their way home."""


@pytest.fixture(autouse=True)
def _without_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.squadro.moves.best_table", lambda: None)


@cache
def endgames() -> Mapping[Endgame, int]:
    return solved(AWAY)


def decisive(rng: random.Random, count: int) -> Iterator[tuple[SquadroPosition, dict[int, int]]]:
    """Endgames in which some moves keep the value and some do not."""
    values, game = endgames(), Squadro()
    for each in rng.sample(sorted(values), len(values)):
        found = choices(values, each)
        if len(set(found.values())) > 1 and count:
            count -= 1
            yield game.state(written(each[1], each[0])), found


def searched(state: SquadroPosition, nodes: int, seed: int = 1) -> list[str]:
    """The moves of ``state``, the best first."""
    ranked = search(state, Budget(nodes), random.Random(seed))
    return [str(move) for move in ranked]


class Counting:
    """The tree of the game in which a position is worth the lead in moves."""

    def branches(self, node: State) -> list[Branch[State]]:
        assert node.turn is not None
        after = [node.apply(move) for move in node.legal_moves()]
        return [
            (each.material(node.turn), each, each)
            if (outcome := each.outcome()) is None
            else (outcome.score(node.turn), each, None)
            for each in after
        ]


def counted(state: SquadroPosition, nodes: int, seed: int) -> list[str]:
    """The best move of ``state`` by the lead in moves."""
    branches = Counting().branches(state)
    random.Random(seed).shuffle(branches)
    best = AlphaBeta(Counting(), Budget(nodes)).ranked(branches)[0][1]
    return [next(str(move) for move in state.legal_moves() if state.apply(move) == best)]


def random_states(seed: int, count: int) -> Iterator[SquadroPosition]:
    rng = random.Random(seed)
    for _ in range(count):
        state = Squadro().start(rng.randrange(2))
        for _ in range(rng.randrange(60)):
            after = state.apply(rng.choice(state.legal_moves()))
            state = state if after.is_terminal else after
        yield at(str(state))


def test_a_branch_has_the_value_of_the_state_after_it() -> None:
    for state in random_states(1, 40):
        assert state.turn is not None
        progress = state.progress
        code, cells = code_of(progress, state.turn), cells_of(progress)
        fast = SearchTree(Runs()).branches((code, cells, None))
        plain = Grammar().branches(state)
        assert [worth for worth, _, _ in fast] == pytest.approx([worth for worth, _, _ in plain])


def test_the_search_on_numbers_finds_what_the_search_on_states_finds() -> None:
    for state in random_states(2, 15):
        plain = alphabeta(state, Budget(150), random.Random(4))
        assert searched(state, 150, seed=4) == [str(move) for move in plain]


def test_the_search_keeps_the_value_of_endgames() -> None:
    kept = [
        found[NAMES.index(searched(state, 3000)[0][:2])] == max(found.values())
        for state, found in decisive(random.Random(1), 40)
    ]
    assert sum(kept) >= 38


@pytest.mark.deep
def test_the_search_keeps_the_value_of_a_thousand_endgames() -> None:
    kept = [
        found[NAMES.index(searched(state, Squadro.SEARCH_NODES)[0][:2])] == max(found.values())
        for state, found in decisive(random.Random(2), 1000)
    ]
    assert sum(kept) >= 970


def test_who_can_win_without_it_brings_no_position_back() -> None:
    values = solved({0: 6, 3: 0, 5: 0, 8: 6})
    state, seen = at(CYCLE_BEGIN), set[str]()
    for piece in CYCLE:
        seen.add(str(state))
        found = choices(values, (state.code & 1, state.progress))
        after = {str(move): str(state.apply(move)) for move in state.legal_moves()}
        fresh = [text for text in after if after[text] not in seen]
        best = searched(state, 500)[0]
        wins = any(found[NAMES.index(text[:2])] == 1 for text in fresh)
        assert best in fresh or not wins
        state = play(state, [piece])


def test_the_champion_keeps_the_value_of_positions_in_all_parts_of_the_game() -> None:
    lines = FILE.read_text().splitlines()[:40]
    known = [
        (state, {str(move): value for move, value in worth.items()}) for state, worth in read(lines)
    ]
    kept = [worth[searched(state, 300)[0]] == max(worth.values()) for state, worth in known]
    assert sum(kept) >= 36


@pytest.mark.deep
def test_the_champion_beats_a_search_that_counts_the_lead_in_moves() -> None:
    rng, won = random.Random(1), 0.0
    for game in range(22):
        state, champion = Squadro().start(game % 2), game // 2 % 2
        while not state.is_terminal:
            player = searched if state.turn == champion else counted
            state = state.apply(state.parse(player(state, 3000, rng.randrange(1000))[0]))
        outcome = state.outcome()
        assert outcome is not None
        won += (1 + outcome.score(champion)) / 2
    assert won >= 20


@pytest.mark.parametrize("repetition", ["draw", "ban", "none"])
def test_under_every_option_each_legal_move_is_ranked_once(repetition: str) -> None:
    state = play(at(CYCLE_BEGIN, repetition=repetition), CYCLE[:-1])
    ranked = search(state, Budget(200), random.Random(1))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))
