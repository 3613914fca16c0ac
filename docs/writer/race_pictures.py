"""Draw what each word of a file with a race means: small boards on which the program has played.

``race_pictures.toml`` says for each word what a file may say, and what is thrown and played then.
The game plays it, so that a picture shows the move, or the reason why there is none, as a table
would. A word without a picture is named, with what to write for it.
"""

import json
import re
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from firmware_host.session import names
from firmware_host.text.translator import Language
from firmware_host.web import board_svg, piece_svg
from firmware_host.web.board_wood import stroke
from firmware_host.web.svg import element, group, picture, text
from games.actions import PASS, Action, Move, Throw
from games.equipment import HAND, OFF
from games.message import IllegalMove, Message
from games.race.game import RaceGame, RacePosition, kind_of
from games.race.reading import Spoken, inner_table, merged, words_of
from games.race.words import RaceWords, ValueWords

FOLDER: Final = "pictures/words"
FILE: Final = Path(__file__).with_suffix(".toml")
"""What the pictures show."""
SAY: Final = Language("en")

INK, PALE, RED, BAR = "#1f2933", "#6b7682", "#c02a1d", "#15803d"
EDGE, GAP, LINE = 10, 18, 17
"""Pixels around a picture, between its parts, and from one line of words to the next."""
BOARD, DIE, PIECE = 0.7, 0.6, 0.5
"""How large boards, dice and pieces beside the board are, compared with those of a page."""
NARROWEST, LETTER = 200, 7.9
"""Pixels of the narrowest part of a picture, and of a letter of code."""

MISSING: Final = """\
expected a picture of the word {word} in {file}. Say there what a file may say, and what is \
thrown and played then, for example:

[[words."{word}"]]
write = '{write}'
at = "1,0/4,0"
play = ["3", "3:a1-d1x"]

Then look at the picture: python -m docs.writer"""

ROUND: Final = str.maketrans("[]", "()")
"""Brackets as the text of a picture in Markdown can have them."""

Table = Mapping[str, Any]


class Part(NamedTuple):
    """One of the drawings of a picture, as the file says it, which explains the words."""

    race: str = "row"
    write: str = ""
    into: str = ""
    also: Table = MappingProxyType({})
    at: str = ""
    turn: int = 0
    play: Sequence[str] = ()
    ways: Sequence[int] = ()
    options: Table = MappingProxyType({})
    shows: str = "board"
    note: str = ""


class Played(NamedTuple):
    """What came of a part: the ``state``, the last ``action`` that led there, and what is said."""

    state: RacePosition
    throws: Sequence[Throw]
    action: Action | None
    refused: str
    told: Sequence[str]


class Row(NamedTuple):
    """Shapes that lie below each other in a part, with their size."""

    width: float
    height: float
    shapes: str


def every_word() -> Iterator[tuple[str, str, Spoken]]:
    """Yield the table of each word, its own name with that of the table, and the word."""
    for name, kind in tables():
        for spoken in words_of(kind):
            if inner_table(spoken.kind) is None:
                yield name, f"{name}.{spoken.name}".removeprefix("."), spoken


def tables() -> Sequence[tuple[str, type]]:
    """Return the tables of a file with a race; that of the file itself has no name."""
    inner = [(spoken.name, inner_table(spoken.kind)) for spoken in words_of(RaceWords)]
    found = [(name, kind) for name, kind in inner if kind is not None]
    return [("", RaceWords), *found, ("options.values", ValueWords)]


@cache
def parts() -> Mapping[str, Sequence[Part]]:
    """Return the parts of the picture of each word."""
    words = _file()["words"]
    return {word: [Part(**part) for part in parts] for word, parts in words.items()}


def missing() -> list[str]:
    """Return for each word without a picture what to write for it."""
    return [
        MISSING.format(word=word, file=f"docs/writer/{FILE.name}", write=_example(spoken))
        for _, word, spoken in every_word()
        if word not in parts()
    ]


def unknown() -> list[str]:
    """Return the words that have a picture and that no file can have."""
    return sorted({*parts()} - {word for _, word, _ in every_word()})


def _example(spoken: Spoken) -> str:
    return f"{spoken.name} = {spoken.word.example}"


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path of each picture, and the picture."""
    for word in parts():
        yield f"{FOLDER}/{word.replace('.', '-')}.svg", _picture(word)


def shown(word: str) -> str:
    """Return the picture of ``word`` in Markdown, as seen from the manual; "" if it has none."""
    if word not in parts():
        return ""
    return f"![{described(word)}]({FOLDER}/{word.replace('.', '-')}.svg)"


def described(word: str) -> str:
    """Return in words what the picture of ``word`` shows."""
    return " ".join(_described(part, word) for part in parts()[word])


def _described(part: Part, word: str) -> str:
    written = "; ".join(part.write.replace("# ", "").translate(ROUND).splitlines())
    told = " ".join(_told(part, word))
    return f"{written}: {told}" if told else f"{written}."


@cache
def _file() -> Table:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def _race(name: str) -> Table:
    own = dict(_file()["races"][name])
    base = own.pop("base", None)
    return own if base is None else merged(_race(base), own)


def race_of(part: Part, word: str) -> RaceGame:
    """Return the race of ``part``, with what it writes in its place."""
    path = (part.into or word.rpartition(".")[0]).split(".")
    place = [each for each in path if each]
    tables = _with(merged(_race(part.race), part.also), place, tomllib.loads(part.write))
    source = "\n".join(f"{key} = {_toml(value)}" for key, value in tables.items())
    return kind_of(source, f"picture{parts()[word].index(part)}")(**part.options)


def _with(tables: Any, path: Sequence[str], changes: Table) -> Any:
    """Return ``tables`` with ``changes`` in the table at ``path``."""
    if not path:
        return merged(tables, changes)
    first, *rest = path
    if isinstance(tables, list):
        number = int(first)
        return [*tables[:number], _with(tables[number], rest, changes), *tables[number + 1 :]]
    return {**tables, first: _with(tables.get(first, {}), rest, changes)}


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(k)} = {_toml(v)}' for k, v in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)


def beginning(part: Part, game: RaceGame) -> RacePosition:
    """Return the state of ``game`` in which ``part`` begins."""
    return game.state(f"{part.turn} throw {part.at} - - -") if part.at else game.start()


def _played(part: Part, game: RaceGame) -> Played:
    """Return what comes of the throws and moves of ``part``, as far as the rules allow them."""
    state = beginning(part, game)
    throws, action, told = list[Throw](), None, list[str]()
    for written in part.play:
        try:
            action = state.parse(written)
        except IllegalMove as refused:
            return Played(state, throws, None, written, [_sentence(names.refusal(refused))])
        if isinstance(action, Throw):
            throws.append(action)
        before, state = state, state.apply(action)
        told = [*_after(action, before, state)]
    return Played(state, throws, action, "", told)


def _after(action: Action, before: RacePosition, after: RacePosition) -> Iterator[str]:
    """Yield what a table would say after ``action``."""
    if isinstance(action, Move):
        if before.mover != before.turn:
            yield f"{_colour(before, before.turn)} plays for {_colour(before, before.mover)}."
        if action == PASS:
            yield f"{_colour(before, before.turn)} passes."
        for piece in action.captures:
            yield f"{_colour(before, piece.seat)} is captured."
        special = before.achievement(action)
        if special is not None:
            yield _sentence(special)
    yield _next(before, after)


def _next(before: RacePosition, after: RacePosition) -> str:
    """Return who is next and what for, or who has won."""
    outcome, who = after.outcome(), _colour(after, after.turn)
    if outcome is not None:
        return _sentence(names.result(outcome, after.game.seats))
    if after.turn != before.turn:
        return f"{who} is next."
    if after.is_chance:
        return f"{who} throws again."
    return f"{who} has {', '.join(throw.text for throw in after.pending)} to play."


def _colour(state: RacePosition, seat: int | None) -> str:
    return "" if seat is None else SAY(state.game.seats[seat].colour).capitalize()


def _sentence(message: Message) -> str:
    said = SAY(message)
    return said[:1].upper() + said[1:].removesuffix(".") + "."


def _told(part: Part, word: str) -> Sequence[str]:
    """Return in words what a part shows."""
    game = race_of(part, word)
    if part.shows != "board":
        return [f"{line}." for line, about in LINES[part.shows](game) if word in about]
    told = _played(part, game).told
    return [*told, part.note] if part.note else told


def _picture(word: str) -> str:
    """Return the parts of the picture of ``word`` beside each other."""
    drawn = [_part(part, word) for part in parts()[word]]
    width = sum(part.width for part in drawn) + GAP * (len(drawn) - 1) + 2 * EDGE
    height = max(part.height for part in drawn) + 2 * EDGE
    shapes, left = list[str](), float(EDGE)
    for part in drawn:
        shapes.append(group([part.shapes], transform=f"translate({left:g} {EDGE})"))
        left += part.width + GAP
    return _shared(picture(round(width), round(height), described(word), shapes))


def _part(part: Part, word: str) -> Row:
    rows = [_written(line) for line in part.write.splitlines()]
    game = race_of(part, word)
    if part.shows != "board":
        rows += [_line(line, word in about) for line, about in LINES[part.shows](game)]
        return _stacked(rows)
    played = _played(part, game)
    rows += [_dice(throw, game) for throw in played.throws]
    rows.append(_board(part, played))
    rows += [_beside(place, played.state) for place in (HAND, OFF)]
    width = max(NARROWEST, *(row.width for row in rows))
    rows += [
        _line(line, False)
        for sentence in _told(part, word)
        for line in textwrap.wrap(sentence, int(width / 6.3))
    ]
    return _stacked(rows)


def _shared(drawing: str) -> str:
    """Return ``drawing`` with long shapes that it has several times written once.

    Shapes for a page by night are left out.
    """
    drawing = re.sub(r'<path [^>]*class="dusk"[^>]*/>\n?', "", drawing)
    counts = Counter(re.findall(r"<path [^>]{60,}/>", drawing))
    repeated = [shape for shape, count in counts.items() if count > 1]
    for number, shape in enumerate(repeated):
        drawing = drawing.replace(shape, f'<use href="#s{number}"/>')
    kept = (shape.replace("<path", f'<path id="s{n}"') for n, shape in enumerate(repeated))
    return drawing.replace("<rect", f"<defs>{''.join(kept)}</defs>\n<rect", 1)


def _stacked(rows: Sequence[Row]) -> Row:
    shapes, down = list[str](), 0.0
    for row in rows:
        if row.shapes:
            shapes.append(group([row.shapes], transform=f"translate(0 {down:g})"))
            down += row.height
    return Row(max(NARROWEST, *(row.width for row in rows)), down, "".join(shapes))


def _written(line: str) -> Row:
    """Return a line of a file; a comment is pale."""
    fill = PALE if line.startswith("#") else INK
    kept = line.replace(" ", "\N{NO-BREAK SPACE}")  # a drawing has one space for several
    shape = text(0, 12, kept, font_family="monospace", font_size=13, fill=fill)
    return Row(len(line) * LETTER, LINE + 3, shape)


def _line(line: str, is_marked: bool) -> Row:
    """Return a line of words, with a bar beside it if it is marked."""
    if is_marked:
        bar = element("rect", y=1, width=4, height=LINE - 2, fill=BAR)
        shape = bar + text(10, 13, line, font_size=13, font_weight="bold", fill=INK)
        return Row(len(line) * 7.4 + 10, LINE, shape)
    return Row(len(line) * 6.3, LINE, text(0, 13, line, font_size=12.5, fill=PALE))


def _dice(throw: Throw, game: RaceGame) -> Row:
    """Return the dice as they lie after ``throw``, and what they count."""
    shapes, across = list[str](), 0.0
    for die, face in zip(game.dice, throw.faces, strict=True):
        (width, _), drawn = piece_svg.die(die, face)
        shapes.append(group(drawn, transform=f"translate({across:g} 0) scale({DIE})"))
        if die.names:
            shapes.append(_label(across + width * DIE / 2, 30, die.name(face), "middle"))
        across += width * DIE + 6
    shapes.append(_label(across + 4, 18, f"= {throw.text}", "start"))
    return Row(across + 50, 38 if game.dice[0].names else 32, "".join(shapes))


def _label(x: float, y: float, words: str, anchor: str) -> str:
    return text(x, y, words, font_size=12.5, fill=INK, text_anchor=anchor)


def _board(part: Part, played: Played) -> Row:
    """Return the board of ``played``, with the way of the last move or a cross where none leads."""
    state, game = played.state, played.state.game
    ways = [game.rules.tracks[seat][1:] for seat in part.ways]
    if isinstance(played.action, Move):
        ways += [tuple(each for each in way if each in game.board) for way in played.action.ways]
    drawn = board_svg.drawing(state, "", ways).replace("<title></title>\n", "")
    ground = board_svg.ground(game)
    if target := re.search(r"-([a-z]\d+)", played.refused):
        x, y, *_ = ground.points[target[1]]
        cross = stroke(f"M{x - 13:g} {y - 13:g}l26 26m0-26l-26 26", RED, 6)
        drawn = drawn.replace("</svg>", f"{cross}</svg>")
    width, height = ground.width * BOARD, ground.height * BOARD
    sized = f'<svg width="{width:g}" height="{height:g}"'
    drawn = re.sub(r'<svg (.*?)width="[^"]*" height="[^"]*"', rf"{sized} \1", drawn, count=1)
    return Row(width, height + 4, drawn.strip())


def _beside(place: str, state: RacePosition) -> Row:
    """Return the pieces in the hand, or those that are home; nothing if there are none."""
    shapes, across = list[str](), 40.0
    for piece in state.pieces():
        if piece.place == place:
            seat = piece_svg.piece_of(state.game.seats[piece.holder])
            where = f"translate({across + 9:g} 9) scale({PIECE})"
            shapes.append(group([seat], transform=where))
            shapes.append(_label(across + 21, 13, f"x {piece.count}", "start"))
            across += 54
    if not shapes:
        return Row(0, 0, "")
    shapes.append(_label(0, 13, {HAND: "hand", OFF: "home"}[place], "start"))
    return Row(across, 22, "".join(shapes))


def _card(game: RaceGame) -> Sequence[tuple[str, Sequence[str]]]:
    """Return what people are told of ``game``, each line with the words that it comes from."""
    about = game.about
    least, most = about.minutes or (0, 0)
    return (
        (about.title, ["title"]),
        (about.summary, ["summary"]),
        (f"{about.players} players, {about.dice}", ["dice.called"]),
        (f"{least} to {most} minutes", ["minutes"]),
        (about.description.removesuffix("."), ["description"]),
        (SAY(game.begins.rule).removesuffix("."), ["first"]),
    )


def _menu(game: RaceGame) -> Sequence[tuple[str, Sequence[str]]]:
    """Return what people are told of the first option of ``game``."""
    (option,) = game.OPTIONS
    last = option.values[-1]
    values = [SAY(names.option_value(option, each)) for each in option.values]
    return (
        (SAY(option.title), ["options.title"]),
        (values[0], []),
        (values[1], ["options.values.label"]),
        (SAY(option.meaning).removesuffix("."), ["options.means"]),
        (f"--option {option.name}={last}", ["options.name", "options.values.value"]),
    )


def _handicaps(game: RaceGame) -> Sequence[tuple[str, Sequence[str]]]:
    """Return what people are told of the first handicap of ``game``."""
    handicap, option = game.HANDICAPS[0], game.OPTIONS[-1]
    return (
        (SAY(handicap.title), ["handicaps.title", "handicaps.repeat"]),
        (f"{handicap.elo:+} ± {handicap.margin}", ["handicaps.elo", "handicaps.margin"]),
        (f"--option {option.name}={handicap.name}", ["handicaps.name"]),
    )


LINES: Final = {"card": _card, "menu": _menu, "handicaps": _handicaps}
"""What a part shows that has no board."""
