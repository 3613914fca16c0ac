"""What a file says of a race besides its rules: the options, and what people are told of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from games.core import About
from games.equipment import Board, Theme
from games.options import NONE, PREFIX, TITLES, Handicap, Option, OptionValue, seat_options
from games.race.layout import is_number
from games.race.reading import Fault, Path, Tables, converted, merged
from games.race.rules import GRACE, RaceRules
from games.race.words import OptionWords, RaceWords

MOST_FACES: Final = 50_000
"""In how many ways the dice may fall at most."""
NO_COLOUR: Final = 'expected a colour such as "#3f5d4a"'
MOST_TOGETHER: Final = 512
"""How many sets of options are checked one by one; of more, only those that change one option."""


def options_of(words: RaceWords) -> tuple[Option, ...]:
    """Return the options that people may choose; Fault if one of them is none."""
    for index, option in enumerate(words.options):
        path = ("options", str(index))
        values = [(type(each.value), each.value) for each in option.values]
        labels = [each.label for each in option.values]
        names = [each.name for each in words.options[:index]]
        for is_wrong, word, expected in (
            (not option.name.isidentifier(), "name", 'expected a name such as "finish"'),
            (option.name in names, "name", f"expected another name, got {option.name} again"),
            (option.name.startswith(PREFIX), "name", f"expected a name without {PREFIX}"),
            (len(set(values)) < len(values), "values", "expected each value once"),
            (any(labels) and not all(labels), "values", "expected a label for every value"),
        ):
            if is_wrong:
                raise Fault((*path, word), expected)
        for number, each in enumerate(option.values):
            if "options" in each.set:
                raise Fault(
                    (*path, "values", str(number)), "expected no options among what it sets"
                )
    if words.seats_option and words.seats_option not in [each.name for each in words.options]:
        raise Fault(("seats_option",), "expected the name of an option")
    return (*map(_option, words.options), *_handicap_options(words))


def _handicap_options(words: RaceWords) -> tuple[Option, ...]:
    """Return the options of the handicaps, for the seats of every number of players."""
    seats = [each.colour for each in words.seats]
    for option in words.options:
        for value in option.values:
            found = value.set.get("seats", ())
            seats += [each.get("colour") for each in found] if isinstance(found, list) else []
    handicaps = [Handicap(each.name, each.title, ()) for each in words.handicaps]
    return seat_options(handicaps, [each for each in dict.fromkeys(seats) if each in TITLES])


def _option(option: OptionWords) -> Option:
    default, *others = (each.value for each in option.values)
    labels = tuple(each.label for each in option.values if each.label)
    return Option(option.name, option.title, default, tuple(others), option.means, labels)


def check(rules: RaceRules) -> None:
    """Raise the Fault of the first words in ``rules`` that do not go together."""
    for is_wrong, path, sentence in _disagreements(rules):
        if is_wrong:
            raise Fault(path, sentence)


Disagreement = tuple[bool, Path, str]
"""Whether something does not fit, where, and what is expected."""


def _disagreements(rules: RaceRules) -> Iterator[Disagreement]:
    """Yield what may not fit, in the order in which people are told of it."""
    yield from _of_dice(rules)
    yield from _of_throws(rules)
    yield from _of_grace(rules)
    yield from _of_pieces(rules)
    yield from _of_shortcuts(rules)
    yield from _of_handicaps(rules)
    yield from _of_look(rules.words)


def _of_dice(rules: RaceRules) -> Iterator[Disagreement]:
    dice, is_together = rules.words.dice, rules.words.dice.counts == "together"
    yield max(dice.faces) == 0, ("dice", "faces"), "expected a face above 0, such as [0, 1]"
    yield (
        len({*dice.faces}) ** dice.count > MOST_FACES,
        ("dice", "count"),
        f"expected dice that fall in at most {MOST_FACES} ways",
    )
    yield (
        bool(dice.names) and len(dice.names) != len(dice.faces),
        ("dice", "names"),
        f"expected a name for each of {len(dice.faces)} faces",
    )
    yield (
        is_together and dice.count != 2,
        ("dice", "counts"),
        'expected count = 2 with counts = "together"',
    )
    yield (
        is_together and rules.words.move.own != "stack",
        ("move", "own"),
        'expected own = "stack" with counts = "together"',
    )
    yield (
        is_together and rules.at_once,
        ("again", "when"),
        'expected when = "after" with counts = "together"',
    )
    yield (
        bool(dice.values) and dice.counts != "sum",
        ("dice", "values"),
        'expected counts = "sum" with values',
    )
    for key in dice.values:
        yield (
            not is_number(key),
            ("dice", "values", key),
            f'expected a sum, such as "0", got {key}',
        )


def _of_throws(rules: RaceRules) -> Iterator[Disagreement]:
    words, by_sum = rules.words, rules.words.dice.counts == "sum"
    for table, word, numbers in _numbers(words):
        thrown = {value for each in rules.throws.values() for value in each.values}
        for number in numbers:
            yield (
                number not in thrown,
                (table, word),
                f"expected numbers that the dice show, among {sorted(thrown)}, got {number}",
            )
    yield bool(words.again.throws) and not by_sum, ("again", "throws"), "expected doubles = true"
    yield (
        words.again.doubles and by_sum,
        ("again", "doubles"),
        'expected throws, such as [6], as in counts = "sum"',
    )
    yield (
        all(each.again for each in rules.throws.values()) and words.again.when == "at once",
        ("again", "throws"),
        "expected a throw that does not throw again",
    )
    yield (
        words.again.from_entry and not rules.entering,
        ("again", "from_entry"),
        "expected throws in the table enter, such as [1]",
    )


def _of_grace(rules: RaceRules) -> Iterator[Disagreement]:
    enter = rules.words.enter
    shown = {value for each in rules.throws.values() for value in each.values}
    for is_wrong, expected in (
        (rules.words.dice.counts != "sum", 'expected counts = "sum" with a grace'),
        (GRACE in shown, f"expected dice that do not show {GRACE}, as a grace is that step"),
        (bool(enter.throws), "expected no throws beside a grace"),
    ):
        yield bool(enter.grace) and is_wrong, ("enter", "grace"), expected


def _of_pieces(rules: RaceRules) -> Iterator[Disagreement]:
    words, last, end = rules.words, rules.last, rules.words.end
    yield (
        rules.begin > last,
        ("pieces", "begin"),
        f"expected a step up to {last}, got {rules.begin}",
    )
    yield (
        words.move.own != "stack" and rules.begin > 0 and words.pieces.count > 1,
        ("move", "own"),
        'expected own = "stack" where pieces begin on one square',
    )
    yield (
        bool(end.leaves_by) and end.at == "past",
        ("end", "leaves_by"),
        'expected at = "last" with leaves_by',
    )
    yield (
        words.win.pieces > words.pieces.count,
        ("win", "pieces"),
        f"expected at most {words.pieces.count} pieces, got {words.win.pieces}",
    )


def _of_shortcuts(rules: RaceRules) -> Iterator[Disagreement]:
    last = rules.last
    for start, step in rules.shortcuts.items():
        place = ("move", "shortcuts", str(start))
        yield not 1 <= start < last, place, f"expected a step from 1 to {last - 1}, got {start}"
        yield step > last, place, f"expected a step up to {last}, got {step}"
        yield step in rules.shortcuts, place, f"expected a step without a shortcut, got {step}"
    yield (
        rules.begin in rules.shortcuts,
        ("pieces", "begin"),
        f"expected a step without a shortcut, got {rules.begin}",
    )


def _of_handicaps(rules: RaceRules) -> Iterator[Disagreement]:
    names, most = [each.name for each in rules.words.handicaps], rules.words.pieces.count
    for index, each in enumerate(rules.words.handicaps):
        path: Path = ("handicaps", str(index))
        count = len(each.steps) + each.home
        is_name = each.name.isidentifier() and each.name not in (NONE, *names[:index])
        yield not is_name, (*path, "name"), 'expected a name of its own such as "one_home"'
        fewer = f"expected fewer than the {rules.needed} pieces that win, got {each.home}"
        yield each.home >= rules.needed, (*path, "home"), fewer
        some = f"expected 1 to {most} pieces in home and steps, got {count}"
        yield not each.repeat and not 0 < count <= most, path, some
        alone = "expected no pieces in home and steps with repeat"
        yield each.repeat and count > 0, (*path, "repeat"), alone
        for step in each.steps:
            is_place = 0 < step < rules.goal and rules.can_stand(step)
            alone = f"expected different steps from 1 to {rules.goal - 1} without a shortcut"
            yield not is_place or each.steps.count(step) > 1, (*path, "steps"), alone


def _of_look(words: RaceWords) -> Iterator[Disagreement]:
    for key in words.look:
        expected = f"expected a colour of {', '.join(Theme._fields)}, got {key}"
        yield key not in Theme._fields, ("look", key), expected
        yield not _is_colour(words.look[key]), ("look", key), NO_COLOUR
    for sign in words.marks:
        yield len(sign) != 1 or sign in ". ", ("marks", sign), 'expected one sign, such as "+"'
        colour = words.marks[sign].colour
        path = ("marks", sign, "colour")
        yield bool(colour) and not _is_colour(colour), path, NO_COLOUR


def _numbers(words: RaceWords) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    yield "enter", "throws", words.enter.throws
    yield "enter", "grace", words.enter.grace
    yield "again", "throws", words.again.throws
    yield "end", "leaves_by", words.end.leaves_by


def _is_colour(text: str) -> bool:
    return text[:1] == "#" and all(each in "0123456789abcdefABCDEF" for each in text[1:])


def rules_under(
    tables: Tables, options: Sequence[OptionWords], chosen: Mapping[str, OptionValue]
) -> RaceRules:
    """Return the rules that ``tables`` describe with what the ``chosen`` values set."""
    for index, option in enumerate(options):
        for number, each in enumerate(option.values):
            if (each.value, type(each.value)) == (chosen[option.name], type(chosen[option.name])):
                tables = _with_value(
                    tables, ("options", str(index), "values", str(number)), each.set
                )
    rules = RaceRules(converted(tables))
    check(rules)
    return rules


def _with_value(tables: Tables, path: tuple[str, ...], changes: Tables) -> Tables:
    """Return ``tables`` with ``changes``; Fault at ``path`` if they do not fit there."""
    try:
        both = merged(tables, changes)
        converted(both)
    except Fault as fault:
        raise Fault((*path, "set", *fault.path), str(fault)) from None
    return both


def check_options(tables: Tables, words: RaceWords) -> RaceRules:
    """Return the rules with the usual options; Fault if there are none with a value of an option.

    The options are changed one by one.
    """
    usual, *others = _sets_of_values(words)
    rules = rules_under(tables, words.options, usual)
    for chosen in others:
        try:
            rules_under(tables, words.options, chosen)
        except Fault as fault:
            changed = next(name for name in chosen if chosen[name] != usual[name])
            raise Fault(fault.path, f"{fault} (with {changed} = {chosen[changed]})") from None
    return rules


def _sets_of_values(words: RaceWords) -> Sequence[Mapping[str, OptionValue]]:
    usual = {each.name: each.values[0].value for each in words.options}
    return [
        usual,
        *(
            usual | {option.name: each.value}
            for option in words.options
            for each in option.values[1:]
        ),
    ]


def every_set_of_values(words: RaceWords) -> Sequence[Mapping[str, OptionValue]]:
    """Return every set of values of the options, if there are not too many; else the nearest."""
    names = [each.name for each in words.options]
    values = [[each.value for each in option.values] for option in words.options]
    count = 1
    for each in values:
        count *= len(each)
    if count > MOST_TOGETHER:
        return _sets_of_values(words)
    return [dict(zip(names, each, strict=True)) for each in product(*values)]


def about_of(tables: Tables, words: RaceWords, rules: RaceRules) -> About:
    """Return what people are told of a game before they choose it."""
    counts = sorted(_counts_of_seats(tables, words) or {len(rules.seats)})
    few, many = counts[0], counts[-1]
    players = str(few) if few == many else f"{few} to {many}"
    dice = words.dice.called or f"{words.dice.count} dice"
    sentence = f"{words.summary[:1].upper()}{words.summary[1:].removesuffix('.')}."
    return About(
        words.title,
        players,
        dice,
        words.summary,
        words.description or (sentence if words.summary else ""),
        (words.minutes[0], words.minutes[1]) if words.minutes else None,
        brief=f"{players.replace(' to ', '–')} players, {dice}",
        board=sketch(rules),
    )


def _counts_of_seats(tables: Tables, words: RaceWords) -> set[int]:
    return {
        len(merged(tables, each.set)["seats"])
        for option in words.options
        if option.name == words.seats_option
        for each in option.values
    }


def sketch(rules: RaceRules) -> tuple[str, ...]:
    """Return the board at the start, row by row from the top, as a list of games shows it."""
    taken = {rules.place(seat.index, rules.begin) for seat in rules.seats}
    board: Board = rules.board
    at = {(point.x, point.y): point for point in board.points}
    columns, rows = ([place[axis] for place in at] for axis in (0, 1))

    def sign(x: int, y: int) -> str:
        point = at.get((x, y))
        if point is None:
            return " "
        return "o" if point.name in taken else "+" if point.marks else "."

    across = range(min(columns), max(columns) + 1)
    down = range(max(rows), min(rows) - 1, -1)
    return tuple("".join(sign(x, y) for x in across) for y in down)
