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
    right,
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


def home(taught: Taught) -> str:
    """Return the square where the tracks of all seats end."""
    (square,) = {track[-1] for track in game_of(taught).rules.tracks}
    return square


def goes_home(taught: Taught, move: Move) -> bool:
    return ends(move) == [home(taught)]


def home_is_exact(taught: Taught, square: str) -> None:
    """From where a piece may come home, no larger throw brings it there."""
    assert home(taught) == square
    (move,) = taught.right
    assert isinstance(move, Move)
    (origin,) = origins(taught, move)
    for throw, _ in game_of(taught).rules.outcomes:
        moves = state_with(taught, throw.text).state.legal_moves()
        ways = [m for m in moves if origins(taught, m) == [origin] and ends(m) == [square]]
        assert bool(ways) == (throw.text == die(move))


def home_by(taught: Taught, move: Move, number: str, square: str) -> bool:
    return (
        origins(taught, move) == [square]
        and goes_home(taught, move)
        and len(move.path) == taught.number(number)
    )


def all_home_win(taught: Taught, number: str) -> None:
    for move in taught.right:
        outcome = taught.after(move).outcome()
        assert outcome is not None
        assert outcome.winners == (taught.state.turn,)
        own = pieces_of(taught.after(move), taught.state.turn or 0, home(taught))
        assert own == taught.number(number)


def are_home(taught: Taught, move: Move, number: str, colour: str) -> bool:
    seat = taught.seat(colour).index
    return pieces_of(taught.after(move), seat, home(taught)) == taught.number(number) and wins(
        taught, move, colour
    )


# Pachisi


def have_graces(taught: Taught, *numbers: str) -> None:
    entering_by = {throw.text for throw, _ in game_of(taught).rules.outcomes}
    found = {text for text in entering_by if entering(taught, text)}
    assert found == {str(taught.number(number)) for number in numbers}


def grace_enters_on(taught: Taught, square: str) -> None:
    found = [m.text for m in taught.state.legal_moves() if HAND in origins(taught, m)]
    assert found == [f"1:{HAND}-{square}"]


def castles_are_safe(taught: Taught) -> None:
    rules, castles = game_of(taught).rules, marked(taught, "castle")
    for seat, track in enumerate(rules.tracks):
        captures = {s: rules.captures[seat][step] for step, s in enumerate(track) if s in castles}
        assert captures == dict.fromkeys(castles, False)


def onto_castle(taught: Taught, move: Move) -> bool:
    return {*ends(move)} <= marked(taught, "castle") and bool(move.path)


def steps_from(taught: Taught, square: str) -> int:
    return game_of(taught).rules.progress_of[taught.state.turn or 0][square]


def is_kept_out(taught: Taught, move: Move, colour: str, square: str, origin: str) -> bool:
    """The throw would bring the piece on ``origin`` to ``square``, where ``colour`` stands."""
    kept = [throw.text for throw in taught.state.pending]
    going = {s for each in taught.state.legal_moves() for s in origins(taught, each)}
    return (
        kept == [str(steps_from(taught, square) - steps_from(taught, origin))]
        and pieces_of(taught.state, taught.seat(colour).index, square) == 1
        and pieces_of(taught.state, taught.state.turn or 0, origin) == 1
        and origin not in going
    )


def enemies_bar_castles(taught: Taught) -> None:
    """An enemy stands on a castle to which the throw would lead, and no move ends there."""
    own = taught.state.game.seats[taught.state.turn or 0]
    castles = marked(taught, "castle")
    taken = {
        piece.place
        for piece in taught.state.pieces()
        if piece.place in castles
        and piece.seat is not None
        and taught.telling.seats[piece.seat].team != own.team
    }
    assert taken
    assert not taken & {end for move in taught.state.legal_moves() for end in ends(move)}


def partner_of(taught: Taught) -> int:
    own = taught.state.game.seats[taught.state.turn or 0]
    (other,) = (s.index for s in taught.telling.seats if s.team == own.team and s != own)
    return other


def shares_castle(taught: Taught, move: Move) -> bool:
    return onto_castle(taught, move) and all(
        pieces_of(taught.after(move), seat, ends(move)[0])
        for seat in (taught.state.turn or 0, partner_of(taught))
    )


def partner_bars_none(taught: Taught) -> None:
    assert any(shares_castle(taught, move) for move in taught.state.legal_moves())


def may_pass(taught: Taught) -> None:
    moves = taught.state.legal_moves()
    assert len(moves) > 1
    assert any(not move.path for move in moves)


def is_safe_on(taught: Taught, move: Move, square: str) -> bool:
    stands = pieces_of(taught.after(move), taught.state.turn or 0, square) == 1
    return not move.path and stands and square in marked(taught, "castle")


def grace_takes_home(taught: Taught) -> None:
    """The last step home is taken by the grace alone."""
    last = game_of(taught).rules.tracks[0][-2]
    found = {die(m) for m in taught.state.legal_moves() if origins(taught, m) == [last]}
    assert found == {"1"}


def team_wins_with(taught: Taught, number: str) -> None:
    for move in taught.right:
        outcome = taught.after(move).outcome()
        assert outcome is not None
        seats = (taught.state.turn or 0, partner_of(taught))
        assert {*outcome.winners} == {*seats}
        together = sum(pieces_of(taught.after(move), seat, home(taught)) for seat in seats)
        assert together == taught.number(number)


def team_is_home(taught: Taught, move: Move, number: str, one: str, other: str) -> bool:
    seats = [taught.seat(one).index, taught.seat(other).index]
    together = sum(pieces_of(taught.after(move), seat, home(taught)) for seat in seats)
    return together == taught.number(number) and wins(taught, move, one, other)


PHRASES: Sequence[Phrase] = (
    Phrase(
        have_graces,
        "A {number}, a {number} and a {number} have a grace, which brings a piece in.",
        "С {number}, {number} и {number} приходит милость, которая вводит фишку.",
    ),
    Phrase(
        asks(lambda t, throw: bool(entering(t, throw.text))),
        "Throw until you have a grace.",
        "Бросайте, пока не придёт милость.",
    ),
    Phrase(
        each(lambda t, throw: bool(entering(t, throw.text))),
        "Now a piece can come in.",
        "Теперь фишка может войти.",
    ),
    Phrase(
        grace_enters_on,
        "The grace is a 1, which brings a piece in on {square}.",
        "Милость — это единица, которая вводит фишку на {square}.",
    ),
    Phrase(castles_are_safe, "On a castle nobody is captured.", "В замке никого не бьют."),
    Phrase(asks(onto_castle), "Move a piece to a castle.", "Поставьте фишку в замок."),
    Phrase(
        each(lambda t, m, square: ends(m) == [square] and onto_castle(t, m)),
        "It stands on {square}, a castle.",
        "Она стоит на {square}, в замке.",
    ),
    Phrase(
        each(lambda t, m: not onto_castle(t, m)),
        "That is no castle.",
        "Это не замок.",
    ),
    Phrase(
        enemies_bar_castles,
        "Where an enemy stands on a castle, you cannot stop.",
        "В замок, где стоит противник, не встать.",
    ),
    Phrase(each(lambda t, m: not m.path), "Nobody moved.", "Никто не пошёл."),
    Phrase(
        each(is_kept_out),
        "{seat} bars {square} to your piece on {square}.",
        "{seat} не пускают на {square} вашу фишку с {square}.",
    ),
    Phrase(
        partner_bars_none,
        "Your partner's pieces bar no castle.",
        "Фишки партнёра в замок пускают.",
    ),
    Phrase(
        asks(shares_castle),
        "Join your partner.",
        "Встаньте к партнёру.",
    ),
    Phrase(
        each(lambda t, m, square: shares_castle(t, m) and ends(m) == [square]),
        "Both stand on {square}, a castle.",
        "Обе стоят на {square}, в замке.",
    ),
    Phrase(
        each(lambda t, m: not shares_castle(t, m)),
        "You do not share it yet.",
        "Вы ещё не вместе.",
    ),
    Phrase(may_pass, "You need not play a throw.", "Бросок можно и не играть."),
    Phrase(asks(lambda t, m: not m.path), "Stay on the castle.", "Останьтесь в замке."),
    Phrase(
        each(is_safe_on),
        "Nobody moved, and your piece is safe on {square}.",
        "Никто не пошёл, и фишке на {square} ничто не грозит.",
    ),
    Phrase(
        each(lambda t, m: origins(t, m)[0] in marked(t, "castle") and not onto_castle(t, m)),
        "It left the castle.",
        "Она ушла из замка.",
    ),
    Phrase(right(lambda t, m: not m.path), "Choose to pass.", "Пропустите ход."),
    Phrase(
        grace_takes_home,
        "A grace takes a piece home that stands right before it.",
        "Фишку прямо перед домом приводит домой милость.",
    ),
    Phrase(
        each(lambda t, m: die(m) == "1" and goes_home(t, m)),
        "The grace took it home.",
        "Её привела милость.",
    ),
    Phrase(
        team_wins_with,
        "The team that first brings all {number} pieces home wins.",
        "Побеждает команда, первой приведшая домой все {number} фишек.",
    ),
    Phrase(
        each(team_is_home),
        "All {number} are home: {seat} and {seat} win.",
        "Все {number} дома: {seat} и {seat} победили.",
    ),
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
