"""Records as JSON, one game a line, for programs that read many of them.

>>> from games.record import Record, Turn
>>> line = to_json(Record("thaayam", "white", entries=(Turn("white", ("3", "pass")),)))
>>> line
'{"game":"thaayam","first":"white","entries":[{"seat":"white","actions":["3","pass"]}]}'
>>> from_json(line).entries
(Turn(seat='white', actions=('3', 'pass')),)
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from games import text as texts
from games.record import (
    LONGEST,
    Corrected,
    Entry,
    Reached,
    Record,
    RecordError,
    Turn,
    broken_off,
    write,
)

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
        record = _record(json.loads(line))
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


def _record(fields: Any) -> Record:
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
