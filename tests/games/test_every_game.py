"""What every game must keep, the toy games too, shown by random play with a fixed seed."""

import inspect
import pickle
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest

import games
from games.actions import Action, Move, PlainMove, Throw, carry_out, take_back
from games.core import Game, State, random_action
from games.equipment import OFF, PLACES_BESIDE, RESERVE, identity
from games.message import IllegalMove
from games.why_not import why_not
from tests import toy
from tests.games.race import files
from tests.tug import Tug

GAMES = [
    *(games.load(name) for name in games.names()),
    *(files.load(name) for name in files.names()),
    toy.load("tongs"),
    Tug(),
]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def _parameters(method: Callable[..., object]) -> Iterable[inspect.Parameter]:
    return inspect.signature(method).parameters.values()


def variants(game: Game) -> Iterator[Game]:
    """The game as it is, and with every other value of every option."""
    yield game
    for option in game.OPTIONS:
        for value in option.others:
            yield type(game)(**{option.name: value})


def played(game: Game, seed: int) -> Iterator[State]:
    """Every state of one random game, the last one over."""
    rng = random.Random(seed)
    state = game.start()
    while not state.is_terminal:
        yield state
        state = state.apply(random_action(state, rng))
    yield state


def sample(states: Iterator[State]) -> list[State]:
    """At most some sixty of ``states``, spread over all of them."""
    every = list(states)
    return every[:: 1 + len(every) // 60]


@cache
def positions(variant: Game) -> Sequence[State]:
    """The sample of one random game that all tests of variants look at."""
    return sample(played(variant, seed=1))


def test_random_games_end_with_an_outcome_under_every_option(game: Game) -> None:
    for variant in variants(game):
        outcome = variant.playout(variant.start(), random.Random(5))
        assert outcome.winners
        assert set(outcome.winners) <= {seat.index for seat in variant.seats}


def _read_back(game: Game, apart: int) -> None:
    for variant in variants(game):
        for state in positions(variant)[::apart]:
            again = variant.state(str(state))
            assert (again, hash(again), str(again)) == (state, hash(state), str(state))


def test_text_of_every_state_reads_back_as_an_equal_state(game: Game) -> None:
    _read_back(game, apart=12)


@pytest.mark.deep
def test_text_of_very_many_states_reads_back_as_an_equal_state(game: Game) -> None:
    _read_back(game, apart=1)


def test_pickled_states_come_back_equal_and_go_on(game: Game) -> None:
    for state in sample(played(game, seed=2)):
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.actions() == state.actions()
        looked_at = pickle.loads(pickle.dumps(state))
        for action, same in zip(looked_at.actions(), state.actions(), strict=True):
            assert looked_at.apply(action) == state.apply(same)


def test_legal_moves_are_never_missing_distinct_and_readable(game: Game) -> None:
    for state in sample(played(game, seed=3)):
        actions = state.actions()
        assert bool(actions) is not state.is_terminal
        assert len({str(action) for action in actions}) == len(actions)
        assert [state.parse(str(action)) for action in actions] == list(actions)


def test_moves_of_equal_states_are_equal_and_not_unequal(game: Game) -> None:
    for state in sample(played(game, seed=3)):
        pairs = [*zip(state.actions(), game.state(str(state)).actions(), strict=True)]
        assert all(one == other for one, other in pairs)
        assert not any(one != other for one, other in pairs)


ASKED_ABOUT_AN_ACTION = [
    name
    for name, method in inspect.getmembers(State, inspect.isfunction)
    if {"Action", "Move"} & {str(each.annotation).split(".")[-1] for each in _parameters(method)}
    and not name.startswith("_")
]
"""The methods of a state that take an action."""


def test_every_method_of_a_state_takes_an_action_for_what_it_says(game: Game) -> None:
    assert {"apply", "achievement", "proof", "headway"} <= {*ASKED_ABOUT_AN_ACTION}
    for variant in variants(game):
        for state in positions(variant)[::20]:
            wanted = ["apply"] if state.is_chance else ASKED_ABOUT_AN_ACTION
            for action in state.actions()[::7]:
                equal = [*disguises(variant, state, action)]
                for name in wanted:
                    found = [getattr(state, name)(each) for each in (action, *equal)]
                    assert all(each == found[0] for each in found), (name, action)


def disguises(game: Game, state: State, action: Action) -> Iterator[Action]:
    """Actions that equal ``action``: pickled, of an equal state, and those that a reader makes."""
    yield pickle.loads(pickle.dumps(action))
    yield pickle.loads(pickle.dumps(state)).parse(action.text)
    yield game.state(str(state)).parse(action.text)
    yield Throw(action.text) if state.is_chance else PlainMove(action.text, ())


def test_every_action_is_written_in_the_form_of_its_game(game: Game) -> None:
    for state in sample(played(game, seed=12)):
        form = game.THROW_TEXT if state.is_chance else game.MOVE_TEXT
        assert all(form.fullmatch(str(action)) for action in state.actions())


def test_the_state_before_is_untouched(game: Game) -> None:
    for state in sample(played(game, seed=4)):
        before = str(state), state.pieces()
        for action in state.actions():
            state.apply(action)
        assert (str(state), state.pieces()) == before


def test_chances_sum_to_one_and_faces_make_their_throw(game: Game) -> None:
    for state in played(game, seed=5):
        if state.is_chance:
            outcomes = state.chance_outcomes()
            assert sum(chance.fraction for _, chance in outcomes) == Fraction(1)
            assert all(game.throw(t.faces) == t for t, _ in outcomes if t.faces)


def test_steps_lead_from_the_pieces_before_to_those_after_and_back(game: Game) -> None:
    for variant in variants(game):
        for state in positions(variant)[::24]:
            for action in state.actions():
                after = state.apply(action).pieces()
                assert carry_out(state.pieces(), action.steps) == after
                assert carry_out(after, take_back(action.steps)) == state.pieces()


def test_the_way_of_each_piece_begins_where_it_stood_and_ends_where_it_goes(game: Game) -> None:
    for state in sample(played(game, 5)):
        for move in state.legal_moves():
            taken = {step.origin for step in move.steps}
            put = {step.target for step in move.steps}
            for way in move.ways:
                assert (way[0] in taken, way[-1] in put) == (True, True), move
            passed = [point for way in move.ways for point in way[1:] if point != OFF]
            assert passed == [point for point in move.path if point in game.board], move
            assert bool(move.ways) is (move.choices[0].kind not in ("pass", "word")), move


def test_choices_lead_to_exactly_one_move(game: Game) -> None:
    for variant in variants(game):
        for state in positions(variant):
            moves = state.legal_moves()
            assert len({move.choices for move in moves}) == len(moves)


def test_captures_are_the_pieces_of_others_that_stood_there(game: Game) -> None:
    for state in sample(played(game, seed=8)):
        for move in state.legal_moves():
            standing = {identity(piece): piece.count for piece in state.pieces()}
            for victim in move.captures:
                assert victim.seat != state.turn
                assert standing[identity(victim)] >= victim.count


def test_pieces_of_others_change_place_only_by_a_capture_or_for_a_partner(game: Game) -> None:
    for state in sample(played(game, seed=13)):
        for move in state.legal_moves():
            handled = {step.piece.seat for step in move.steps} - {None}
            assert handled <= concerned(state, move), (str(state), str(move))


def concerned(state: State, move: Move) -> set[int | None]:
    """Whose pieces ``move`` may touch: the mover's, captured ones, a partner's, those going out."""
    teams = {seat.index: seat.team for seat in state.game.seats}
    after = {piece.seat for piece in state.apply(move).pieces() if piece.place in state.game.board}
    gone = {seat for seat in teams if seat not in after}
    partners = {seat for seat, team in teams.items() if team == teams.get(state.turn or 0)}
    captured = {victim.seat for victim in move.captures}
    helps = state.mover != state.turn
    return {state.turn or 0} | captured | gone | (partners if helps else set())


def test_an_action_that_is_not_legal_is_refused_with_a_reason(game: Game) -> None:
    for state in sample(played(game, seed=9)):
        for action in (Throw("99"), PlainMove("z9-z8", ())):
            with pytest.raises(IllegalMove, match=r"\w+ \w+"):
                state.apply(action)


def test_what_legal_moves_do_with_the_mover_s_pieces_has_no_reason_against_it(game: Game) -> None:
    rng = random.Random(15)
    for variant in variants(game):
        for state in positions(variant)[::30]:
            moves = state.legal_moves()
            assert_done(state, rng.sample(moves, min(len(moves), 4)))


def test_every_other_place_for_a_piece_is_refused_with_a_reason(game: Game) -> None:
    rng = random.Random(16)
    for variant in variants(game):
        for state in positions(variant)[::30]:
            assert_told(state, rng, puts=4)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
def test_reasons_agree_with_the_legal_moves_of_whole_games(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for variant in variants(game):
        for state in sample(played(variant, seed)):
            assert_done(state, state.legal_moves())
            assert_told(state, rng, puts=8)


def assert_done(state: State, moves: Sequence[Move]) -> None:
    for move in moves:
        for step in move.steps:
            if step.piece.seat == state.mover:
                assert why_not(state, step.origin, step.target) is None, (str(state), str(move))


def assert_told(state: State, rng: random.Random, puts: int) -> None:
    """Just what no legal move does has a reason, and one that can be read."""
    places = [*(point.name for point in state.game.board.points), *PLACES_BESIDE, "nowhere"]
    own = [piece.place for piece in state.pieces() if piece.seat == state.mover]
    for _ in range(puts):
        origin, target = rng.choice([rng.choice(places), *own]), rng.choice(places)
        refusal = why_not(state, origin, target)
        assert (refusal is None) == is_done(state, origin, target), (str(state), origin, target)
        assert refusal is None or is_readable(str(refusal)), (str(state), origin, target)


def is_done(state: State, origin: str, target: str) -> bool:
    """Whether some legal move brings a piece of the mover there, by a drop if from the reserve."""
    for move in state.legal_moves():
        acts = [step for step in move.steps if step.piece.seat == state.mover]
        ways = {(act.origin, act.target) for act in acts}
        if origin == RESERVE and RESERVE in {act.origin for act in acts}:
            ways |= {(RESERVE, act.target) for act in acts if act.verb == "put_on"}
        if (origin, target) in ways:
            return True
    return False


def is_readable(sentence: str) -> bool:
    """Whether a small display has room for it, and everything is filled in."""
    return 3 < len(sentence) <= 90 and not {"{", "}"} & set(sentence)


def test_games_are_equal_when_their_options_are(game: Game) -> None:
    again = type(game)(**game.options)
    assert (again, hash(again)) == (game, hash(game))
    assert len(set(variants(game))) == 1 + sum(len(option.others) for option in game.OPTIONS)


def test_everything_in_hand_or_standing_is_counted_in_every_state(game: Game) -> None:
    total = sum(piece.count for piece in game.start().pieces())
    for state in played(game, seed=10):
        assert sum(piece.count for piece in state.pieces()) == total


def test_evaluation_stays_within_its_bounds_and_knows_the_winner(game: Game) -> None:
    *states, last = played(game, seed=11)
    for state in states:
        assert all(-1 <= state.evaluate(seat.index) <= 1 for seat in game.seats)
    outcome = last.outcome()
    assert outcome is not None
    seats = range(len(game.seats))
    assert [last.evaluate(seat) for seat in seats] == [outcome.score(seat) for seat in seats]


def _ask_everything(states: Iterable[State]) -> None:
    """Ask each of ``states`` what there is to be asked about every action."""
    for state in states:
        for seat in state.game.seats:
            state.evaluate(seat.index), state.expects(seat.index), state.material(seat.index)
            state.danger(seat.index, {piece.place for piece in state.pieces()})
        for action in state.actions():
            assert state.parse(str(action)) == action
            state.apply(action)
        for move in state.legal_moves():
            state.achievement(move), state.headway(move), state.proof(move)
        state.skipped()


def test_every_action_may_be_asked_about(game: Game) -> None:
    _ask_everything(islice(played(game, seed=12), 25))


@pytest.mark.deep
def test_every_action_of_a_longer_game_may_be_asked_about(game: Game) -> None:
    _ask_everything(islice(played(game, seed=12), 200))


@pytest.mark.deep
def test_every_action_of_ten_thousand_positions_may_be_asked_about(game: Game) -> None:
    many = (state for seed in range(10_000) for state in played(game, seed))
    _ask_everything(islice(many, 10_000))


@pytest.mark.parametrize("first", [-1, 9, True, 1.0, "1", None])
def test_a_first_seat_that_is_none_is_refused(game: Game, first: Any) -> None:
    with pytest.raises(ValueError, match=f"expected a seat from 0 to ., not {first!r}"):
        game.start(first=first)


def test_unknown_options_and_values_are_refused_with_the_choices(game: Game) -> None:
    with pytest.raises(ValueError, match="has no option 'speed'"):
        type(game)(speed=2)
    for option in game.OPTIONS:
        with pytest.raises(ValueError, match=f"option {option.name}: expected one of"):
            type(game)(**{option.name: "neither"})


def sketch(game: Game) -> tuple[str, ...]:
    """Return the board at the start as :class:`games.core.About` sketches it."""
    taken = {piece.place for piece in game.start().pieces()}
    at = {(point.x, point.y): point for point in game.board.points}
    columns, rows = ([place[axis] for place in at] for axis in (0, 1))

    def sign(x: int, y: int) -> str:
        point = at.get((x, y))
        if point is None:
            return " "
        return "o" if point.name in taken else "+" if point.marks else "."

    across = range(min(columns), max(columns) + 1)
    down = range(max(rows), min(rows) - 1, -1)
    return tuple("".join(sign(x, y) for x in across) for y in down)


@pytest.mark.parametrize("name", games.names())
def test_the_sketch_of_a_game_is_its_board_at_the_start(name: str) -> None:
    assert games.about(name).board == sketch(games.load(name))
    assert games.about(name).brief
