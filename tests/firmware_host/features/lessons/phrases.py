"""Every sentence of the lessons in English and Russian, with what it claims of the rules.

The gaps of a phrase come in the same order in every language. A new language is a new field.
"""

from collections.abc import Mapping, Sequence

from games.equipment import HAND, OFF
from tests.docs.example_phrases import WORDS as EXAMPLE_WORDS
from tests.docs.example_phrases import Phrase
from tests.docs.example_turn import Words
from tests.firmware_host.features.lessons import backgammon, crosses, races
from tests.firmware_host.features.lessons import claims as c
from tests.firmware_host.features.lessons.claims import asks, each, right

MORE_NUMBERS: Mapping[str, Mapping[str, int]] = {
    "en": {"two": 2, "third": 3, "fourth": 4, "five": 5, "seven": 7, "eight": 8, "fifteen": 15},
    "ru": {
        "два": 2, "третий": 3, "тройка": 3, "тройкой": 3, "четвёртую": 4, "пяти": 5, "пять": 5,
        "пятёрка": 5, "шестёрка": 6, "семь": 7, "восемь": 8, "пятнадцать": 15,
    },
}  # fmt: skip
WORDS: Mapping[str, Words] = {
    code: words._replace(numbers={**words.numbers, **MORE_NUMBERS[code]})
    for code, words in EXAMPLE_WORDS.items()
}

PHRASES: Sequence[Phrase] = (
    Phrase(
        c.steps_are_dots,
        "A piece goes as many steps as there are dots on the edge behind it.",
        "Фишка делает столько шагов, сколько точек на краю за ней.",
    ),
    Phrase(asks(c.goes), "Go {number} steps.", "Пройдите {number} шага."),
    Phrase(
        each(c.dots_and_steps), "{number} dots, {number} steps.", "{number} точки — {number} шага."
    ),
    Phrase(
        each(c.dots_and_steps), "{number} dot, {number} step.", "{number} точка — {number} шаг."
    ),
    Phrase(c.try_, "Try the piece on {square}.", "Попробуйте фишку на {square}."),
    Phrase(c.try_, "Try {square}.", "Попробуйте {square}."),
    Phrase(
        c.stops_and_turns,
        "A piece stops at an edge, and at the far edge it turns around.",
        "На краю фишка встаёт, а на дальнем краю разворачивается.",
    ),
    Phrase(
        asks(lambda t, m: c.is_far(m)),
        "Bring a piece to the far edge.",
        "Дойдите до дальнего края.",
    ),
    Phrase(
        each(lambda t, m, square, number: m.path[-1] == square and c.is_cut_short(t, m, number)),
        "It stops on {square}, though it had {number} steps.",
        "Она встала на {square}, хотя шагов было {number}.",
    ),
    Phrase(each(c.turns_home), "Now it points home.", "Теперь она смотрит домой."),
    Phrase(
        each(lambda t, m: not c.is_far(m)),
        "That one does not reach the far edge.",
        "Она не дойдёт до дальнего края.",
    ),
    Phrase(
        c.steps_are_dots,
        "On the way home, the dots of the far edge count.",
        "На пути домой считаются точки дальнего края.",
    ),
    Phrase(asks(c.goes_home_faster), "Take the faster way home.", "Идите домой быстрой фишкой."),
    Phrase(
        each(c.is_fast_home),
        "{number} dots there: slow on the way out, fast on the way home.",
        "Там {number} точки: туда медленно, домой быстро.",
    ),
    Phrase(
        each(c.dots_and_steps),
        "{number} dot there, {number} step.",
        "Там {number} точка — {number} шаг.",
    ),
    Phrase(
        each(lambda t, m: c.moved(t, m)[0].facing == "north"),
        "That one is on its way out.",
        "Эта ещё идёт туда.",
    ),
    Phrase(
        c.jumps_end,
        "A piece that meets an enemy jumps over it, and its move ends.",
        "Встретив чужую, фишка её перепрыгивает, и ход завершён.",
    ),
    Phrase(
        asks(lambda t, m, square: [p.place for p in m.captures] == [square]),
        "Jump over the piece on {square}.",
        "Перепрыгните фишку на {square}.",
    ),
    Phrase(each(c.meets), "The {number} step met it.", "К ней привёл {number} шаг."),
    Phrase(
        each(c.one_further),
        "The jump ends on {square}, one step further.",
        "Прыжок закончен на {square}, на шаг дальше.",
    ),
    Phrase(
        each(lambda t, m: not m.captures), "That way meets no enemy.", "На этом пути никого нет."
    ),
    Phrase(
        c.go_back,
        "A piece that is jumped over goes back to the edge that it came from.",
        "Кого перепрыгнули, тот возвращается на край, с которого шёл.",
    ),
    Phrase(
        asks(lambda t, m, colour: c.takes_from(t, m, colour) and "east" in c.sent_to(t, m)),
        "Send a {seat} piece back.",
        "Верните {seat} на старт.",
    ),
    Phrase(
        each(c.back_at("east")),
        "It was on its way out: it begins again on {square}.",
        "Она шла туда и начнёт снова с {square}.",
    ),
    Phrase(
        each(c.back_at("west")),
        "That one was on its way home: it goes back to {square} only.",
        "Та шла домой и вернулась лишь на {square}.",
    ),
    Phrase(
        each(lambda t, m: not m.captures), "Nobody is jumped over.", "Так никого не перепрыгнуть."
    ),
    Phrase(
        c.jumps_end,
        "One jump leads over all enemies that stand without a gap.",
        "Один прыжок ведёт через всех, кто стоит вплотную.",
    ),
    Phrase(
        asks(lambda t, m, number: c.captured(m) == t.number(number)),
        "Jump over {number} pieces at once.",
        "Перепрыгните сразу {number} фишки.",
    ),
    Phrase(
        each(lambda t, m: c.captured(m) == 2 and c.is_far(m)),
        "Both go back, and your piece has reached the far edge.",
        "Обе вернулись, а ваша фишка на дальнем краю.",
    ),
    Phrase(each(lambda t, m: c.captured(m) == 1), "Only one goes back.", "Вернулась лишь одна."),
    Phrase(
        c.never_on_an_edge,
        "On an edge no piece can be jumped over.",
        "На краю фишку перепрыгнуть нельзя.",
    ),
    Phrase(asks(c.saves), "Save the piece on {square}.", "Спасите фишку на {square}."),
    Phrase(
        each(lambda t, m, square: m.path[-1] == square and c.is_safe(t, m)),
        "On {square} nobody can jump over it.",
        "На {square} её никто не перепрыгнет.",
    ),
    Phrase(
        each(
            lambda t, m, colour, one, other: (
                t.seat(colour).index == t.after(m).turn
                and (one, other) in c.enemy_takes(t.after(m))
            )
        ),
        "{seat} jumps from {square} over {square}.",
        "{seat} прыгнут с {square} через {square}.",
    ),
    Phrase(
        each(
            lambda t, m: (
                {place for _, place in c.enemy_takes(t.after(m))}
                >= {c.origins(t, r)[0] for r in t.right}
            )
        ),
        "Move that piece.",
        "Уведите ту фишку.",
    ),
    Phrase(
        c.four_win,
        "Whoever has {number} of {number} pieces home first wins.",
        "Побеждает тот, у кого первым дома {number} из {number}.",
    ),
    Phrase(
        asks(lambda t, m, number: c.home_pieces(t, t.after(m)) == t.number(number)),
        "Bring your {number} piece home.",
        "Приведите домой {number}.",
    ),
    Phrase(
        each(
            lambda t, m, number, colour: (
                c.home_pieces(t, t.after(m)) == t.number(number) and c.wins(t, m, colour)
            )
        ),
        "{number} pieces are home: {seat} wins.",
        "{number} фишки дома: {seat} победили.",
    ),
    Phrase(
        each(c.other_wins_next),
        "That one is not home yet, and {seat} wins next.",
        "Она ещё не дома, а следующим ходом победят {seat}.",
    ),
    Phrase(
        c.faces_are_counted,
        "The throw is the number of white faces, and a {number} or a {number} ends your throws.",
        "Бросок — число белых граней, а {number} или {number} завершает ваши броски.",
    ),
    Phrase(
        asks(lambda t, throw, *numbers: throw.text in numbers),
        "Throw until a {number} or a {number} comes.",
        "Бросайте, пока не выпадет {number} или {number}.",
    ),
    Phrase(
        asks(lambda t, throw, number: throw.text == number),
        "Throw until a {number} comes.",
        "Бросайте, пока не выпадет {number}.",
    ),
    Phrase(
        each(lambda t, throw: not t.after(throw).is_chance),
        "That ends your throws.",
        "Броски окончены.",
    ),
    Phrase(
        each(lambda t, throw: bool(t.after(throw).pending)),
        "Now you would play them all.",
        "Теперь их все надо сыграть.",
    ),
    Phrase(
        each(lambda t, throw: c.goes_on(t, throw) and c.counts(t, throw)),
        "It counts, and you throw again.",
        "Он считается, и вы бросаете снова.",
    ),
    Phrase(
        c.void_before_one,
        "With no piece on the course, throws before your first 1 do not count.",
        "Пока ваших фишек нет на пути, броски до первой единицы не считаются.",
    ),
    Phrase(
        each(c.later_count),
        "It counts, and so do the throws after it.",
        "Она считается, и броски после неё тоже.",
    ),
    Phrase(each(lambda t, throw: not c.counts(t, throw)), "It does not count.", "Он не считается."),
    Phrase(each(c.goes_on), "Throw again.", "Бросайте снова."),
    Phrase(
        each(c.nothing_counted),
        "It ends your throws, and none has counted.",
        "Броски окончены, и ни один не засчитан.",
    ),
    Phrase(each(lambda t, throw: throw not in t.right), "Begin again.", "Начните снова."),
    Phrase(
        c.only_by,
        "Only a {number} brings a piece from the hand onto your palace.",
        "Только {number} вводит фишку из руки в ваш дворец.",
    ),
    Phrase(asks(c.comes_in), "Bring a new piece in.", "Введите новую фишку."),
    Phrase(
        each(lambda t, m, square: c.ends(m) == [square] and square in c.marked(t, "palace")),
        "It stands on {square}, your palace.",
        "Она стоит на {square}, в вашем дворце.",
    ),
    Phrase(
        each(lambda t, m, number: c.die(m) == str(t.number(number)) and not c.comes_in(t, m)),
        "That spends the {number} on the board.",
        "{number} потрачена на поле.",
    ),
    Phrase(right(c.comes_in), "Take a piece from the hand.", "Возьмите фишку из руки."),
    Phrase(
        each(lambda t, m, number: c.die(m) == str(t.number(number)) and not c.comes_in(t, m)),
        "A {number} brings nobody in.",
        "{number} никого не вводит.",
    ),
    Phrase(
        c.ends_on_enemy,
        "A piece that ends a move on an enemy captures it.",
        "Фишка, закончившая ход там, где стоит чужая, бьёт её.",
    ),
    Phrase(asks(c.takes_from), "Capture the {seat} piece.", "Побейте {seat} фишку."),
    Phrase(each(c.to_hand), "It goes back to {seat}'s hand.", "Она вернулась в руку {seat}."),
    Phrase(each(lambda t, m: not m.captures), "Nobody stands there.", "Там никого нет."),
    Phrase(c.distance, "From {square} it is {number} squares.", "От {square} это {number} клетки."),
    Phrase(
        c.palaces,
        "In the palaces, {square}, {square}, {square} and {square}, nobody is captured.",
        "Во дворцах {square}, {square}, {square} и {square} никого не бьют.",
    ),
    Phrase(asks(c.onto("palace")), "Move a piece to a palace.", "Поставьте фишку во дворец."),
    Phrase(
        each(lambda t, m, square: c.ends(m)[0] == square and square in c.marked(t, "palace")),
        "It is a guest on {square}, and guests are safe.",
        "На {square} она гость, а гостей не трогают.",
    ),
    Phrase(
        each(lambda t, m: c.ends(m)[0] not in c.marked(t, "palace")),
        "That is no palace.",
        "Это не дворец.",
    ),
    Phrase(
        c.distance_to,
        "From {square} it is {number} squares to {square}.",
        "От {square} это {number} клетки до {square}.",
    ),
    Phrase(
        c.turns_in,
        "Before their own palace, pieces turn into the inner ring.",
        "Перед своим дворцом фишка сворачивает на внутреннюю дорожку.",
    ),
    Phrase(
        asks(lambda t, m: c.ends(m)[0] in c.inner(t)),
        "Enter the inner ring.",
        "Войдите на внутреннюю дорожку.",
    ),
    Phrase(
        each(c.goes_by),
        "By {square} and {square} to {square}: the inner ring runs clockwise.",
        "Через {square} и {square} на {square}: внутренняя дорожка идёт по часовой стрелке.",
    ),
    Phrase(
        each(lambda t, m: c.ends(m)[0] not in c.inner(t)),
        "That one stays on the outer ring.",
        "Та осталась на внешней дорожке.",
    ),
    Phrase(
        c.is_exact,
        "A piece enters the fortress, {square}, by an exact count.",
        "В крепость, {square}, входят точным числом.",
    ),
    Phrase(asks(c.onto("fortress")), "Enter the fortress.", "Войдите в крепость."),
    Phrase(
        each(
            lambda t, m, number: (
                len(m.path) == t.number(number) and c.ends(m)[0] in c.marked(t, "fortress")
            )
        ),
        "{number} squares, and it is in.",
        "{number} клетки — и она там.",
    ),
    Phrase(c.fortress_is_safe, "Nobody is captured there.", "В крепости никого не бьют."),
    Phrase(each(c.is_one_before), "It ends one square before.", "До крепости ещё клетка."),
    Phrase(
        c.taken_off_when_all_are_in,
        "When all of your pieces are in the fortress or off, a 1 takes one off.",
        "Когда все ваши фишки в крепости или сняты, единица снимает одну.",
    ),
    Phrase(asks(c.last_goes_off), "Take your last piece off.", "Снимите последнюю."),
    Phrase(
        each(
            lambda t, m, number, colour: (
                c.pieces_of(t.after(m), 0, OFF) == t.number(number) and c.wins(t, m, colour)
            )
        ),
        "All {number} are off: {seat} wins.",
        "Сняты все {number}: {seat} победили.",
    ),
    Phrase(
        c.sum_by_one,
        "One piece may go the sum of the two dice.",
        "Одна фишка может пройти сумму двух костей.",
    ),
    Phrase(c.you_threw, "You threw {number} and {number}.", "Выпало {number} и {number}."),
    Phrase(
        asks(c.goes_squares),
        "Go {number} squares with one piece.",
        "Пройдите {number} клетки одной фишкой.",
    ),
    Phrase(
        each(c.sums_up),
        "{number} and {number}: {number} squares, to {square}.",
        "{number} и {number}: {number} клетки, до {square}.",
    ),
    Phrase(each(lambda t, m: "," in m.text), "Those are two pieces.", "Это две фишки."),
    Phrase(c.lead_to, "Go to {square} with one.", "Пойдите на {square} одной."),
    Phrase(
        c.two_by_a_die,
        "Or two different pieces go, each by one of the dice.",
        "Или идут две разные фишки, каждая на число одной кости.",
    ),
    Phrase(asks(lambda t, m: "," in m.text), "Move two pieces.", "Пойдите двумя фишками."),
    Phrase(
        each(lambda t, m, *squares: c.ends(m) == list(squares)),
        "One went to {square}, the other to {square}.",
        "Одна пришла на {square}, другая на {square}.",
    ),
    Phrase(each(lambda t, m: "," not in m.text), "That is one piece.", "Это одна фишка."),
    Phrase(
        right(lambda t, m, *squares: c.ends(m) == list(squares)),
        "Go to {square} with one, to {square} with the other.",
        "Пойдите на {square} одной, на {square} другой.",
    ),
    Phrase(
        c.all_captured,
        "A piece that stops where enemies stand captures all of them.",
        "Фишка, остановившаяся там, где стоят противники, бьёт их всех.",
    ),
    Phrase(
        each(
            lambda t, m, number, square: len(m.path) == t.number(number) and c.ends(m) == [square]
        ),
        "{number} squares to {square}.",
        "{number} клеток до {square}.",
    ),
    Phrase(each(lambda t, m: not m.captures), "Nothing is captured.", "Никто не побит."),
    Phrase(
        lambda t, number, square: c.distance(t, square, number),
        "Count {number} squares from {square}.",
        "Отсчитайте {number} клеток от {square}.",
    ),
    Phrase(
        c.safe_on_cross_cuts,
        "On a cross-cut nobody is captured.",
        "На косом кресте никого не бьют.",
    ),
    Phrase(
        asks(lambda t, m: c.on_cross_cuts(t, t.after(m))),
        "Bring both pieces to safety.",
        "Спасите обе фишки.",
    ),
    Phrase(
        each(c.both_on),
        "Both stand on {square}, a cross-cut.",
        "Обе стоят на {square}, на косом кресте.",
    ),
    Phrase(
        each(c.only_one_is_marked),
        "Only {square} is a cross-cut, {square} is none.",
        "Косой крест — только {square}, а {square} — нет.",
    ),
    Phrase(c.try_, "Try the 1 from {square}.", "Попробуйте единицу с {square}."),
    Phrase(right(lambda t, m: "," in m.text), "Move both pieces.", "Пойдите обеими."),
    Phrase(
        each(c.neither_is_marked),
        "Neither {square} nor {square} is a cross-cut.",
        "Ни {square}, ни {square} — не косой крест.",
    ),
    Phrase(
        c.any_brings_in,
        "Any throw brings a piece in from the hand: a {number} puts it on your start, {square}.",
        "Фишку из руки вводит любой бросок: {number} ставит её на старт, {square}.",
    ),
    Phrase(
        asks(
            lambda t, m, square: any(
                part.endswith(f":{HAND}-{square}") for part in m.text.split(",")
            )
        ),
        "Bring a piece in on {square}.",
        "Введите фишку на {square}.",
    ),
    Phrase(
        each(lambda t, m, number, *way: c.enters_by(t, m, str(t.number(number)), *way)),
        "The {number} leads by {square} and {square} to {square}.",
        "{number} ведёт через {square} и {square} на {square}.",
    ),
    Phrase(
        each(lambda t, m, number, square: c.leads_to(t, m, str(t.number(number)), square)),
        "The {number} leads to {square}.",
        "{number} ведёт на {square}.",
    ),
    Phrase(
        lambda t, number: c.by_the(t, str(t.number(number))),
        "Bring it in with the {number}.",
        "Введите её {number}.",
    ),
    Phrase(
        each(c.sum_leads_to), "By the sum it comes to {square}.", "Суммой она придёт на {square}."
    ),
    Phrase(each(lambda t, m: not c.comes_in(t, m)), "Nobody came in.", "Никто не введён."),
    Phrase(
        c.centre_is_exact,
        "Pieces enter the centre only by an exact count.",
        "В центр фишка входит только точным числом.",
    ),
    Phrase(
        asks(lambda t, m: "e5" in c.ends(m)),
        "Bring a piece into the centre.",
        "Введите фишку в центр.",
    ),
    Phrase(
        each(c.exactly_up),
        "{number} squares from {square}, up the middle: exactly the centre.",
        "{number} клетки от {square} по среднему ряду: точно центр.",
    ),
    Phrase(
        each(lambda t, m: "e5" not in c.ends(m)), "Nobody is in the centre.", "В центре никого."
    ),
    Phrase(
        c.die_takes_off,
        "A die that shows 1 takes a piece from the centre off the board.",
        "Кость, на которой выпала единица, снимает фишку из центра.",
    ),
    Phrase(asks(lambda t, m: OFF in c.ends(m)), "Take a piece off.", "Снимите фишку."),
    Phrase(
        each(lambda t, m, *dice: c.one_and_other(t, m, *(str(t.number(die)) for die in dice))),
        "The {number} took it off, and the {number} moved the other piece.",
        "{number} сняла её, а {number} повела другую.",
    ),
    Phrase(
        each(lambda t, m: c.is_sum(m) and OFF not in c.ends(m)),
        "The sum takes no piece off.",
        "Сумма фишек не снимает.",
    ),
    Phrase(c.try_, "Begin with the piece on {square}.", "Начните с фишки на {square}."),
    Phrase(
        c.partner_moves,
        "When all of yours are off, you move your partner's pieces.",
        "Когда все ваши фишки сняты, вы ходите фишками партнёра.",
    ),
    Phrase(
        asks(
            lambda t, m, colour: (
                c.last_goes_off(t, m) and m.steps[0].piece.seat == t.seat(colour).index
            )
        ),
        "Take {seat}'s last piece off.",
        "Снимите фишку {seat}.",
    ),
    Phrase(
        each(
            lambda t, m, number, *colours: (
                c.wins(t, m, *colours) and c.are_off(t, m, number, *colours)
            )
        ),
        "All {number} are off: {seat} and {seat} win.",
        "Сняты все {number}: {seat} и {seat} победили.",
    ),
    Phrase(
        c.rook_is_straight,
        "The rook goes any distance along a line.",
        "Ладья ходит по линии на любое расстояние.",
    ),
    Phrase(asks(c.captures_with("rook")), "Capture with the rook.", "Побейте ладьёй."),
    Phrase(
        each(c.stands_there),
        "It stands where the captured piece stood.",
        "Она встала на место побитой фигуры.",
    ),
    Phrase(
        lambda t, square: c.go(t, square, 0, 1),
        "Go up the line from {square}.",
        "Идите с {square} вверх по линии.",
    ),
    Phrase(
        c.cannon_needs_one,
        "The cannon goes like a rook, but captures only over exactly one piece.",
        "Пушка ходит как ладья, но бьёт только через одну фигуру.",
    ),
    Phrase(asks(c.captures_with("cannon")), "Capture with the cannon.", "Побейте пушкой."),
    Phrase(
        each(c.over),
        "It jumped over the piece on {square}.",
        "Она перепрыгнула фигуру на {square}.",
    ),
    Phrase(c.look_past, "From {square}, look past {square}.", "Посмотрите с {square} за {square}."),
    Phrase(
        c.horse_needs_its_way,
        "The horse goes one point straight, which must be empty, then one diagonally.",
        "Конь ходит на пункт прямо (он должен быть пуст), затем на один по диагонали.",
    ),
    Phrase(asks(c.captures_with("horse")), "Capture with the horse.", "Побейте конём."),
    Phrase(each(c.by_empty), "By {square}, which was empty.", "Через пустой {square}."),
    Phrase(
        c.bars,
        "The piece on {square} bars the way to {square}.",
        "Фигура на {square} закрывает путь на {square}.",
    ),
    Phrase(
        lambda t, square: c.go(t, square, 1, 0),
        "From {square}, go right first.",
        "Идите с {square} сначала вправо.",
    ),
    Phrase(
        c.horses_leap,
        "From the middle, a horse may leap: from corner to corner of 2 by 4 points.",
        "Из середины конь может прыгнуть из угла в угол прямоугольника 2 на 4.",
    ),
    Phrase(
        asks(lambda t, m: bool(m.captures) and c.is_leap(t, m)),
        "Capture by a great leap.",
        "Побейте большим прыжком.",
    ),
    Phrase(
        each(c.free_way),
        "From {square} to {square}, as all points on the way were empty.",
        "С {square} на {square}: все пункты пути были пусты.",
    ),
    Phrase(c.from_to, "From {square}, leap to {square}.", "Прыгните с {square} на {square}."),
    Phrase(
        c.soldiers_go_forward,
        "A soldier goes one point forward, and in the middle it becomes a veteran.",
        "Пешка ходит на пункт вперёд, а в середине становится ветераном.",
    ),
    Phrase(asks(c.makes_veteran), "Make a veteran.", "Сделайте ветерана."),
    Phrase(
        each(c.goes_all_ways),
        "It crossed the river: now it may go in all four directions.",
        "Она перешла реку и теперь ходит на все четыре стороны.",
    ),
    Phrase(
        each(lambda t, m: c.kind_of(t, m)[0] != "soldier"), "That is no soldier.", "Это не пешка."
    ),
    Phrase(
        c.veteran_goes,
        "In the middle, a veteran goes {number} or {number} points straight, in any direction.",
        "В середине ветеран ходит на {number} или {number} пункта прямо в любую сторону.",
    ),
    Phrase(asks(c.captures_with("soldier", "V")), "Capture with it.", "Побейте им."),
    Phrase(
        each(c.right_by),
        "{number} points to the right in one move.",
        "{number} пункта вправо за один ход.",
    ),
    Phrase(
        c.go_right_by,
        "From {square}, go {number} points right.",
        "Идите с {square} на {number} пункта вправо.",
    ),
    Phrase(
        c.nobody_stays_attacked,
        "Nobody may leave their general under attack.",
        "Своего генерала нельзя оставлять под ударом.",
    ),
    Phrase(
        asks(c.attacks_general),
        "Attack {seat}'s general.",
        "Шах генералу {seat}.",
    ),
    Phrase(
        each(c.with_rook),
        "The rook attacks it: {seat} has to answer that.",
        "Ладья бьёт его: {seat} придётся ответить.",
    ),
    Phrase(
        each(lambda t, m: not c.was_attacked(t, m, c.taught_colour(t, 2))),
        "The general is not attacked.",
        "Генерал не под ударом.",
    ),
    Phrase(
        c.on_a_line, "Put the rook on a line with {square}.", "Поставьте ладью на линию с {square}."
    ),
    Phrase(
        c.mate_is_out,
        "Whoever is under attack and has no move is mated, and out of the game.",
        "Кто под ударом и не может пойти, тот заматован и выбывает.",
    ),
    Phrase(asks(c.is_mate), "Mate {seat}.", "Поставьте {seat} мат."),
    Phrase(
        each(c.holds),
        "The other rook holds {square}: it is mate.",
        "Другая ладья держит {square}: это мат.",
    ),
    Phrase(
        each(lambda t, m, colour: c.is_out(t, m, colour) and not c.was_attacked(t, m, colour)),
        "{seat} is out, but was not attacked: no mate.",
        "{seat} выбыли, но не под ударом: это не мат.",
    ),
    Phrase(c.is_right_text, "Try {square}-{square}.", "Попробуйте {square}-{square}."),
    Phrase(
        each(lambda t, m, colour: t.after(m).turn == t.seat(colour).index),
        "{seat} can still move.",
        "{seat} ещё могут пойти.",
    ),
    Phrase(
        c.dropped_where_it_began,
        "Pieces that you won by a mate come back in the camp where they began.",
        "Фигуры, выигранные матом, ставят в лагерь, из которого они родом.",
    ),
    Phrase(asks(c.drops), "Drop the rook.", "Поставьте ладью."),
    Phrase(each(c.is_rook_of), "Now it is a {seat} rook.", "Теперь это {seat} ладья."),
    Phrase(
        each(lambda t, m: c.kind_of(t, m)[0] == "general" and m.text[0] != "R"),
        "That moved your general.",
        "Это ход генералом.",
    ),
    Phrase(right(c.drops), "Choose the rook in the reserve.", "Выберите ладью в резерве."),
    *races.PHRASES,
    *backgammon.PHRASES,
    *crosses.PHRASES,
)
