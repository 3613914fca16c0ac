"""A played game as text, which people can read and compare, and which can be checked.

    tableside record 1
    game: thaayam
    options: seats=2 capture_throw=False capture_first=False finish=exact
    first: white
    date: 2026-11-20
    white: person
    red: machine
    result: white (home)

    1 white: 8 4 1 2 1:hand-c1 2:c1-e1
    at "1 throw 3,0,0,0/0,0,0,0 - - -"
    2 red: 3 pass
    set "0 throw 3,0,0,0/1,0,0,0 - - -"
    3 white: ...

The headers ``game`` and ``first`` (the seat that begins) are needed, the others may be left out; a
seat's header says who played it. Then comes a line a turn: its number, the seat, its throws and
moves in the game's notation, ``skipped`` where nobody plays for it any more. ``set`` is the
position from which play went on after it was corrected; ``at`` is the position that play has
reached, there to be checked. Empty lines and those that begin with ``#`` are passed over, and so
are blanks around a line, and all but one between its words; names of players keep theirs.

Seats are named by their colours. Records of release 0.1.0 name them by the sides of the board,
``south``, ``west``, ``north`` and ``east``; both are read.

A record is written with a line feed at its end. One without it that is wrong in its last line was
cut off, by a full disk or a stick that was pulled out, and the error says so.

Records as JSON, one game a line, are for programs that read many of them.

>>> line = to_json(Record("thaayam", "white", entries=(Turn("white", ("3", "pass")),)))
>>> line
'{"game":"thaayam","first":"white","entries":[{"seat":"white","actions":["3","pass"]}]}'
>>> from_json(line).entries
(Turn(seat='white', actions=('3', 'pass')),)
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, NoReturn, get_args

from games import text as texts
from games.equipment import COLOURS, Side

FIRST_LINE = "tableside record 1"
BYTE_ORDER_MARK = "\ufeff"
"""Stands before the text that some editors write, and is no part of it."""
SEAT_NAMES = (*COLOURS, *get_args(Side))
"""What a record may call a seat: its colour, or the side of the board."""
NEEDED_HEADERS = {"game": "GAME", "first": "COLOUR"}
"""What stands in the headers that are needed."""
HEADERS = ("game", "options", "first", "date", *SEAT_NAMES, "result")

LONGEST = 1024 * 1024
"""How many characters a record may have: some thirty times as many as the longest random games."""

HEADER_LINE = re.compile(r"([a-z]+): (\S.*)")
SKIPPED = "skipped"
"""Stands for the turn of a seat that nobody plays for."""

OPTION = re.compile(r"(\w+)=(\S+)")
TURN_LINE = re.compile(rf"([0-9]+) ({'|'.join(SEAT_NAMES)}): (\S+(?: \S+)*)")
POSITION_LINE = re.compile(r'(set|at) "([^"]+)"')
BLANKS = re.compile(r"[ \t\u00a0]+")
VALUE = re.compile(r"[ \t\u00a0]*([a-z]+):[ \t\u00a0]+(.*)")
UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")
"""The kinds of characters that nobody sees, by the general category of Unicode."""
ONE_RECORD = "one record in a file: cut the file in two before this line"
LINES_EXPECTED = 'a header "game: NAME", a turn "3 white: ACTIONS", set "POSITION" or at "POSITION"'


class RecordError(ValueError):
    """A text that is no record, or a record that cannot be played, with what was expected where."""


class BreaksOffError(RecordError):
    """A record that was cut off, which is no mistake in any of its lines."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What ``seat`` did in a row: its throws and moves as they are written."""

    seat: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """The ``position`` from which play went on, whatever came before."""

    position: str


@dataclass(frozen=True, slots=True)
class Reached:
    """The ``position`` that play has reached here."""

    position: str


Entry = Turn | Corrected | Reached


@dataclass(frozen=True, slots=True)
class Lines:
    """In which line of its text each header and each entry of a record stands, counted from 1."""

    headers: Mapping[str, int] = field(default_factory=dict)
    entries: tuple[int, ...] = ()

    @contextmanager
    def naming_header(self, *names: str) -> Iterator[None]:
        """Put the line of the first of the headers ``names`` that is there before a RecordError."""
        with _naming(next((self.headers[name] for name in names if name in self.headers), None)):
            yield

    @contextmanager
    def naming_entry(self, index: int) -> Iterator[None]:
        """Put the line of the entry with ``index`` before a RecordError."""
        with _naming(self.entries[index] if index < len(self.entries) else None):
            yield


@contextmanager
def _naming(line: int | None) -> Iterator[None]:
    try:
        yield
    except BreaksOffError:
        raise
    except RecordError as error:
        raise RecordError(f"line {line}: {error}" if line else str(error)) from error


@dataclass(frozen=True, slots=True)
class Record:
    """A played game: what was played by whom, and what happened.

    ``game`` is its id, ``options`` their values as the rule sheet writes them, ``first`` the seat
    that began, ``date`` and ``players`` (by seat) any words, ``result`` what
    :func:`games.replay.result` says of the end, empty while there is none. ``may_be_cut`` if the
    text that it was read from has no line feed at its end; ``lines`` tells where in it everything
    stands, nothing if it was read from something else.
    """

    game: str
    first: str
    options: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    result: str = ""
    entries: tuple[Entry, ...] = ()
    may_be_cut: bool = field(default=False, compare=False)
    lines: Lines = field(default=Lines(), compare=False, repr=False)


def broken_off(turns: int) -> BreaksOffError:
    """Return the error of a record that was cut off after so many whole turns.

    >>> print(broken_off(12))
    the record breaks off after turn 12
    """
    where = f"after turn {turns}" if turns else "before the end of turn 1"
    return BreaksOffError(f"the record breaks off {where}")


def write(record: Record) -> str:
    """Return ``record`` as text that :func:`read` reads back; RecordError if there is none.

    >>> print(write(Record("thaayam", "white", entries=(Turn("white", ("8", "2", "pass")),))))
    tableside record 1
    game: thaayam
    first: white
    <BLANKLINE>
    1 white: 8 2 pass
    <BLANKLINE>
    """
    lines = [FIRST_LINE, *_header_lines(record), "", *_entry_lines(record.entries)]
    text = "\n".join(lines) + "\n"
    if read(text) != record:
        raise RecordError(
            f"expected texts on one line, without blanks around them: {texts.quoted(repr(record))}"
        )
    return text


def _header_lines(record: Record) -> Iterator[str]:
    values: Mapping[str, str] = {
        "game": record.game,
        "options": " ".join(f"{name}={value}" for name, value in record.options.items()),
        "first": record.first,
        "date": record.date,
        **record.players,
        "result": record.result,
    }
    return (f"{name}: {value}" for name, value in values.items() if value)


def _entry_lines(entries: Iterable[Entry]) -> Iterator[str]:
    number = 0
    for entry in entries:
        match entry:
            case Turn(seat, actions):
                number += 1
                yield f"{number} {seat}: {' '.join(actions)}"
            case Corrected(position):
                yield f'set "{position}"'
            case Reached(position):
                yield f'at "{position}"'


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a record; one that ``may_be_cut`` off is no mistake of whoever wrote it."""

    number: int
    text: str
    may_be_cut: bool = False

    def fail(self, expected: str) -> NoReturn:
        if self.may_be_cut:
            raise broken_off(0)
        unseen = _unseen(self.text)
        with_ = f", with {' and '.join(unseen)} in it" if unseen else ""
        raise RecordError(
            f"line {self.number}: expected {expected}, not '{texts.quoted(self.text)}'{with_}"
        )


def _unseen(text: str) -> Sequence[str]:
    """Return the names of the characters of ``text`` that nobody sees, but for plain spaces.

    >>> _unseen("1 wh\u200bite: 8")
    ['ZERO WIDTH SPACE']
    """
    import unicodedata  # half a MiB that only a faulty text needs

    found = {each for each in text if each != " " and unicodedata.category(each) in UNSEEN}
    return sorted(unicodedata.name(each, f"U+{ord(each):04X}") for each in found)


def _spaced(line: str) -> str:
    """Return ``line`` with one space where blanks are, but as they are in the value of a header.

    >>> _spaced(" 1  white:\t8   2 "), _spaced("white:  Mary  Ann ")
    ('1 white: 8 2', 'white: Mary  Ann')
    """
    header = VALUE.fullmatch(line)
    if header is not None and header[1] != "options":
        return f"{header[1]}: {header[2]}".rstrip()
    return BLANKS.sub(" ", line).strip()


def read(text: str) -> Record:
    """Return the record written ``text``; RecordError names the line and what was expected.

    Only the form is read: :mod:`games.replay` knows the games. A text of more than a million
    characters is refused unread.
    """
    if len(text) > LONGEST:
        raise RecordError(f"expected a record of at most {LONGEST} characters")
    lines_of_text = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    every = (_Line(number, _spaced(line)) for number, line in enumerate(lines_of_text, 1))
    used = [line for line in every if line.text and not line.text.startswith("#")]
    if not used or used[0].text != FIRST_LINE:
        (used or [_Line(1, "")])[0].fail(repr(FIRST_LINE))
    lines, may_be_cut = used[1:], not text.endswith(("\n", "\r"))
    if lines:
        lines[-1] = replace(lines[-1], may_be_cut=may_be_cut)
    size = sum(1 for _ in takewhile(_is_header, lines))
    headers, entries = lines[:size], lines[size:]
    if may_be_cut and len(entries) <= 1 and not _has_needed(headers):
        raise broken_off(0)
    record = _record(_read_headers(headers, entries), tuple(_read_entries(entries)))
    places = Lines(
        {line.text.partition(": ")[0]: line.number for line in headers},
        tuple(line.number for line in entries),
    )
    return replace(record, may_be_cut=may_be_cut, lines=places)


def _is_header(line: _Line) -> bool:
    return HEADER_LINE.fullmatch(line.text) is not None


def _has_needed(lines: Iterable[_Line]) -> bool:
    return {line.text.partition(": ")[0] for line in lines}.issuperset(NEEDED_HEADERS)


def _read_headers(lines: Sequence[_Line], entries: Sequence[_Line]) -> Mapping[str, _Line]:
    """Return the ``lines`` by the name of their header, each with its value as text.

    One that is missing is missed where the first of the ``entries`` stands, or at the end.
    """
    headers: dict[str, _Line] = {}
    for line in lines:
        name, _, value = line.text.partition(": ")
        if name not in HEADERS:
            line.fail(f"a header among {', '.join(HEADERS)}")
        if name in headers:
            line.fail(f"the header {name} only once")
        headers[name] = replace(line, text=value)
    for name, value in NEEDED_HEADERS.items():
        if name not in headers:
            expected = f'a line "{name}: {value}"'
            if entries:
                entries[0].fail(expected)
            end = lines[-1].number + 1 if lines else 2
            raise RecordError(f"line {end}: expected {expected} before the end")
    return headers


def _record(headers: Mapping[str, _Line], entries: tuple[Entry, ...]) -> Record:
    values = {name: line.text for name, line in headers.items()}
    if values["first"] not in SEAT_NAMES:
        headers["first"].fail(f"one of {', '.join(SEAT_NAMES)}")
    return Record(
        game=values["game"],
        first=values["first"],
        options=_read_options(headers["options"]) if "options" in headers else {},
        date=values.get("date", ""),
        players={name: value for name, value in values.items() if name in SEAT_NAMES},
        result=values.get("result", ""),
        entries=entries,
    )


def _read_options(line: _Line) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for text in line.text.split(" "):
        match = OPTION.fullmatch(text)
        if match is None or match[1] in options:
            line.fail("options NAME=VALUE with one space between them, each once")
        options[match[1]] = match[2]
    return options


def _read_entries(lines: Iterable[_Line]) -> Iterator[Entry]:
    turns = 0
    for line in lines:
        try:
            entry = _read_entry(line, turns + 1)
        except RecordError:
            if line.may_be_cut:
                raise broken_off(turns) from None
            raise
        turns += isinstance(entry, Turn)
        yield entry


def _read_entry(line: _Line, number: int) -> Entry:
    """Return the entry of ``line``; a turn must be the one of that ``number``."""
    if match := POSITION_LINE.fullmatch(line.text):
        return Corrected(match[2]) if match[1] == "set" else Reached(match[2])
    match = TURN_LINE.fullmatch(line.text)
    if match is None:
        line.fail(ONE_RECORD if line.text == FIRST_LINE else LINES_EXPECTED)
    if match[1] != str(number):
        line.fail(f"turn {number}")
    return Turn(match[2], tuple(match[3].split(" ")))


FIELDS = "an object with game, first, options, date, players, result and entries"
ENTRIES = 'entries {"seat": "white", "actions": [...]}, {"set": "POSITION"} or {"at": "POSITION"}'
WHOLE_TURN = re.compile(r'"actions": ?\[[^]]*]')


def to_json(record: Record) -> str:
    """Return ``record`` as one line of JSON, without a line feed; what is empty is left out."""
    fields = {
        "game": record.game,
        "first": record.first,
        "options": dict(record.options),
        "date": record.date,
        "players": dict(record.players),
        "result": record.result,
        "entries": [_entry_json(entry) for entry in record.entries],
    }
    present = {name: value for name, value in fields.items() if value}
    return json.dumps(present, ensure_ascii=False, separators=(",", ":"))


def from_json(line: str) -> Record:
    """Return the record of which ``line`` is the :func:`to_json`; RecordError if there is none."""
    if len(line) > LONGEST:
        raise RecordError(f"expected a record of at most {LONGEST} characters")
    try:
        record = _record_of(json.loads(line))
    except json.JSONDecodeError as error:
        if _is_cut(line.strip(), error):
            raise broken_off(len(WHOLE_TURN.findall(line))) from None
        raise RecordError(f"expected {FIELDS} as JSON on one line: {error}") from None
    except KeyError as error:
        raise RecordError(f"expected {FIELDS} as JSON on one line: {error} is missing") from None
    except (ValueError, RecursionError, TypeError) as error:
        raise RecordError(f"expected {FIELDS} as JSON on one line: {error}") from None
    write(record)
    return record


def _is_cut(line: str, error: json.JSONDecodeError) -> bool:
    return line.startswith("{") and (not line.endswith("}") or error.pos >= len(line))


def _entry_json(entry: Entry) -> Mapping[str, Any]:
    match entry:
        case Turn(seat, actions):
            return {"seat": seat, "actions": list(actions)}
        case Corrected(position):
            return {"set": position}
        case Reached(position):
            return {"at": position}


def _record_of(fields: Any) -> Record:
    known = dict(_object(fields))
    record = Record(
        game=_text(known.pop("game")),
        first=_text(known.pop("first")),
        options=_texts(known.pop("options", {})),
        date=_text(known.pop("date", "")),
        players=_texts(known.pop("players", {})),
        result=_text(known.pop("result", "")),
        entries=tuple(_entry(entry) for entry in _list(known.pop("entries", []))),
    )
    if known:
        raise ValueError(f"no {', '.join(map(repr, known))} is known")
    return record


def _entry(fields: Any) -> Entry:
    match fields:
        case (
            {"seat": str(seat), "actions": [*actions], **rest}
            | {"side": str(seat), "actions": [*actions], **rest}  # as release 0.1.0 wrote it
        ) if actions and not rest:
            return Turn(seat, tuple(map(_text, actions)))
        case {"set": str(position), **rest} if not rest:
            return Corrected(position)
        case {"at": str(position), **rest} if not rest:
            return Reached(position)
    raise ValueError(ENTRIES)


def _texts(values: Any) -> Mapping[str, str]:
    return {name: _text(value) for name, value in _object(values).items()}


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{texts.quoted(repr(value))} is not an object")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{texts.quoted(repr(value))} is not a list")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{texts.quoted(repr(value))} is not a text")
    return value
