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


# Fifty-Eight Holes


def step_of(taught: Taught, square: str) -> int:
    """Return at which step of its track the mover comes to ``square``."""
    return game_of(taught).rules.progress_of[taught.state.mover or 0][square]


def come_in_on(taught: Taught, number: str, square: str) -> None:
    assert {ends(m)[0] for m in taught.right if isinstance(m, Move)} == {square}
    assert step_of(taught, square) == taught.number(number)


def leads_on(taught: Taught, square: str, end: str) -> None:
    rules = game_of(taught).rules
    assert rules.shortcuts[step_of(taught, square)] == step_of(taught, end)


def gain(taught: Taught, move: Move) -> int:
    """Return how many steps the line is long on which ``move`` goes on; 0 if there is none."""
    lines = game_of(taught).rules.shortcuts
    return max(
        (lines.get(step_of(taught, s), 0) - step_of(taught, s) for s in move.path), default=0
    )


def took_line(taught: Taught, move: Move) -> bool:
    return len(move.path) > 1 and gain(taught, move) == step_of(taught, move.path[-1]) - step_of(
        taught, move.path[-2]
    )


def goes_furthest(taught: Taught, move: Move) -> bool:
    most = max(gain(taught, other) for other in taught.state.legal_moves())
    return took_line(taught, move) and gain(taught, move) == most


def nefers_give_throws(taught: Taught) -> None:
    moves = taught.state.legal_moves()
    found = [ends(move)[0] in marked(taught, "nefer") for move in moves]
    assert [goes_on(taught, move) for move in moves] == found
    assert any(found)


def bars_own(taught: Taught, move: Move, square: str, other: str) -> bool:
    """A piece on ``other`` would come to ``square``, where another of its side stands."""
    seat = taught.state.turn or 0
    stands = [pieces_of(taught.state, seat, each) for each in (square, other)]
    distance = step_of(taught, square) - step_of(taught, other)
    going = {origins(taught, each)[0] for each in taught.state.legal_moves()}
    return stands == [1, 1] and str(distance) == die(move) and other not in going


def last_square(taught: Taught) -> str:
    return game_of(taught).rules.tracks[taught.state.turn or 0][-1]


def throws_for(taught: Taught, origin: str, end: str) -> set[str]:
    """Return the throws that bring a piece from ``origin`` to ``end``."""
    head, throw, *rest = str(taught.state).rsplit(" ", 3)
    assert throw
    found = set[str]()
    for other, _ in game_of(taught).rules.outcomes:
        moves = taught.state.game.state(" ".join((head, other.text, *rest))).legal_moves()
        ways = [move for move in moves if origins(taught, move) == [origin]]
        found |= {other.text for move in ways if ends(move) == [end]}
    return found


def last_is_exact(taught: Taught, square: str) -> None:
    assert square == last_square(taught)
    (move,) = taught.right
    assert isinstance(move, Move)
    assert throws_for(taught, origins(taught, move)[0], square) == {die(move)}


def leaves_last_by(taught: Taught, *numbers: str) -> None:
    assert throws_for(taught, last_square(taught), OFF) == {str(taught.number(n)) for n in numbers}


PHRASES: Sequence[Phrase] = (
    Phrase(
        come_in_on,
        "Pieces come in on hole {number}, {square}.",
        "Фишки входят на лунку {number}, {square}.",
    ),
    Phrase(
        leads_on,
        "A piece that stops on {square} goes on to {square} at once.",
        "Фишка, вставшая на {square}, сразу идёт на {square}.",
    ),
    Phrase(
        asks(lambda t, m: took_line(t, m) and {*m.path[-2:]} <= marked(t, "long line")),
        "Take the long line.",
        "Пройдите по длинной линии.",
    ),
    Phrase(
        each(lambda t, m, square, end: took_line(t, m) and m.path[-2:] == (square, end)),
        "It stopped on {square} and went on to {square}.",
        "Она встала на {square} и ушла на {square}.",
    ),
    Phrase(
        each(lambda t, m: not took_line(t, m)),
        "That one took no line.",
        "Та не попала на линию.",
    ),
    Phrase(
        asks(goes_furthest),
        "Take the longer line.",
        "Выберите длинную линию.",
    ),
    Phrase(
        each(lambda t, m, end: ends(m) == [end] and took_line(t, m) and not goes_furthest(t, m)),
        "That line leads to {square} only.",
        "Эта линия ведёт лишь на {square}.",
    ),
    Phrase(
        nefers_give_throws,
        "A piece that stops on a nefer gives another throw.",
        "Фишка, вставшая на нефер, даёт ещё бросок.",
    ),
    Phrase(
        asks(lambda t, m: ends(m)[0] in marked(t, "nefer")),
        "Move a piece to a nefer.",
        "Поставьте фишку на нефер.",
    ),
    Phrase(
        each(lambda t, m, square: ends(m) == [square] and square in marked(t, "nefer")),
        "It stands on {square}, a nefer.",
        "Она стоит на {square}, на нефере.",
    ),
    Phrase(
        each(lambda t, m: ends(m)[0] not in marked(t, "nefer")),
        "That is no nefer.",
        "Это не нефер.",
    ),
    Phrase(
        own_bar,
        "Two of your pieces cannot share a hole before the last.",
        "До последней лунки две ваши фишки вместе не стоят.",
    ),
    Phrase(
        each(bars_own),
        "Your piece on {square} stops the one on {square}.",
        "Ваша фишка на {square} держит ту, что на {square}.",
    ),
    Phrase(
        last_is_exact,
        "The last hole, {square}, takes an exact count.",
        "На последнюю лунку, {square}, приходят точным числом.",
    ),
    Phrase(
        asks(lambda t, m: ends(m) == [last_square(t)]),
        "Bring a piece to the last hole.",
        "Дойдите до последней лунки.",
    ),
    Phrase(
        each(lambda t, m: ends(m) != [last_square(t)]),
        "That one is not there yet.",
        "Эта ещё не там.",
    ),
    Phrase(
        leaves_last_by,
        "From the last hole, a {number} or a {number} takes a piece off.",
        "С последней лунки фишку снимает {number} или {number}.",
    ),
    Phrase(
        each(lambda t, m, number: die(m) == str(t.number(number)) and ends(m) == [OFF]),
        "The {number} takes it off.",
        "Её снимает {number}.",
    ),
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
