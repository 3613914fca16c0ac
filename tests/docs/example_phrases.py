"""Every sentence of the example turns in English and Russian, with what it claims of the rules.

The gaps of a phrase come in the same order in every language. A new language is a new field.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tests.docs import example_board as board
from tests.docs import example_turn as rules
from tests.docs.example_turn import Telling, Words

WORDS: Mapping[str, Words] = {
    "en": Words(
        {each: each for each in ("white", "black", "red", "blue", "yellow", "green")},
        {"one": 1, "two": 2, "three": 3, "four": 4, "seven": 7},
    ),
    "ru": Words(
        {
            "бел": "white",
            "чёрн": "black",
            "красн": "red",
            "син": "blue",
            "жёлт": "yellow",
            "зелён": "green",
        },
        {
            "один": 1,
            "одна": 1,
            "две": 2,
            "три": 3,
            "четыре": 4,
            "семь": 7,
            "единица": 1,
            "единицы": 1,
            "двойка": 2,
            "четвёрка": 4,
            "шестёрка": 6,
            "восьмёрка": 8,
        },
    ),
}


class Phrase(NamedTuple):
    """A sentence in each language, and its claim, which gets what fills the gaps."""

    claim: Callable[..., None]
    en: str
    ru: str


def both(*claims: Callable[..., None]) -> Callable[..., None]:
    """Return the claim that makes all ``claims`` of the same gaps."""

    def claim(telling: Telling, *gaps: str) -> None:
        for each in claims:
            each(telling, *gaps)

    return claim


def begins(telling: Telling, seat: str, *rest: str) -> None:
    rules.begins(telling, seat)


def reaches(telling: Telling, seat: str, *gaps: str) -> None:
    rules.captures_with(telling, seat, list(zip(gaps[::2], gaps[1::2], strict=True)))


def yellow_and_start(telling: Telling, seat: str, one: str, other: str, number: str) -> None:
    rules.stand(telling, 1, seat, one, other)
    rules.starts_hold(telling, telling.number(number), seat)


def distance(telling: Telling, *gaps: str) -> None:
    number, origin, square, many, seat = gaps
    rules.distance(telling, number, origin, square)
    rules.stand(telling, telling.number(many), seat, square)


def captures_both(telling: Telling, seat: str, move: str) -> None:
    rules.plays(telling, seat, move)
    assert sum(piece.count for piece in telling.moves[-1].captures) == 2


def back_in_hand(telling: Telling, seat: str) -> None:
    rules.to_hand(telling, sum(piece.count for piece in telling.moves[-1].captures), seat)


def one_instead(telling: Telling, seat: str, square: str, gone: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.stand(telling, 0, gone, square)
    rules.captured(telling, 2, gone)


def may_return(telling: Telling, seat: str, number: str, square: str, enemy: str) -> None:
    rules.enters_and_captures(telling, seat, number, square, enemy)
    rules.comes_after(telling, seat, 2)


def void(telling: Telling, seat: str, *numbers: str) -> None:
    rules.acts(telling, seat)
    rules.nothing_on_course(telling, seat)
    rules.first_are_void(telling, *numbers)


def same_piece(telling: Telling, first: str, second: str) -> None:
    before = telling.moves[-1].path[-1]
    rules.plays_on(telling, first, second)
    origins = [each.steps[-1].origin for each in telling.moves[-2:]]
    assert origins == [before, telling.moves[-2].path[-1]]
    assert telling.state.pending == ()


def stops_on_palace(telling: Telling, square: str, seat: str) -> None:
    assert telling.moves[-2].path[-1] == square
    rules.is_palace(telling, seat, square)


def throws_and_passes(telling: Telling, seat: str, thrown: str, move: str) -> None:
    rules.throws(telling, seat, f"`{thrown}`")
    rules.is_void_without(telling, "1", seat, move)


def in_corner(telling: Telling, seat: str, square: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.is_corner(telling, square)


def captured_to_hand(telling: Telling, seat: str) -> None:
    rules.captured(telling, 1, seat)
    rules.to_hand(telling, 1, seat)


def safe_in_palace(telling: Telling, seat: str) -> None:
    rules.captured(telling, 1, seat)
    (enemy,) = telling.at(telling.moves[-1].path[-1])
    rules.is_safe_in_palaces(telling, telling.seats[enemy.holder], seat)


def moved_and_in_hand(telling: Telling, seat: str, square: str, enemy: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.captured(telling, 1, enemy)
    who = telling.seat(enemy).index
    assert {piece.place for piece in telling.state.pieces() if piece.seat == who} == {"hand"}


def on_first_track(telling: Telling, seat: str, square: str) -> None:
    board.on_track(telling, seat, 1, square)


def on_track_of_second(telling: Telling, enemy: str, seat: str) -> None:
    rules.moved_last(telling, enemy)
    board.on_track_of_second(telling, enemy, seat)


def third_and_first(telling: Telling, seat: str, square: str, enemy: str, other: str) -> None:
    board.on_track(telling, seat, 3, square)
    board.on_track(telling, enemy, 1, other)


def meets(telling: Telling, seat: str, dots: str, enemy: str) -> None:
    rules.acts(telling, seat)
    board.has_dots(telling, seat, 3, dots)
    board.step_meets(telling, seat, 3, 1, enemy)


def second_and_below(telling: Telling, seat: str, square: str, enemy: str) -> None:
    board.on_track(telling, seat, 2, square)
    board.stands_below(telling, square, enemy)


def over_soldier(telling: Telling, screen: str, seat: str, target: str) -> None:
    board.aims(telling, screen, target)
    (cannon,) = telling.at(telling.moves[-1].path[-1])
    board.kind_on(telling, "soldier", telling.seats[cannon.holder], screen)
    board.kind_on(telling, "soldier", seat, target)


def cannon_behind(telling: Telling, seat: str, square: str, screen: str) -> None:
    board.kind_on(telling, "cannon", seat, square)
    board.kind_on(telling, "soldier", seat, screen)


def horse(telling: Telling, seat: str, move: str) -> None:
    board.kind_moves(telling, "horse", seat, move)


def guards(telling: Telling, square: str) -> None:
    board.guards(telling, square, telling.moves[0].path[-1])


def throws_again(telling: Telling, square: str, mark: str, seat: str, thrown: str) -> None:
    """The last move ended on ``square``, which has a mark of that kind and gives a throw."""
    assert telling.moves[-1].path[-1] == square
    assert any(mark in name for name in telling.marks(square))
    rules.throws(telling, seat, thrown)


def rosette_gives_throw(telling: Telling, square: str, seat: str, thrown: str) -> None:
    throws_again(telling, square, "rosette", seat, thrown)


def two_stand(telling: Telling, number: str, seat: str, square: str) -> None:
    rules.stand(telling, telling.number(number), seat, square)


def hit_to_bar(telling: Telling, seat: str, square: str) -> None:
    victims = [victim for move in telling.moves[-2:] for victim in move.captures]
    assert [(v.seat, v.place) for v in victims] == [(telling.seat(seat).index, square)]
    rules.stand(telling, 1, seat, "bar")


def stands_and_on_bar(telling: Telling, seat: str, square: str, enemy: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.stand(telling, 1, enemy, "bar")


def cannot_come_in(telling: Telling, square: str, number: str, seat: str, enemy: str) -> None:
    rules.stand(telling, telling.number(number), seat, square)
    rules.stand(telling, 1, enemy, "bar")
    assert [str(move) for move in telling.state.legal_moves()] == ["pass"]


def number_gives_throw(telling: Telling, number: str, seat: str, thrown: str) -> None:
    """The last throw was ``number``, and its seat throws again."""
    assert telling.thrown[-1] == str(telling.number(number))
    rules.throws(telling, seat, thrown)


def all_pass(telling: Telling, *gaps: str) -> None:
    """Each of these seats throws, and cannot even bring a piece in."""
    for seat, thrown in zip(gaps[::2], gaps[1::2], strict=True):
        rules.throws(telling, seat, f"`{thrown}`")
        rules.nothing_on_course(telling, seat)
        rules.passes(telling, "pass")


def have_passed(telling: Telling, text: str) -> None:
    assert [move.text for move in telling.moves[-3:]] == [text] * 3


def on_start_of(telling: Telling, seat: str, other: str) -> None:
    """The last piece that moved is of ``seat``, and ``other`` enters where it stands."""
    square = next(move for move in reversed(telling.moves) if move.path).path[-1]
    rules.stand(telling, 1, seat, square)
    acting = telling.seat(other).index
    entering = telling.state.game.start(acting)
    moves = entering.apply(entering.parse("6")).legal_moves()
    assert [move.path[-1] for move in moves] == [square]


PHRASES: Sequence[Phrase] = (
    Phrase(
        both(begins, rules.throws),
        "{seat} begins and throws {codes}.",
        "{seat} начинают и бросают {codes}.",
    ),
    Phrase(rules.throws, "{seat} throws {codes}.", "{seat} бросают {codes}."),
    Phrase(rules.begins, "{seat} begins.", "{seat} начинают."),
    # T'shu-p'u
    Phrase(
        rules.one_piece_could_go,
        "One piece could go {number} squares, to {square}.",
        "Одна фишка могла бы пройти {number} клетки, до {square}.",
    ),
    Phrase(
        rules.plays,
        "{seat} prefers to move two pieces: {code}.",
        "{seat} предпочитают пойти двумя: {code}.",
    ),
    Phrase(
        both(rules.is_unmarked, rules.can_be_captured),
        "Neither {square} nor {square} is a cross-cut, so enemies can capture there.",
        "Ни {square}, ни {square} не отмечены косым крестом, так что там могут побить.",
    ),
    Phrase(
        reaches,
        "{seat} could do so at once: {code} leads to {square}, and {code} leads to {square}.",
        "{seat} могут сделать это сразу: {code} ведёт на {square}, а {code} — на {square}.",
    ),
    Phrase(
        yellow_and_start,
        "{seat} has pieces on {square} and {square}, and {number} more on its start",
        "{seat} стоят на {square} и {square}, ещё {number} фишки на старте",
    ),
    Phrase(
        distance,
        "{number} squares from {square} is {square}, where {number} {seat} pieces still stand.",
        "{number} клеток от {square} — это {square}, где ещё стоят {number} {seat} фишки.",
    ),
    Phrase(captures_both, "{seat} captures both: {code}.", "{seat} бьют обе: {code}."),
    Phrase(back_in_hand, "They go back to {seat}'s hand.", "Они возвращаются в руку {seat}."),
    Phrase(
        one_instead,
        "A {seat} piece stands on {square}, and no {seat} piece is left there",
        "{seat} фишка стоит на {square}, {seat} там больше нет",
    ),
    Phrase(rules.order, "{seat} and {seat} take their turns.", "Ходят {seat} и {seat}."),
    Phrase(
        may_return,
        "Then {seat} may bring a piece back: a {number} puts it on {square}, and if the {seat}"
        " piece is still there, it is captured.",
        "Затем {seat} могут вернуть фишку: {number} ставит её на {square}, и если {seat} фишка ещё"
        " там, она побита.",
    ),
    # races that are data
    Phrase(
        rosette_gives_throw,
        "On {square} there is a rosette, so {seat} throws again: {codes}.",
        "На {square} розетка, поэтому {seat} бросают снова: {codes}.",
    ),
    Phrase(rules.plays, "{seat} plays {code}.", "{seat} ходят {code}."),
    # backgammon
    Phrase(rules.plays, "{seat} plays {code} and {code}.", "{seat} ходят {code} и {code}."),
    Phrase(
        two_stand,
        "{number} {seat} pieces stand on {square}",
        "{number} {seat} фишки стоят на {square}",
    ),
    Phrase(
        hit_to_bar,
        "The {seat} piece on {square} was hit and is on the bar.",
        "{seat} фишка на {square} побита и ушла на бар.",
    ),
    Phrase(
        stands_and_on_bar,
        "A {seat} piece stands on {square}, and a {seat} one is on the bar",
        "{seat} фишка стоит на {square}, {seat} на баре",
    ),
    Phrase(
        cannot_come_in,
        "On {square} there are {number} {seat} pieces, so the {seat} one cannot come in.",
        "На {square} {number} {seat} фишки, поэтому {seat} войти не может.",
    ),
    Phrase(rules.passes, "Nothing can be played: {code}.", "Сыграть ничего нельзя: {code}."),
    # Thaayam
    Phrase(rules.series_ends_with, "The {number} ends the series.", "{number} завершает серию."),
    Phrase(
        void,
        "{seat} had no piece on the board, so the {number} and the {number} before the 1 are void.",
        "Фишек {seat} на поле не было, поэтому {number} и {number} до единицы пустые.",
    ),
    Phrase(
        rules.are_left,
        "A {number}, a {number} and a {number} are left.",
        "Остались {number}, {number} и {number}.",
    ),
    Phrase(
        rules.enters_palace,
        "The {number} brings a piece onto the palace: {code}.",
        "{number} вводит фишку во дворец: {code}.",
    ),
    Phrase(
        lambda telling, seat, square: rules.stand(telling, 1, seat, square),
        "A {seat} piece stands on {square}",
        "{seat} фишка стоит на {square}",
    ),
    Phrase(
        same_piece,
        "The same piece plays the other throws, {code} and {code}.",
        "Остальными бросками идёт она же, {code} и {code}.",
    ),
    Phrase(
        stops_on_palace,
        "On its way it stops on {square}, which is {seat}'s palace.",
        "По пути она останавливается на {square}, во дворце {seat}.",
    ),
    Phrase(
        rules.other_order,
        "If it began with {code}, it would come to {square} as well.",
        "Если бы она начала с {code}, она тоже пришла бы на {square}.",
    ),
    Phrase(rules.turn_is_over, "That ends {seat}'s turn.", "Ход {seat} окончен."),
    Phrase(
        in_corner,
        "The {seat} piece stands in the corner {square}",
        "{seat} фишка стоит в углу, на {square}",
    ),
    Phrase(
        rules.is_void_without,
        "Without a {number} this throw is void, and {seat} can only pass: {code}.",
        "Без {number} этот бросок пустой, и {seat} могут только пропустить ход: {code}.",
    ),
    Phrase(
        throws_and_passes,
        "{seat} throws {code}, which is void as well: {code}.",
        "{seat} бросают {code}, и этот бросок тоже пустой: {code}.",
    ),
    Phrase(
        rules.plays_on,
        "A piece enters with {code} and moves on with {code}.",
        "Фишка входит, {code}, и идёт дальше, {code}.",
    ),
    Phrase(rules.plays_on, "A piece enters: {code}.", "Фишка входит: {code}."),
    Phrase(
        captured_to_hand,
        "It captures the {seat} piece, which goes back to hand.",
        "Она бьёт {seat} фишку, и та возвращается в руку.",
    ),
    Phrase(
        safe_in_palace,
        "In a palace the {seat} piece would have been safe.",
        "Во дворце {seat} фишка была бы в безопасности.",
    ),
    Phrase(
        moved_and_in_hand,
        "A {seat} piece stands on {square}, and the {seat} one is back in hand",
        "{seat} фишка стоит на {square}, {seat} снова в руке",
    ),
    # Ludo
    Phrase(
        number_gives_throw,
        "The {number} gives another throw, so {seat} throws again: {codes}.",
        "{number} даёт ещё бросок, и {seat} бросают снова: {codes}.",
    ),
    Phrase(
        all_pass,
        "{seat} throws {code}, {seat} throws {code}, and {seat} throws {code}.",
        "{seat} бросают {code}, {seat} бросают {code}, {seat} бросают {code}.",
    ),
    Phrase(
        have_passed,
        "Nobody can come in, and all three pass: {code}.",
        "Войти никто не может, и все трое пропускают ход: {code}.",
    ),
    Phrase(
        on_start_of,
        "The {seat} piece stands on {seat}'s start.",
        "{seat} фишка стоит на старте {seat}.",
    ),
    # Squadro
    Phrase(
        board.dots_and_steps,
        "The first piece has {number} dots and goes {number} steps: {code}.",
        "У первой фишки {number} точки, и она идёт на {number} шага: {code}.",
    ),
    Phrase(
        on_first_track,
        "The first {seat} piece stands on {square}",
        "Первая {seat} фишка стоит на {square}",
    ),
    Phrase(
        meets,
        "{seat}'s third piece has {number} dots, and its first step meets the {seat} piece.",
        "У третьей {seat} фишки {number} точки, и первый же шаг приводит её к {seat}.",
    ),
    Phrase(
        board.jumps,
        "It jumps over that piece and stops right behind it: {code}.",
        "Она перепрыгивает ту фишку и встаёт сразу за ней: {code}.",
    ),
    Phrase(
        board.back_to_start_line,
        "The {seat} piece goes back to its start line.",
        "{seat} фишка возвращается на линию старта.",
    ),
    Phrase(board.lost_steps, "Its {number} steps are lost.", "{number} её шага пропали."),
    Phrase(
        third_and_first,
        "The third {seat} piece stands on {square}, and the first {seat} one is back on {square}",
        "Третья {seat} фишка стоит на {square}, первая {seat} снова на {square}",
    ),
    Phrase(
        on_track_of_second,
        "Now the {seat} piece stands on the track of {seat}'s second piece.",
        "Теперь {seat} фишка стоит на дорожке второй {seat}.",
    ),
    Phrase(
        board.dots_and_steps,
        "That piece has {number} dot and takes {number} step: {code}.",
        "У той {number} точка, и она делает {number} шаг: {code}.",
    ),
    Phrase(
        board.jumps_with_third_step,
        "If the {seat} piece stays where it is, the {seat} one will jump over it with its third"
        " step.",
        "Если {seat} фишка останется на месте, {seat} перепрыгнет её третьим шагом.",
    ),
    Phrase(
        second_and_below,
        "The second {seat} piece stands on {square}, below the {seat} one",
        "Вторая {seat} фишка стоит на {square}, ниже {seat}",
    ),
    # xiangqi
    Phrase(
        board.middle_of_front,
        "A cannon goes to the middle of its front: {code}.",
        "Пушка встаёт в середину своего строя: {code}.",
    ),
    Phrase(
        over_soldier,
        "Over the soldier on {square} it now aims at {seat}'s soldier on {square}.",
        "Через пешку на {square} она теперь грозит {seat} пешке на {square}.",
    ),
    Phrase(
        cannon_behind,
        "A {seat} cannon stands on {square}, behind its soldier on {square}",
        "{seat} пушка стоит на {square}, за своей пешкой на {square}",
    ),
    Phrase(horse, "{seat} answers with a horse: {code}.", "{seat} отвечают конём: {code}."),
    Phrase(horse, "{seat} moves a horse as well: {code}.", "{seat} тоже ходят конём: {code}."),
    Phrase(horse, "{seat}'s horse follows: {code}.", "За ними выходит конь {seat}: {code}."),
    Phrase(
        guards,
        "It guards the soldier on {square}: if the cannon takes it, the horse takes the cannon.",
        "Он защищает пешку на {square}: если пушка её возьмёт, конь возьмёт пушку.",
    ),
    Phrase(
        board.all_have_moved,
        "All four have moved, and it is {seat}'s turn again.",
        "Сходили все четверо, и снова ход {seat}.",
    ),
    Phrase(
        lambda telling, *squares: board.kinds_stand(telling, "horse", *squares),
        "Horses stand on {square}, {square} and {square}",
        "Кони стоят на {square}, {square} и {square}",
    ),
)
