"""Sentences of the lesson of Backgammon, with what they claim of the rules."""

from collections.abc import Sequence

from games.actions import Action, Move
from games.backgammon.rules import DIE, point_of
from games.equipment import OFF
from tests.docs.example_phrases import Phrase
from tests.firmware_host.features.lessons.claims import (
    Taught,
    asks,
    captured,
    each,
    ends,
    origins,
    pieces_of,
)

BAR, HOME = "bar", range(1, 7)


def die(move: Move) -> str:
    return next(choice.value for choice in move.choices if choice.kind == "die")


def goes_by_die(taught: Taught) -> None:
    """Every move goes as far as its die shows, and plays just that one."""
    left = [throw.text for throw in taught.state.pending]
    for move in taught.state.legal_moves():
        (origin,), (end,) = origins(taught, move), ends(move)
        assert int(origin) - int(end) == int(die(move))
        after = [throw.text for throw in taught.after(move).pending]
        assert sorted([*after, die(move)]) == sorted(left)


def is_left(taught: Taught, move: Move, number: str) -> bool:
    return [throw.text for throw in taught.after(move).pending] == [number]


def is_by(taught: Taught, move: Move, number: str) -> bool:
    return die(move) == number


def doubles_play_four(taught: Taught) -> None:
    for face in DIE.faces:
        throw = taught.state.game.throw((face, face))
        assert len(taught.after(throw).pending) == 4


def plays_four(taught: Taught, throw: Action) -> bool:
    return len(taught.after(throw).pending) == 4


def hits_blots(taught: Taught) -> None:
    for move in taught.state.legal_moves():
        there = pieces_of(taught.state, 1, ends(move)[0])
        assert captured(move) == there <= 1
    assert any(move.captures for move in taught.state.legal_moves())


def to_the_bar(taught: Taught, move: Move) -> bool:
    return captured(move) == 1 == pieces_of(taught.after(move), 1, BAR)


def bar_first(taught: Taught) -> None:
    others = [p for p in taught.state.pieces() if p.seat == 0 and p.place not in (BAR, OFF)]
    assert others
    assert {origins(taught, move)[0] for move in taught.state.legal_moves()} == {BAR}


def comes_in_by(taught: Taught, move: Move, number: str) -> bool:
    return origins(taught, move) == [BAR] and die(move) == number


def counts_from(taught: Taught, move: Move, number: str, same: str, square: str) -> bool:
    return (
        point_of(0, BAR) == int(number)
        and die(move) == same
        and ends(move) == [square]
        and int(square) == int(number) - int(same)
    )


def two_block(taught: Taught) -> None:
    """There is a point with two enemies to which a die would lead, and no move leads there."""
    own = [p.place for p in taught.state.pieces() if p.seat == 0 and p.place.isdigit()]
    dice = [throw.text for throw in taught.state.pending]
    reached = {str(int(place) - int(each)) for place in own for each in dice}
    blocked = {place for place in reached if pieces_of(taught.state, 1, place) == 2}
    assert blocked
    assert not blocked & {ends(move)[0] for move in taught.state.legal_moves()}


def was_blocked(taught: Taught, move: Move, square: str) -> bool:
    target = str(int(square) - int(die(move)))
    return pieces_of(taught.state, 0, square) == 1 and pieces_of(taught.state, 1, target) == 2


def makes_point(taught: Taught, move: Move) -> bool:
    return pieces_of(taught.after(move), 0, ends(move)[0]) == 2


def hit_by_any(taught: Taught, move: Move) -> set[str]:
    """Where black may hit after ``move``, with any two dice."""
    written = str(taught.after(move)).split(" ")
    found = set()
    for throw in taught.state.game.start().chance_outcomes():
        high, low = throw[0].faces
        dice = ",".join(map(str, (high, low) if high != low else (high,) * 4))
        state = taught.state.game.state(" ".join(("1", "move", *written[2:4], dice, "0-0")))
        waiting = [state]
        while waiting:
            here = waiting.pop()
            for reply in here.legal_moves() if here.turn == 1 and not here.is_chance else ():
                found |= {piece.place for piece in reply.captures}
                waiting.append(here.apply(reply))
    return found


def two_are_safe(taught: Taught) -> None:
    for move in taught.right:
        assert isinstance(move, Move)
        assert ends(move)[0] not in hit_by_any(taught, move)


def cannot_come(taught: Taught, move: Move, colour: str, square: str) -> bool:
    assert taught.seat(colour).index == 1
    return makes_point(taught, move) and ends(move) == [square]


def stand_alone(taught: Taught, move: Move) -> bool:
    after = [p for p in taught.after(move).pieces() if p.seat == 0 and p.place != OFF]
    return {piece.count for piece in after} == {1}


def outside(taught: Taught, move: Move) -> int:
    places = [p.place for p in taught.after(move).pieces() if p.seat == 0 and p.place != OFF]
    return sum(int(place) not in HOME for place in places)


def nobody_goes_off(taught: Taught) -> None:
    moves = taught.state.legal_moves()
    assert not [move for move in moves if OFF in ends(move)]
    for move in taught.right:
        after = taught.after(move)
        assert any(OFF in ends(reply) for reply in after.legal_moves())


def off_from_number(taught: Taught) -> None:
    off = [move for move in taught.state.legal_moves() if OFF in ends(move)]
    assert off
    assert all(origins(taught, move) == [die(move)] for move in off)


def took_off(taught: Taught, move: Move, number: str) -> bool:
    return OFF in ends(move) and die(move) == number


def larger_takes_farthest(taught: Taught) -> None:
    (move,) = [move for move in taught.state.legal_moves() if OFF in ends(move)]
    own = [int(p.place) for p in taught.state.pieces() if p.seat == 0 and p.place != OFF]
    assert origins(taught, move) == [str(max(own))]
    assert int(die(move)) > max(own)


PHRASES: Sequence[Phrase] = (
    Phrase(
        goes_by_die,
        "Each die moves one piece by its number.",
        "Каждая кость ведёт одну фишку на своё число.",
    ),
    Phrase(asks(is_by), "Play the {number}.", "Сыграйте {number}."),
    Phrase(each(is_left), "The {number} is still to be played.", "Осталось сыграть {number}."),
    Phrase(each(is_by), "That was the {number}.", "Это было {number}."),
    Phrase(doubles_play_four, "A double is played four times.", "Дубль играют четырежды."),
    Phrase(
        asks(plays_four), "Throw until both dice are equal.", "Бросайте, пока числа не сойдутся."
    ),
    Phrase(each(plays_four), "Now you would play four dice.", "Теперь вы сыграли бы четыре кости."),
    Phrase(each(lambda t, throw: not plays_four(t, throw)), "That is no double.", "Это не дубль."),
    Phrase(
        hits_blots,
        "A piece that comes to a single enemy hits it.",
        "Фишка, вставшая на одинокую чужую, бьёт её.",
    ),
    Phrase(
        asks(lambda t, m, colour: bool(m.captures) and t.seat(colour).index == 1),
        "Hit the {seat} piece.",
        "Побейте одинокую {seat}.",
    ),
    Phrase(each(to_the_bar), "It goes to the bar.", "Она ушла на бар."),
    Phrase(
        bar_first,
        "A piece on the bar comes in before others move.",
        "Фишка на баре входит раньше, чем пойдут другие.",
    ),
    Phrase(asks(comes_in_by), "Come in with the {number}.", "Войдите костью {number}."),
    Phrase(
        each(counts_from),
        "It counts from {number}: the {number} leads to {square}.",
        "Счёт идёт от {number}: {number} ведёт на {square}.",
    ),
    Phrase(
        two_block,
        "A point with two enemies is blocked.",
        "Пункт с двумя чужими фишками закрыт.",
    ),
    Phrase(each(was_blocked), "From {square} it was blocked.", "С {square} пункт был закрыт."),
    Phrase(
        two_are_safe,
        "Two pieces on a point cannot be hit.",
        "Две фишки на одном пункте побить нельзя.",
    ),
    Phrase(asks(makes_point), "Make a point.", "Займите пункт двумя."),
    Phrase(
        each(cannot_come),
        "{seat} cannot come to {square} now.",
        "{seat} теперь не войдут на {square}.",
    ),
    Phrase(each(stand_alone), "They still stand alone.", "Они ещё стоят поодиночке."),
    Phrase(
        nobody_goes_off,
        "Nobody goes off before all pieces are at home.",
        "Пока не все фишки дома, никого не снимают.",
    ),
    Phrase(
        asks(lambda t, m: not outside(t, m)),
        "Bring the last piece home.",
        "Введите домой последнюю.",
    ),
    Phrase(each(lambda t, m: not outside(t, m)), "All are at home now.", "Теперь все дома."),
    Phrase(each(lambda t, m: outside(t, m) == 1), "One is not at home yet.", "Одна ещё не дома."),
    Phrase(
        off_from_number,
        "A die takes off a piece from the point of its number.",
        "Кость снимает фишку с пункта со своим числом.",
    ),
    Phrase(each(took_off), "The {number} took it off.", "{number} сняла её."),
    Phrase(
        larger_takes_farthest,
        "A larger number takes off the farthest piece.",
        "Большее число снимает самую дальнюю фишку.",
    ),
)
