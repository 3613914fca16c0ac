"""Sentences of the lessons of races around a cross, with what they claim of the rules."""

from collections.abc import Sequence

from games.actions import Action, Move
from games.equipment import HAND
from tests.docs.example_phrases import Phrase
from tests.docs.example_turn import Telling
from tests.firmware_host.features.lessons.claims import (
    Taught,
    asks,
    die,
    each,
    ends,
    goes_on,
    marked,
    origins,
    pieces_of,
    wins,
)
from tests.firmware_host.features.lessons.races import game_of


def state_with(taught: Taught, throw: str, pieces: str = "") -> Taught:
    """Return the task after ``throw``, with other ``pieces`` if they are given."""
    head, _, own, *_ = str(taught.state).split(" ")
    state = taught.state.game.state(f"{head} throw {pieces or own} - - -")
    return Taught(Telling(taught.telling.words, [state.apply(state.parse(throw))]), (), ())


def entering(taught: Taught, throw: str) -> list[Move]:
    moves = state_with(taught, throw).state.legal_moves()
    return [move for move in moves if HAND in origins(taught, move)]


def only_enters_by(taught: Taught, number: str) -> None:
    """That throw alone brings a piece in, and then its seat throws again."""
    for throw, _ in game_of(taught).rules.outcomes:
        moves = entering(taught, throw.text)
        assert bool(moves) == (throw.text == str(taught.number(number)))
        after = state_with(taught, throw.text)
        assert all(goes_on(after, move) for move in moves)


def may_enter(taught: Taught, throw: Action) -> bool:
    moves = entering(taught, throw.text)
    return bool(moves) and all(goes_on(state_with(taught, throw.text), each) for each in moves)


def start_is(taught: Taught, square: str) -> None:
    assert {ends(m)[0] for m in taught.right if isinstance(m, Move)} == {square}
    assert square in marked(taught, "start square")


def is_block(taught: Taught, square: str, colour: str) -> bool:
    return pieces_of(taught.state, taught.seat(colour).index, square) >= 2


def mover(taught: Taught) -> str:
    return taught.telling.seats[taught.state.turn or 0].colour


def block_on(taught: Taught, move: Move) -> str:
    """Return the square where ``move`` leaves two pieces of its seat together, "" if nowhere."""
    after = taught.after(move)
    seat = taught.state.turn or 0
    squares = [p.place for p in after.pieces() if p.seat == seat and p.count > 1]
    return next((square for square in squares if square in taught.state.game.board), "")


def enemies_stop_before(taught: Taught, move: Move, square: str) -> bool:
    """With the block of ``move`` on ``square`` no enemy can stop there or pass."""
    rules, after = game_of(taught).rules, taught.after(move)
    here, own = rules.progress_of, taught.state.turn or 0
    pieces = [each.split(",") for each in str(after).split(" ")[2].split("/")]
    for enemy in range(len(pieces)):
        if enemy == own:
            continue
        goal = here[enemy][square]
        groups = [[*map(int, each)] for each in pieces]
        for target in (goal, goal + 1):
            groups[enemy][0] = goal - 1
            fixed = tuple(map(tuple, groups))
            met = rules.met(groups, enemy)
            assert rules.stopped(fixed, enemy, goal - 1, target, met)[0]
    return block_on(taught, move) == square


def two_are_a_block(taught: Taught) -> None:
    for move in taught.right:
        assert isinstance(move, Move)
        assert enemies_stop_before(taught, move, block_on(taught, move))


def nobody_passes(taught: Taught) -> None:
    """A piece stands before a block of an enemy that the throw would pass, and cannot go."""
    rules, seat = game_of(taught).rules, taught.state.turn or 0
    steps = int(str(taught.state).split(" ")[3])
    going = {origins(taught, move)[0] for move in taught.state.legal_moves()}
    stopped = [
        piece.place
        for piece in taught.state.pieces()
        if piece.seat == seat
        and piece.place in taught.state.game.board
        and piece.place not in going
    ]
    assert stopped
    for place in stopped:
        before = rules.progress_of[seat][place]
        way = rules.tracks[seat][before + 1 : before + steps]
        assert any(p.count > 1 and p.place in way and p.seat != seat for p in taught.state.pieces())


def stops(taught: Taught, move: Move, colour: str, block: str, square: str) -> bool:
    """The block of ``colour`` stops the piece on ``square``, which could go without it."""
    if not is_block(taught, block, colour):
        return False
    seat = taught.seat(colour).index
    head, phase, pieces, *rest = str(taught.state).split(" ")
    groups = pieces.split("/")
    groups[seat] = ",".join("0" for _ in groups[seat].split(","))
    free = taught.state.game.state(" ".join((head, phase, "/".join(groups), *rest)))
    found = {origins(taught, each)[0] for each in free.legal_moves()}
    return square in found - {origins(taught, each)[0] for each in taught.state.legal_moves()}


def own_column(taught: Taught) -> set[str]:
    """Return the squares to which only pieces of the mover come."""
    tracks = game_of(taught).rules.tracks
    own = taught.state.turn or 0
    others = {square for seat, track in enumerate(tracks) if seat != own for square in track}
    return {*tracks[own]} - others


def turns_up(taught: Taught) -> None:
    """The last squares of the track before its end are those of the own column."""
    track = game_of(taught).rules.tracks[taught.state.turn or 0]
    column = own_column(taught)
    assert {*track[-1 - len(column) : -1]} == column <= marked(taught, "home column")


def goes_home(taught: Taught, move: Move) -> bool:
    return ends(move)[0] in marked(taught, "home")


def home_is_exact(taught: Taught, square: str) -> None:
    """From where a piece may come home, no larger throw brings it there."""
    assert marked(taught, "home") == {square}
    (move,) = taught.right
    assert isinstance(move, Move)
    (origin,) = origins(taught, move)
    for throw, _ in game_of(taught).rules.outcomes:
        moves = state_with(taught, throw.text).state.legal_moves()
        home = [m for m in moves if origins(taught, m) == [origin] and ends(m) == [square]]
        assert bool(home) == (throw.text == die(move))


def home_by(taught: Taught, move: Move, number: str, square: str) -> bool:
    return (
        origins(taught, move) == [square]
        and goes_home(taught, move)
        and len(move.path) == taught.number(number)
    )


def all_home_win(taught: Taught, number: str) -> None:
    (home,) = marked(taught, "home")
    for move in taught.right:
        outcome = taught.after(move).outcome()
        assert outcome is not None
        assert outcome.winners == (taught.state.turn,)
        own = pieces_of(taught.after(move), taught.state.turn or 0, home)
        assert own == taught.number(number)


def are_home(taught: Taught, move: Move, number: str, colour: str) -> bool:
    (home,) = marked(taught, "home")
    seat = taught.seat(colour).index
    return pieces_of(taught.after(move), seat, home) == taught.number(number) and wins(
        taught, move, colour
    )


PHRASES: Sequence[Phrase] = (
    Phrase(
        only_enters_by,
        "Only a {number} brings a piece in, and it gives another throw.",
        "Только {number} вводит фишку и даёт ещё бросок.",
    ),
    Phrase(
        each(may_enter),
        "Now a piece can come in, and then you throw again.",
        "Теперь фишка может войти, а потом вы бросаете снова.",
    ),
    Phrase(
        each(lambda t, throw: not entering(t, throw.text)),
        "With this number nobody comes in.",
        "С этим числом никто не входит.",
    ),
    Phrase(
        start_is, "Pieces come in on your start, {square}.", "Фишки входят на ваш старт, {square}."
    ),
    Phrase(
        each(lambda t, m, square: ends(m) == [square]),
        "It stands on {square}.",
        "Она стоит на {square}.",
    ),
    Phrase(
        two_are_a_block,
        "Two of your pieces on one square are a block.",
        "Две ваши фишки на одной клетке — заслон.",
    ),
    Phrase(asks(lambda t, m: block_on(t, m) != ""), "Make a block.", "Поставьте заслон."),
    Phrase(
        each(enemies_stop_before),
        "No enemy can stop on {square} or pass it.",
        "Чужой фишке не встать на {square} и не пройти мимо.",
    ),
    Phrase(
        each(lambda t, m: block_on(t, m) == ""),
        "Your pieces stand apart.",
        "Ваши фишки стоят порознь.",
    ),
    Phrase(nobody_passes, "Nobody passes the block of an enemy.", "Мимо чужого заслона не пройти."),
    Phrase(
        asks(lambda t, m: bool(m.path)),
        "Move a piece that can go.",
        "Сходите другой фишкой.",
    ),
    Phrase(
        each(stops),
        "The {seat} block on {square} stops your piece on {square}.",
        "{seat} заслон на {square} держит вашу фишку на {square}.",
    ),
    Phrase(
        turns_up,
        "At the end of the course, your pieces turn up your own column.",
        "В конце пути ваши фишки сворачивают на свою дорожку.",
    ),
    Phrase(
        asks(lambda t, m: ends(m)[0] in own_column(t)),
        "Bring a piece into your column.",
        "Зайдите на свою дорожку.",
    ),
    Phrase(
        each(lambda t, m: ends(m)[0] not in own_column(t)),
        "That one stays on the edge.",
        "Та осталась на краю.",
    ),
    Phrase(
        home_is_exact,
        "A piece comes home, to {square}, by an exact count.",
        "Домой, на {square}, приходят точным числом.",
    ),
    Phrase(asks(goes_home), "Bring a piece home.", "Приведите фишку домой."),
    Phrase(
        each(home_by),
        "{number} squares from {square}, and it is home.",
        "{number} клетки от {square} — и она дома.",
    ),
    Phrase(each(lambda t, m: not goes_home(t, m)), "Nobody came home.", "Домой никто не пришёл."),
    Phrase(
        all_home_win,
        "Whoever brings all {number} pieces home first wins.",
        "Побеждает тот, кто первым приведёт домой все {number} фишки.",
    ),
    Phrase(
        asks(lambda t, m: t.after(m).is_terminal and goes_home(t, m)),
        "Bring the last of your pieces home.",
        "Приведите последнюю.",
    ),
    Phrase(
        each(are_home),
        "All {number} are home: {seat} wins.",
        "Все {number} дома: {seat} победили.",
    ),
)
