"""Positions corrected to what really stands: the board is right."""

import pickle
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import games
from games.actions import Step, carry_out
from games.arranging import rearrange
from games.core import Game, State
from games.equipment import OFF, PLACES_BESIDE, RESERVE, Piece
from games.message import WrongPieces
from tests.games.squadro_play import CYCLE, CYCLE_BEGIN, MIDDLE, play
from tests.games.squadro_play import at as squadro_at
from tests.games.test_every_game import GAMES, is_readable, played, sample, variants
from tests.games.tshupu_play import at as tshupu_at
from tests.games.tshupu_play import south
from tests.games.xiangqi4_play import GENERALS, at, tail


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def moved(state: State, seat: int, origin: str, way: Piece) -> tuple[Piece, ...]:
    """What stands in ``state`` once a piece of ``seat`` was carried from ``origin``: ``way``."""
    found = next(p for p in state.pieces() if (p.seat, p.place) == (seat, origin))
    return displaced(state, found, way)


def displaced(state: State, piece: Piece, way: Piece) -> tuple[Piece, ...]:
    act = Step("move", replace(piece, count=1), piece.place, way.place, way)
    return carry_out(state.pieces(), [act])


def refusal_of(state: State, pieces: Sequence[Piece]) -> str:
    """Why ``pieces`` cannot stand so."""
    with pytest.raises(WrongPieces) as refused:
        rearrange(state, pieces)
    return str(refused.value)


def refused_move(state: State, seat: int, origin: str, target: str) -> str:
    """Why a piece cannot be where it was carried, in any of the ways to be there."""
    found = next(p for p in state.pieces() if (p.seat, p.place) == (seat, origin))
    ways = state.game.standings(found, target) or (replace(found, place=target, count=1),)
    (reason,) = {refusal_of(state, displaced(state, found, way)) for way in ways}
    return reason


# Every game, at random


def mistakes(state: State, rng: random.Random, number: int) -> Iterator[tuple[Piece, ...]]:
    """What may be found when people have carried one piece of ``state`` elsewhere."""
    places = [*(point.name for point in state.game.board.points), *PLACES_BESIDE]
    for _ in range(number):
        piece = rng.choice(state.pieces())
        ways = state.game.standings(piece, rng.choice(places))
        if ways:
            yield displaced(state, piece, rng.choice(ways))


def answer(state: State, pieces: Sequence[Piece]) -> State | str:
    """The state corrected to ``pieces``, or why they cannot stand so."""
    try:
        return rearrange(state, pieces)
    except WrongPieces as refused:
        return str(refused)


def assert_corrected(state: State, rng: random.Random, number: int) -> int:
    """Every mistake is corrected or refused in words; returns how many were corrected."""
    corrected = 0
    for pieces in mistakes(state, rng, number):
        after = answer(state, rng.sample(pieces, len(pieces)))
        if isinstance(after, str):
            assert is_readable(after)
            continue
        corrected += 1
        assert_follows(state, pieces, after)
    return corrected


def assert_follows(state: State, pieces: tuple[Piece, ...], after: State) -> None:
    """``after`` has ``pieces`` and goes on like its text, unless a seat went out by that."""
    again = state.game.state(str(after))
    assert (again, again.actions()) == (after, after.actions())
    if after.pieces() == pieces:
        assert (after.turn, after.is_chance) == (state.turn, state.is_chance)
        assert after.pending == state.pending or state.game.name == "thaayam"
    else:
        assert living(after) < living(state)


def living(state: State) -> set[int | None]:
    return {piece.seat for piece in state.pieces() if piece.place in state.game.board}


def test_pieces_as_they_stand_change_nothing(game: Game) -> None:
    for state in sample(played(game, seed=21)):
        assert rearrange(state, reversed(state.pieces())) == state


def test_a_piece_found_elsewhere_stands_there_or_cannot(game: Game) -> None:
    rng, corrected = random.Random(22), 0
    for variant in variants(game):
        for state in sample(played(variant, seed=22))[::40]:
            corrected += assert_corrected(state, rng, number=4)
    assert corrected


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
def test_pieces_found_elsewhere_in_whole_games(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for variant in variants(game):
        for state in sample(played(variant, seed)):
            assert_corrected(state, rng, number=20)


def test_pieces_are_where_standings_say_that_they_may_be(game: Game) -> None:
    for state in sample(played(game, seed=23))[::4]:
        for piece in state.pieces():
            first, *_ = game.standings(piece, piece.place)
            assert first == replace(piece, count=1)


def test_a_piece_more_or_less_is_refused(game: Game) -> None:
    state = game.start()
    first, *others = state.pieces()
    owned = sum(piece.count for piece in state.pieces() if piece.seat == first.seat)

    def miscounted(found: int) -> str:
        if first.seat is None:
            return f"there are {owned} neutral pieces of that kind, not {found}: {first.kind}"
        return f"{game.seats[first.seat].colour} has {owned} pieces in all, not {found}"

    assert refusal_of(state, others) == miscounted(owned - first.count)
    more = [*others, replace(first, count=first.count + 1)]
    assert refusal_of(state, more) == miscounted(owned + 1)


def test_a_place_that_no_piece_can_be_at_is_refused(game: Game) -> None:
    state = game.start()
    first, *others = state.pieces()
    away = refusal_of(state, [*others, replace(first, place="z9")])
    marked = refusal_of(state, [*others, replace(first, badge="?")])
    if first.seat is None:
        assert away == "this neutral piece can never be there: z9"
        assert marked == f"this neutral piece can never be there: {first.place}"
    else:
        colour = game.seats[first.seat].colour
        assert away == f"a {colour} piece can never be there: z9"
        assert marked == f"a {colour} piece cannot point or be marked like that: {first.place}"
    assert refusal_of(state, [*others, replace(first, seat=9)]).startswith("nobody plays these")


def test_a_neutral_piece_is_refused_in_a_game_without_any(game: Game) -> None:
    state = game.start()
    if all(piece.seat is not None for piece in state.pieces()):
        place = game.board.points[0].name
        more = [*state.pieces(), Piece(None, state.pieces()[0].kind, place)]
        assert refusal_of(state, more) == f"this neutral piece can never be there: {place}"


def test_a_game_that_is_over_stays_as_it_ended(game: Game) -> None:
    *_, last = played(game, seed=24)
    assert rearrange(last, last.pieces()) is last
    assert refusal_of(last, game.start().pieces()) == "the game is over"


def test_the_reason_can_be_said_in_another_language_and_be_pickled() -> None:
    refused = WrongPieces("only one piece can stand on a point: {place}", place="b3")
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), again.message) == (WrongPieces, refused.message)


# T'shu-p'u and Thaayam


def test_on_its_own_start_a_piece_has_come_round_if_that_is_nearer() -> None:
    state = south("28,2,0,0", "1+4")
    piece = {p.place: p for p in state.pieces() if p.seat == 0}
    assert [way.badge for way in state.game.standings(piece["d1"], "e1")] == ["'", ""]
    assert [way.badge for way in state.game.standings(piece["f1"], "e1")] == ["", "'"]
    begun, round_again = (
        str(rearrange(state, moved(state, 0, "d1", way)))
        for way in reversed(state.game.standings(piece["d1"], "e1"))
    )
    assert begun.split("/")[0] == "0 move 2,1,0,0"
    assert round_again.split("/")[0] == "0 move 29,2,0,0"


def test_enemies_stand_together_only_where_nobody_is_hit() -> None:
    apart = "1,0,0,0/0,0,0,0/0,0,0,0"
    meeting = "yellow and green cannot both stand there: {}"
    state = south("9,2,0,0", "1+4", apart)
    assert refused_move(state, 1, "a5", "f1") == meeting.format("f1")
    together = south("32,2,0,0", "1+4", apart)
    assert stands_there(together, 1, "a5", "e5")
    shared = south("10,2,0,0", "1+4", apart, crosscuts="shared")
    assert stands_there(shared, 1, "a5", "h6")
    assert refused_move(south("10,2,0,0", "1+4", apart), 1, "a5", "h6") == meeting.format("h6")


def stands_there(state: State, seat: int, origin: str, target: str) -> bool:
    """Whether a piece may have been carried so, and is then where it was carried to."""
    found = next(p for p in state.pieces() if (p.seat, p.place) == (seat, origin))
    pieces = displaced(state, found, state.game.standings(found, target)[0])
    return rearrange(state, pieces).pieces() == pieces


def test_a_correction_wins_no_race() -> None:
    state = tshupu_at("0 throw 33,33,33,32/1,1,1,1/33,33,33,33/1,1,1,1 -")
    over = "with these pieces the game would be over"
    assert refused_move(state, 0, "e5", OFF) == over
    thaayam = games.load("thaayam", seats=2).state("0 throw 26,26,26,25/0,0,0,0 - - -")
    assert refused_move(thaayam, 0, "c3", OFF) == over


def test_a_seat_that_would_be_left_out_keeps_a_piece_in_its_turn() -> None:
    state = tshupu_at("0 throw 33,33,33,32/1,1,1,1/1,1,1,1/1,1,1,1 -", finished="skip")
    nothing = "it is yellow's turn, but there is nothing left to move"
    assert refused_move(state, 0, "e5", OFF) == nothing


def test_kept_throws_stay_though_no_piece_can_play_them() -> None:
    state = games.load("thaayam", seats=2).state("0 move 3,0,0,0/0,0,0,0 2,4 - -")
    after = rearrange(state, moved(state, 0, "e1", Piece(0, "piece", "hand")))
    assert str(after) == "0 move 0,0,0,0/0,0,0,0 2,4 - -"
    assert [str(move) for move in after.legal_moves()] == ["pass"]


def test_a_seat_beyond_the_outer_ring_must_have_captured() -> None:
    game = games.load("thaayam", seats=2, capture_first=True)
    state = game.state("0 move 3,0,0,0/5,0,0,0 2 - 00")
    after = rearrange(state, moved(state, 0, "e1", Piece(0, "piece", "b2")))
    assert str(after) == "0 move 17,0,0,0/5,0,0,0 2 - 10"


def test_thaayam_lets_enemies_meet_in_shelters_only() -> None:
    state = games.load("thaayam", seats=2).state("0 move 3,0,0,0/1,0,0,0 2 - -")
    assert refused_move(state, 1, "c5", "e1") == "white and red cannot both stand there: e1"
    sheltered = games.load("thaayam", seats=2).state("0 move 5,0,0,0/1,0,0,0 2 - -")
    assert stands_there(sheltered, 1, "c5", "e3")


# Squadro


def test_facing_tells_how_far_a_piece_has_come() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    found = next(piece for piece in state.pieces() if piece.place == "d4")
    assert [way.facing for way in state.game.standings(found, "d5")] == ["north", "south"]
    assert [way.facing for way in state.game.standings(found, "d7")] == ["south"]
    assert [way.facing for way in state.game.standings(found, "d1")] == ["north"]
    assert state.game.standings(found, "a2") == ()
    texts = [
        str(rearrange(state, moved(state, 0, "d4", way)))
        for way in state.game.standings(found, "d3")
    ]
    assert texts == ["0 2,12,2,3,7/1,2,2,7,11", "0 2,12,10,3,7/1,2,2,7,11"]


def test_a_track_has_one_piece() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    assert refused_move(state, 0, "d4", "e7") == "two white pieces are on one track: e7"
    at_home = rearrange(state, moved(state, 0, "d4", Piece(0, "piece", "c7", "south")))
    assert str(at_home) == "0 2,6,12,3,7/1,2,2,7,11"


def test_after_a_correction_no_earlier_position_can_come_back() -> None:
    state = play(squadro_at(CYCLE_BEGIN, repetition="ban"), CYCLE[:-1])
    banned = len(state.legal_moves())
    mover = next(p for p in state.pieces() if p.seat == state.turn and p.place == "d5")
    there = state.game.standings(mover, "c5")[0]
    away = rearrange(state, displaced(state, mover, there))
    back = rearrange(away, state.pieces())
    assert back == state
    assert len(back.legal_moves()) == banned + 1


# Xiangqi for four


def test_armies_keep_to_their_ground_and_soldiers_grow_old() -> None:
    state = at(f"{GENERALS} rSf4 rEh1")
    pieces = {piece.place: piece for piece in state.pieces()}
    standings = state.game.standings
    assert standings(pieces["j1"], "j5") == ()
    assert standings(pieces["h1"], "h6") == ()
    assert [way.badge for way in standings(pieces["f4"], "f5")] == ["", "V"]
    assert [way.badge for way in standings(pieces["f4"], "f6")] == ["V"]
    assert refused_move(state, 0, "j1", "j5") == "a red piece can never be there: j5"


def test_who_lives_keeps_its_general_and_who_is_out_stays_out() -> None:
    state = at("rGj1 bGs10 yGj19 rRf1")
    assert refused_move(state, 0, "j1", OFF) == "red's general must be on the board"
    out = [piece for piece in state.pieces() if piece.seat == 3]
    rook = next(piece for piece in out if piece.kind == "rook")
    way = state.game.standings(rook, "a6")[0]
    assert refusal_of(state, displaced(state, rook, way)) == (
        "green is out and can have no piece on the board or in reserve"
    )


def test_a_kind_is_not_taken_for_another() -> None:
    state = at(f"{GENERALS} rRf1")
    rook = next(piece for piece in state.pieces() if piece.place == "f1")
    pieces = displaced(state, rook, replace(rook, kind="horse"))
    assert refusal_of(state, pieces) == "red has 2 of that kind in all, not 3: horse"


def test_won_pieces_are_found_in_another_reserve() -> None:
    state = at("rGj1 yGj19 gGa10", "0 rRb1 - 7")
    held = next(piece for piece in state.pieces() if piece.place == RESERVE)
    ways = state.game.standings(held, RESERVE)
    assert [(way.seat, way.badge) for way in ways] == [(0, "b"), (2, "b"), (3, "b")]
    assert tail(rearrange(state, displaced(state, held, ways[1]))) == "0 ryg yRb1 - 7"
    off = state.game.standings(held, OFF)
    assert off == (Piece(1, "rook", OFF),)
    assert tail(rearrange(state, displaced(state, held, off[0]))) == "0 ryg - - 7"
    teams = at(GENERALS, mode="teams")
    assert teams.game.standings(Piece(1, "rook", OFF), RESERVE) == ()


def test_lots_stay_as_they_are() -> None:
    state = at("rGi1 yGk19 gGa9 yRs14", "1 - Rb:ry 0")
    drawn_for = next(piece for piece in state.pieces() if piece.place == RESERVE)
    off = displaced(state, drawn_for, Piece(1, "rook", OFF))
    assert refusal_of(state, off) == "pieces that lots are drawn for stay in reserve"
    general = moved(state, 0, "i1", Piece(0, "general", "i2"))
    after = rearrange(state, general)
    assert (after.is_chance, after.pieces()) == (True, general)


def test_a_seat_that_is_mated_by_a_correction_goes_out() -> None:
    state = at("rGj1 rSh4 bGs10 yGj19 gGa10 gRf1 gRn6")
    after = rearrange(state, moved(state, 3, "n6", Piece(3, "rook", "f2")))
    assert tail(after) == "1 byg gSr1 - 0"
    assert living(after) == {1, 2, 3}
    last = at("rGj1 gGa10 gRf1 gRn6")
    over = "with these pieces the game would be over"
    assert refusal_of(last, moved(last, 3, "n6", Piece(3, "rook", "f2"))) == over


def test_a_general_may_be_left_to_who_acts() -> None:
    state = at(f"{GENERALS} rRf1")
    after = rearrange(state, moved(state, 0, "f1", Piece(0, "rook", "j9")))
    assert "j9xj19" in [str(move) for move in after.legal_moves()]
