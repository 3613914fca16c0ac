"""The reader of files that describe a race: TOML in, the values of :mod:`games.race.words` out.

Whatever is wrong with a file is said in one line: the line of the file, the word, what was
expected, an example, and what came.

>>> read("title = 5", "a.toml")
Traceback (most recent call last):
games.race.reading.RaceFileError: a.toml, line 1: title: expected a text, such as "Sun Race", got 5
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from games.race.words import RaceWords, Word
from games.text import quoted

MOST_LETTERS = 64_000
"""The longest file that is read; the largest of those that ship has some 4,000."""

Tables = Mapping[str, Any]
Path = tuple[str, ...]


class RaceFileError(ValueError):
    """A file that describes no race; the text says in one line where and why."""


class Fault(ValueError):  # noqa: N818 - of a file, as people say
    """Something wrong at ``path`` of a file, which the text says."""

    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


class Spoken(NamedTuple):
    """A word of a table: its ``name``, the type of its value, and what is told of it."""

    name: str
    kind: Any
    word: Word
    is_needed: bool


@cache
def words_of(table: type) -> tuple[Spoken, ...]:
    """Return the words that a ``table`` of a file may have."""
    hints = get_type_hints(table, include_extras=True)
    found = []
    for each in fields(table):
        kind, word = get_args(hints[each.name])[:2]
        is_needed = each.default is MISSING and each.default_factory is MISSING
        found.append(Spoken(each.name, kind, word, is_needed))
    return tuple(found)


def inner_table(kind: Any) -> type | None:
    """Return the table that a value of ``kind`` is, or has several of; None if it is none."""
    found = (kind, *get_args(kind))
    return next((each for each in found if isinstance(each, type) and is_dataclass(each)), None)


def read(text: str, name: str) -> tuple[Tables, RaceWords]:
    """Return the tables in ``text`` as they are, and the race that they describe.

    RaceFileError says what is wrong with the file called ``name``.
    """
    if len(text) > MOST_LETTERS:
        raise RaceFileError(f"{name}: expected at most {MOST_LETTERS} letters, got {len(text)}")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (.*)\)", str(error))
        what, where = found.groups() if found else (str(error), "end of document")
        line = re.match(r"line \d+", where)
        place = line[0] if line else f"line {text.count(chr(10)) + 1}"
        raise RaceFileError(
            f"{name}, {place}: expected TOML, such as count = 2: {quoted(what, 120)}"
        ) from None
    except (ValueError, RecursionError):
        raise RaceFileError(f"{name}: expected TOML with plain values") from None
    with located(text, name):
        return tables, converted(tables)


class located:  # noqa: N801 - read as a word of the language
    """Say where a fault is in ``text``, the file called ``name``, if there is one inside."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, Fault):
            line = _line(self._text, error.path)
            said = f"{_written(error.path)}{error}{_shown(str(error), error.path)}"
            raise RaceFileError(f"{self._name}, line {line}: {said}") from None


EXEMPLARY: Final = ("such as", "no such word")
"""What is in a sentence that shows already what would be right."""


def _shown(sentence: str, path: Path) -> str:
    """Return an example of the word at ``path``, unless the ``sentence`` has one."""
    *_, found = (None, *(word for _, word in _steps(path)))
    if found is None or any(each in sentence for each in EXEMPLARY):
        return ""
    example = _example(found.word)
    is_line = example.partition(" = ")[0].isidentifier()
    return f"; for example: {example if is_line else f'{found.name} = {example}'}"


def _steps(path: Path) -> Iterator[tuple[str, Spoken | None]]:
    """Yield each step of ``path`` with the word that it is, or that it is a part of."""
    table: type = RaceWords
    word = None
    for step in path:
        known = {spoken.name: spoken for spoken in words_of(table)}
        if step in known:
            word = known[step]
            table = inner_table(word.kind) or table
        yield step, word


def converted(tables: Tables) -> RaceWords:
    """Return the race that ``tables`` describe; Fault if a word or value does not fit."""
    found: RaceWords = _table(tables, RaceWords, (), Word("a race", 'title = "Sun Race"'))
    return found


def merged(tables: Tables, others: Tables) -> Tables:
    """Return ``tables`` with what ``others`` have in their place, table by table.

    >>> merged({"end": {"at": "last"}}, {"end": {"exact": False}})
    {'end': {'at': 'last', 'exact': False}}
    """
    both = dict(tables)
    for key, value in others.items():
        before = both.get(key)
        are_tables = isinstance(before, Mapping) and isinstance(value, Mapping)
        both[key] = merged(before, value) if before is not None and are_tables else value
    return both


def _value(value: Any, kind: Any, path: Path, word: Word) -> Any:
    """Return ``value`` as one of type ``kind``; Fault if it is none."""
    if get_origin(kind) is Annotated:
        kind, word = get_args(kind)[:2]
    if is_dataclass(kind) and isinstance(kind, type):
        return _table(value, kind, path, word)
    for fits, convert in READERS:
        if fits(kind):
            return convert(value, kind, path, word)
    raise TypeError(f"expected a type that a word may have, not {kind}")


def _table(value: Any, kind: type, path: Path, word: Word) -> Any:
    if not isinstance(value, Mapping):
        raise _unfit(path, "a table", word, value)
    known = {spoken.name: spoken for spoken in words_of(kind)}
    for name in value:
        if name not in known:
            raise Fault((*path, name), _unknown(name, tuple(known)))
    found = {
        name: _value(each, known[name].kind, (*path, name), known[name].word)
        for name, each in value.items()
    }
    for spoken in known.values():
        if spoken.is_needed and spoken.name not in value:
            missing = f"expected {spoken.word.means}, such as {_example(spoken.word)}, found none"
            raise Fault((*path, spoken.name), missing)
    return kind(**found)


def _unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return f"there is no such word; did you mean {near[0]}?"
    return f"there is no such word; expected one of {', '.join(known)}"


def _whole(value: Any, kind: Any, path: Path, word: Word) -> int:
    if type(value) is not int or not word.low <= value <= word.high:
        raise _unfit(path, f"a whole number from {word.low} to {word.high}", word, value)
    return value


def _truth(value: Any, kind: Any, path: Path, word: Word) -> bool:
    if type(value) is not bool:
        raise _unfit(path, "true or false", word, value)
    return value


def _text(value: Any, kind: Any, path: Path, word: Word) -> str:
    if not isinstance(value, str):
        raise _unfit(path, "a text", word, value)
    if not word.low <= len(value) <= word.high or not value.isprintable():
        raise _unfit(path, f"a text of {word.low} to {word.high} letters in one line", word, value)
    if {*value} & {*"{}"}:  # they stand for facts where a text is translated
        raise _unfit(path, "a text without braces", word, value)
    return value


def _choice(value: Any, kind: Any, path: Path, word: Word) -> str:
    if not isinstance(value, str) or value not in get_args(kind):
        raise _unfit(path, f"one of {', '.join(get_args(kind))}", word, value)
    return value


def _list(value: Any, kind: Any, path: Path, word: Word) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or not word.low <= len(value) <= word.high:
        raise _unfit(path, f"a list of {word.low} to {word.high} items", word, value)
    item = get_args(kind)[0]
    of_numbers = word._replace(low=0, high=99) if item is int else word
    return tuple(
        _value(each, item, (*path, str(index)), of_numbers) for index, each in enumerate(value)
    )


def _mapping(value: Any, kind: Any, path: Path, word: Word) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _unfit(path, "a table", word, value)
    item = get_args(kind)[1]
    return MappingProxyType(
        {
            key: each if item is object else _value(each, item, (*path, key), word)
            for key, each in value.items()
        }
    )


def _any_of(value: Any, kind: Any, path: Path, word: Word) -> Any:
    if type(value) not in get_args(kind):
        raise _unfit(path, "a text, a whole number, true or false", word, value)
    return _value(value, type(value), path, word._replace(low=0))


Convert = Callable[[Any, Any, Path, Word], Any]
READERS: tuple[tuple[Callable[[Any], bool], Convert], ...] = (
    (lambda kind: kind is bool, _truth),
    (lambda kind: kind is int, _whole),
    (lambda kind: kind is str, _text),
    (lambda kind: get_origin(kind) is Literal, _choice),
    (lambda kind: get_origin(kind) is tuple, _list),
    (lambda kind: get_origin(kind) is UnionType, _any_of),
    (lambda kind: isinstance(get_origin(kind), type), _mapping),
)
"""Which reader is for values of which type."""


def _unfit(path: Path, expected: str, word: Word, value: object) -> Fault:
    got = quoted(str(value) if isinstance(value, bool | int) else repr(value))
    got = got.lower() if isinstance(value, bool) else got
    return Fault(path, f"expected {expected}, such as {_example(word)}, got {got}")


def _example(word: Word) -> str:
    return word.example.replace("\n", ", ")


def _written(path: Path) -> str:
    """Return ``path`` as people write it, with a colon."""
    steps = "".join(
        f"[{int(step) + 1}]"
        if word and get_origin(word.kind) is tuple and step.isdigit()
        else f".{step}"
        for step, word in _steps(path)
    )
    return f"{quoted(steps.removeprefix('.'))}: " if path else ""


HEADER = re.compile(r"\s*(\[\[?)\s*([^\]#]+?)\s*\]")
KEY = re.compile(r"""\s*([\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*([\w-]+))*\s*=""")
PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def _line(text: str, path: Path) -> int:
    """Return the number of the line in ``text`` that says most of ``path``."""
    best, found = 0, 1
    for line, known in _lines(text):
        same = 0
        while same < min(len(known), len(path)) and known[same] == path[same]:
            same += 1
        if same == len(known) and same > best:
            best, found = same, line
    return found


def _lines(text: str) -> Iterator[tuple[int, Path]]:
    """Yield each line of ``text`` that begins a table or a value, with its path."""
    table: Path = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = HEADER.match(line)
        if header and "=" not in line.partition("#")[0]:
            table = tuple(part.strip("\"'") for part in PART.findall(header[2]))
            if header[1] == "[[":
                key = ".".join(table)
                counts[key] = counts.get(key, -1) + 1
                table = (*table, str(counts[key]))
            yield number, table
        elif key_found := KEY.match(line):
            parts = PART.findall(key_found[0].rpartition("=")[0])
            yield number, (*table, *(part.strip("\"'") for part in parts))
