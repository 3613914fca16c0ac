"""Sentences of the lessons of races that are data, with what they claim of the rules."""

from collections.abc import Sequence, Set
from itertools import combinations, product

from games.actions import Action, Move
from games.equipment import OFF
from games.race.game import RaceGame
from tests.docs.example_phrases import Phrase
from tests.firmware_host.features.lessons.claims import (
    Taught,
    asks,
    by_other,
    die,
    each,
    ends,
    goes_on,
    marked,
    origins,
    pieces_of,
)


def game_of(taught: Taught) -> RaceGame:
    game = taught.state.game
    assert isinstance(game, RaceGame)
    return game


def faces_are_added(taught: Taught) -> None:
    game = taught.state.game
    for faces in product(*(one.faces for one in game.dice)):
        assert game.throw(faces).text == str(sum(faces))


def one_piece_goes(taught: Taught, throw: Action, number: str) -> bool:
    """After ``throw`` every move is one piece by that number, and then the turn is over."""
    after = taught.after(throw)
    moves = after.legal_moves()
    by_it = [die(m) == throw.text == str(taught.number(number)) for m in moves]
    return all(by_it) and all(after.apply(m).turn != taught.state.turn for m in moves)


def moves_nobody(taught: Taught, throw: Action, number: str) -> bool:
    only = [str(move) for move in taught.after(throw).legal_moves()]
    return (throw.text, only) == (number, ["pass"])


def own_bar(taught: Taught) -> None:
    """A piece stands where another of its side would come, and no move leads there."""
    game, state = game_of(taught), taught.state
    group = [p.place for p in state.pieces() if p.seat == state.turn and p.place in game.board]
    assert not {ends(m)[0] for m in state.legal_moves()} & {*group}
    assert {*group} - {origins(taught, m)[0] for m in state.legal_moves()}


def rosettes(taught: Taught) -> Set[str]:
    return marked(taught, "rosette") | marked(taught, "safe rosette")


def rosettes_give_throws(taught: Taught) -> None:
    moves = taught.state.legal_moves()
    assert all(goes_on(taught, move) == (ends(move)[0] in rosettes(taught)) for move in moves)
    assert any(goes_on(taught, move) for move in moves)


def met_squares(taught: Taught) -> Set[str]:
    """Return the squares to which pieces of more than one side come."""
    tracks = [{*track[1:]} for track in game_of(taught).rules.tracks]
    return {square for one, other in combinations(tracks, 2) for square in one & other}


def meet_in_the_middle(taught: Taught) -> None:
    assert {taught.state.game.board[square].y for square in met_squares(taught)} == {1}


def leaves_the_middle(taught: Taught, move: Move) -> bool:
    met = met_squares(taught)
    return origins(taught, move)[0] in met and ends(move)[0] not in met


def is_barred(taught: Taught, square: str, colour: str, other: str) -> None:
    """No piece of ``other`` can stop on ``square`` while one of ``colour`` stands there."""
    rules, seats = game_of(taught).rules, taught.telling.seats
    one, enemy = (next(s.index for s in seats if s.colour == each) for each in (colour, other))
    groups = [[0] * rules.words.pieces.count for _ in seats]
    groups[one][0] = rules.progress_of[one][square]
    goal = rules.progress_of[enemy][square]
    for there in range(1, goal):
        groups[enemy][0] = there
        reason, _, _ = rules.stopped(
            tuple(map(tuple, groups)), enemy, there, goal, rules.met(groups, enemy)
        )
        assert reason


def is_safe_for_both(taught: Taught, square: str) -> None:
    is_barred(taught, square, "white", "black")
    is_barred(taught, square, "black", "white")


def cannot_stop(taught: Taught, move: Move, colour: str, square: str) -> bool:
    is_barred(taught, square, "white", taught.seat(colour).colour)
    return ends(move) == [square]


def goes_off_exactly(taught: Taught) -> None:
    """From where a piece may go off, no other throw takes it off."""
    state = taught.state
    (origin,) = {origins(taught, m)[0] for m in state.legal_moves() if OFF in ends(m)}
    (right,) = {die(m) for m in state.legal_moves() if OFF in ends(m)}
    head, throw, *rest = str(state).rsplit(" ", 3)
    assert throw == right
    for other in {t.text for t, _ in game_of(taught).rules.outcomes} - {right}:
        moves = state.game.state(" ".join((head, other, *rest))).legal_moves()
        assert f"{other}:{origin}-{OFF}" not in map(str, moves)


def off_after(taught: Taught, move: Move, number: str, square: str) -> bool:
    distance_off = sum(map(int, die(move).split("+")))
    return (origins(taught, move), ends(move), distance_off) == (
        [square],
        [OFF],
        taught.number(number),
    )


def all_off_win(taught: Taught, number: str) -> None:
    for move in taught.right:
        outcome = taught.after(move).outcome()
        assert outcome is not None
        assert outcome.winners == (0,)
        assert pieces_of(taught.after(move), 0, OFF) == taught.number(number)
        assert sum(p.count for p in taught.state.pieces() if p.seat == 0) == taught.number(number)


def is_out_of_reach(taught: Taught, move: Move, square: str) -> bool:
    """On ``square``, where ``move`` ends, no throw of the enemy captures."""
    state = by_other(taught.after(move), 1)
    taken = {
        victim.place
        for throw, _ in state.chance_outcomes()
        for reply in state.apply(throw).legal_moves()
        for victim in reply.captures
    }
    return ends(move) == [square] and square not in taken | met_squares(taught)


PHRASES: Sequence[Phrase] = (
    Phrase(
        faces_are_added,
        "The throw is the number of marked corners.",
        "Бросок — это число отмеченных вершин.",
    ),
    Phrase(
        each(one_piece_goes),
        "Now one piece goes {number} squares.",
        "Теперь одна фишка идёт на {number} клетки.",
    ),
    Phrase(each(moves_nobody), "A {number} moves nobody.", "С {number} никто не идёт."),
    Phrase(
        each(lambda t, throw: throw not in t.right),
        "That is another number.",
        "Это другое число.",
    ),
    Phrase(
        own_bar,
        "Two of your pieces cannot stand on one square.",
        "Две ваши фишки на одной клетке не стоят.",
    ),
    Phrase(
        rosettes_give_throws,
        "A piece that stops on a rosette gives another throw.",
        "Фишка, вставшая на розетку, даёт ещё бросок.",
    ),
    Phrase(
        asks(lambda t, m: ends(m)[0] in rosettes(t)),
        "Move a piece to a rosette.",
        "Поставьте фишку на розетку.",
    ),
    Phrase(
        each(lambda t, m, square: ends(m) == [square] and square in rosettes(t)),
        "It stands on {square}, a rosette.",
        "Она стоит на {square}, на розетке.",
    ),
    Phrase(
        each(lambda t, m: ends(m)[0] not in rosettes(t)),
        "That is no rosette.",
        "Это не розетка.",
    ),
    Phrase(
        meet_in_the_middle,
        "Enemies meet only in the middle row.",
        "Противники встречаются только в среднем ряду.",
    ),
    Phrase(
        asks(leaves_the_middle),
        "Leave the middle row.",
        "Покиньте средний ряд.",
    ),
    Phrase(
        each(is_out_of_reach), "On {square} nobody can capture it.", "На {square} её никто не бьёт."
    ),
    Phrase(
        each(lambda t, m: not leaves_the_middle(t, m)),
        "Nobody left the middle row.",
        "Никто не вышел из среднего ряда.",
    ),
    Phrase(
        is_safe_for_both,
        "On the safe rosette, {square}, nobody is captured.",
        "На мирной розетке, {square}, никого не бьют.",
    ),
    Phrase(
        asks(lambda t, m: ends(m)[0] in marked(t, "safe rosette")),
        "Move a piece to the safe rosette.",
        "Встаньте на мирную розетку.",
    ),
    Phrase(
        each(cannot_stop),
        "{seat} cannot stop on {square} now.",
        "{seat} теперь не могут встать на {square}.",
    ),
    Phrase(
        each(lambda t, m: ends(m)[0] not in marked(t, "safe rosette")),
        "That is not the safe rosette.",
        "Это не мирная розетка.",
    ),
    Phrase(
        goes_off_exactly,
        "A piece goes off the board only by an exact count.",
        "С доски фишка сходит только точным числом.",
    ),
    Phrase(
        each(off_after),
        "{number} squares from {square}, and it is off.",
        "{number} клетки от {square} — и она снята.",
    ),
    Phrase(each(lambda t, m: OFF not in ends(m)), "Nobody is off.", "Никто не снят."),
    Phrase(
        all_off_win,
        "Whoever takes all {number} pieces off first wins.",
        "Побеждает тот, кто первым снимет все {number} фишек.",
    ),
)
