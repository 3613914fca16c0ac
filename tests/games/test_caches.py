"""The caches of the games are bounded, however long a table is in use.

A cache forgets when it is full, or has no more than so many entries since there are no more
arguments. Tables that grow while a game is played have a bound too, and go with their game.
"""

import gc
import importlib
import pkgutil
import random
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from typing import Any

import pytest

import games
from games.core import random_action
from games.players import load as load_player
from games.race import ABOUTS, words
from games.squadro.evaluate import PARTS
from games.squadro.game import Squadro
from games.squadro.moves import PATTERNS, STAGES, Runs
from games.squadro.rules import SEATS as SQUADRO_SEATS
from games.squadro.rules import TRACKS
from games.thaayam.game import Thaayam
from games.thaayam.rules import BORNE_OFF, THROWS
from games.xiangqi4.rules import EVERY_PIECE, NAMES, SEATS
from games.xiangqi4.tables import movement
from games.xiangqi4.terrain import MOST_REMEMBERED, PieceView

CACHE: type[Any] = type(lru_cache(str))
TABLES = sum(map(is_dataclass, vars(words).values()))
"""As many tables a file of a race may have."""


FULL: Mapping[str, int] = {
    "games.race.game.shipped": len(ABOUTS),
    "games.race.reading.words_of": TABLES,
    "games.squadro.evaluate.scores": 1,
    "games.squadro.moves.runs": 1,
    "games.squadro.evaluate.few_digits": 1,
    "games.squadro.evaluate.columns": len(SQUADRO_SEATS) * PARTS,
    "games.squadro.evaluate.own_triples": len(SQUADRO_SEATS) ** 2,
    "games.squadro.evaluate.two_columns": len(SQUADRO_SEATS) ** 2,
    "games.squadro.tables.best_table": 1,
    "games.squadro.evaluate._file": 1,
    "games.squadro.evaluate.pair_weights": len(SQUADRO_SEATS) * PARTS,
    "games.squadro.evaluate.triple_weights": len(SQUADRO_SEATS),
    "games.thaayam.evaluate._loss": 3,
    "games.thaayam.evaluate.hit_chances": 1,
    "games.thaayam.evaluate.every_series": 4,
    "games.thaayam.rules.board": 1,
    "games.tshupu.moves.parts": 4 * (4 + 10),
    "games.tshupu.evaluate._loss": 8,
    "games.tshupu.rules.board": 2,
    "games.tshupu.evaluate.weights": 1,
    "games.xiangqi4.rules.picture": 1,
    "games.backgammon.evaluate._net": 1,
    "games.backgammon.evaluate.at_score": 10 * 10,
    "games.backgammon.rules._move": 2 * 6 * 25 * 2,
    "games.backgammon.rules.board": 1,
    "games.xiangqi4.rules.look": 1,
    "games.xiangqi4.moves.standing": len(EVERY_PIECE) * len(NAMES),
}
"""The most entries of the caches that forget nothing: so many arguments there are."""


def caches() -> Iterator[Any]:
    """Every cache of the games, those inside of objects and functions too."""
    gc.unfreeze()
    for each in gc.get_objects():
        if type(each) is CACHE and each.__wrapped__.__module__.startswith("games."):
            yield each


def play(name: str, plies: int) -> None:
    """Play and look ahead at random games of every option's second value, and of the usual ones."""
    kind, rng, greedy = games.kind(name), random.Random(1), load_player("greedy")
    for option in (None, *kind.OPTIONS):
        options = {} if option is None else {option.name: option.values[-1]}
        state = games.load(name, **options).start()
        for _ in range(plies):
            if state.is_terminal:
                break
            looks = not state.is_chance and rng.random() < 0.5
            state = state.apply(greedy.choose(state, rng) if looks else random_action(state, rng))


@pytest.fixture(scope="module", autouse=True)
def played() -> None:
    for found in pkgutil.walk_packages(games.__path__, "games."):
        importlib.import_module(found.name)
    for name in games.names():
        play(name, 60)


def test_a_cache_forgets_or_has_few_arguments() -> None:
    found = list(caches())
    assert len(found) > len(FULL)
    for cache in found:
        name = f"{cache.__wrapped__.__module__}.{cache.__wrapped__.__qualname__}"
        size = cache.cache_parameters()["maxsize"]
        assert size is not None or name in FULL, f"{name} grows without end: bound it, or tell here"
        assert cache.cache_info().currsize <= (FULL[name] if size is None else size), name


def test_thaayam_keeps_a_move_for_each_throw_square_and_capture_at_most() -> None:
    game = Thaayam()
    rng = random.Random(1)
    for _ in range(30):
        state = game.start()
        while not state.is_terminal:
            action = random_action(state, rng)
            assert str(action)
            state = state.apply(action)
    meetings = max(len(there) for row in game.rules.meetings for there in row)
    captures = 5**meetings
    assert 50 < len(game.rules.moves) < len(game.seats) * len(THROWS) * BORNE_OFF * captures


def test_squadro_has_a_run_for_each_piece_place_and_pattern_of_enemies() -> None:
    runs = Runs()
    cells = 2 * TRACKS * STAGES * PATTERNS
    for cell in range(0, cells, 7):
        assert runs[cell] is runs[cell] is runs.listed[cell]
    assert len(runs.listed) == cells
    with pytest.raises(IndexError):
        runs[cells]


def test_games_of_one_class_share_what_they_work_out() -> None:
    one, other = Squadro(), Squadro(repetition="ban")
    assert one.runs is other.runs
    assert Thaayam(seats=2).rules is Thaayam(seats=2).rules
    assert Thaayam(seats=2).rules is not Thaayam(seats=3).rules


def test_xiangqi4_has_ways_for_each_set_of_living_seats() -> None:
    ways = movement(games.load("xiangqi4").options).ways
    assert set(ways) <= set(range(1 << len(SEATS)))


def test_xiangqi4_views_forget_when_they_are_full() -> None:
    view = PieceView(1023, lambda taken: taken)
    for taken in range(1000):
        assert view[taken & view.mask] == taken
    assert 0 < len(view) <= MOST_REMEMBERED
