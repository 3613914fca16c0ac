"""Random positions of every game: allowed exactly if the game's own check allows them."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import games
from firmware_host.features.positions.remote import ChangePosition, OpenPosition, PositionHere
from firmware_host.session.board_check import BESIDE, MadePosition, spot
from firmware_host.session.hand_steps import parse_pieces
from firmware_host.session.replay import record_of_session
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.table.effects import GoHome
from firmware_host.table.remote_effects import effects_of
from firmware_host.table.table import Table
from games.arranging import rearrange
from games.core import Game, State, random_action
from games.equipment import Piece
from games.message import Refusal
from games.record import read, write
from games.replay import check
from tests.firmware_host.screens.stage import Stage

PLAYED_OUT: dict[str, int] = {"xiangqi4": 2}
"""How many positions of a slow game are played to the end in the plain tests."""

RECORDED = 3
"""So many games of each kind are recorded and read again."""


def ask(table: Table, act: str, value: str = "") -> None:
    request = ChangePosition(act, value)  # type: ignore[arg-type]
    effects = effects_of(request, table.scene, table.context)
    assert isinstance(effects, tuple), effects
    table.run(*effects)


def here(table: Table) -> PositionHere:
    return table.context.fact(PositionHere)


def disarrange(table: Table, game: Game, rng: random.Random) -> None:
    """Put some pieces somewhere, mostly where such a piece may be; somebody else is to act."""
    ask(table, "start")
    ask(table, "seat", str(rng.randrange(len(game.seats))))
    if rng.random() < 0.1:
        ask(table, "clear")
    for _ in range(rng.choice((1, 2, 3, 5, 8))):
        piece = rng.choice(parse_pieces(here(table).pieces))
        points = [each.name for each in game.board.points]
        possible = [point for point in points if game.standings(piece, point)] or points
        target = rng.choice((*(possible if rng.random() < 0.9 else points), BESIDE))
        ask(table, "put", f"{spot(piece)}\n{target}")
    thrown = made(table).possible_throws(0)
    if thrown and rng.random() < 0.5:
        ask(table, "throw", rng.choice(thrown))


def made(table: Table) -> MadePosition:
    return here(table).arrangement(games)


def by_the_game(game: Game, shown: PositionHere) -> State | None:
    """Return the position that is shown if the game's own check allows it."""
    try:
        state = rearrange(game.start(shown.seat), parse_pieces(shown.pieces))
        for throw in shown.throws:
            state = state.apply(state.parse(throw))
    except Refusal:
        return None
    return None if state.is_terminal else state


def owned(game: Game, pieces: tuple[Piece, ...]) -> Counter[tuple[int | None, str]]:
    counts: Counter[tuple[int | None, str]] = Counter()
    for piece in pieces:
        counts[game.owner(piece), piece.kind] += piece.count
    return counts


def positions(name: str, count: int) -> Iterator[State]:
    """Make so many positions at a table; yield those that it allows."""
    rng, stage = random.Random(7), Stage(name)
    table, game = stage.table, games.load(name)
    table.run(GoHome(name))
    effects = effects_of(OpenPosition(name), table.scene, table.context)
    assert isinstance(effects, tuple)
    table.run(*effects)
    for _ in range(count):
        disarrange(table, game, rng)
        shown, expected = here(table), by_the_game(game, here(table))
        assert (shown.text, shown.problem is None) == (
            ("", False) if expected is None else (str(expected), True)
        )
        assert owned(game, parse_pieces(shown.pieces)) == owned(game, game.start().pieces())
        if expected is not None:
            assert game.state(shown.text) == expected
            yield expected


def play_out(state: State, rng: random.Random) -> State:
    while not state.is_terminal:
        state = state.apply(random_action(state, rng))
    return state


def record_and_read(state: State, rng: random.Random) -> None:
    """Play a game from ``state`` with all its records; what is kept of it leads to the same end."""
    game = state.game
    setup = Setup(game.name, first=state.turn, position=str(state))
    records = [setup.record()]
    session = Session(game, setup)
    while not session.state.is_terminal:
        records.append({"do": str(random_action(session.state, rng))})
        session.apply(records[-1])
        if session.hand_steps.due:
            records.append({"act": len(session.hand_steps.steps)})
            session.apply(records[-1])
    again = Session.resume(records, games)
    assert again.states[0] == state
    assert again.state == session.state
    record = record_of_session(again)
    assert read(write(record)) == record
    assert check(read(write(record)), games) == len(session.actions)


@pytest.mark.parametrize("name", games.names())
def test_what_the_game_allows_is_accepted_and_can_be_played_to_the_end(name: str) -> None:
    rng, allowed = random.Random(1), list(positions(name, 150))
    assert len(allowed) > 10
    for state in allowed[: PLAYED_OUT.get(name, 20)]:
        assert play_out(state, rng).outcome() is not None
    for state in allowed[: PLAYED_OUT.get(name, RECORDED)]:
        record_and_read(state, rng)


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
def test_ten_thousand_positions_are_accepted_exactly_if_the_game_allows_them(name: str) -> None:
    rng = random.Random(2)
    for state in positions(name, 10_000):
        assert play_out(state, rng).outcome() is not None
