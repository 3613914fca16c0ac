"""The position text of Thaayam, written and read."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games import text as texts
from games.course import read_progress, write_progress
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    PIECES,
    Groups,
    ThaayamRules,
    is_home,
)


class ThaayamFields(NamedTuple):
    """The fields of a position text, in their order."""

    turn: int | None
    phase: str
    groups: Groups
    kept: tuple[int, ...]
    series: tuple[int, ...]
    capturers: tuple[bool, ...]


NAMES = ("turn", "phase", "pieces", "kept", "series", "capturers")


def write(fields: ThaayamFields) -> str:
    """Return the position text of ``fields``."""
    return " ".join(
        (
            texts.EMPTY if fields.turn is None else str(fields.turn),
            fields.phase,
            write_progress(fields.groups),
            texts.joined(fields.kept),
            texts.joined(fields.series),
            "".join(str(int(each)) for each in fields.capturers) or texts.EMPTY,
        )
    )


def read(rules: ThaayamRules, text: str) -> ThaayamFields:
    """Return the fields of the position ``text``; ValueError says what was expected."""
    turn, phase, pieces, kept, series, capturers = texts.fields(text, NAMES)
    seats = len(rules.seats)
    fields = ThaayamFields(
        texts.turn(turn, seats),
        phase,
        read_progress(pieces, seats, PIECES, BORNE_OFF),
        tuple(_read_throws(kept, "kept")),
        tuple(_read_throws(series, "series")),
        _read_capturers(rules, capturers),
    )
    texts.check(_disagreements(rules, fields), text)
    return fields


def enumerated(values: Iterable[object]) -> str:
    """Return ``values`` as they stand in a sentence.

    >>> enumerated((1, 4)), enumerated(())
    ('1, 4', 'none')
    """
    return ", ".join(map(str, values)) or "none"


def _read_throws(text: str, what: str) -> Iterator[int]:
    for item in texts.items(text):
        value = texts.whole(item, what, 1, 8)
        if value not in CHANCES:
            raise ValueError(f"expected throws among {enumerated(CHANCES)} in {what}: {text!r}")
        yield value


def _read_capturers(rules: ThaayamRules, text: str) -> tuple[bool, ...]:
    if not rules.captures_first:
        if text != texts.EMPTY:
            raise ValueError(f"expected - for capturers without capture_first: {text!r}")
        return ()
    if len(text) != len(rules.seats) or set(text) - set("01"):
        raise ValueError(f"expected capturers as {len(rules.seats)} digits 0 or 1: {text!r}")
    return tuple(digit == "1" for digit in text)


def _disagreements(rules: ThaayamRules, fields: ThaayamFields) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` disagree, each time with what was expected."""
    winners = [seat.colour for seat in rules.seats if is_home(fields.groups[seat.index])]
    over = fields.phase == "over"
    yield fields.phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (fields.turn is None), "turn - just when the phase is over"
    yield len(winners) > 1, "at most one seat with all pieces off"
    yield (
        bool(winners) and not over,
        f"turn - and phase over, because {enumerated(winners)} has won",
    )
    yield list(fields.kept) != sorted(fields.kept), "kept throws ascending"
    yield over and bool(fields.kept or fields.series), "no throws when the game is over"
    yield fields.phase == "move" and bool(fields.series), "no series while a move is awaited"
    yield bool(set(fields.series) & set(CLOSING_THROWS)), "a series without a closing 2 or 3"
    early = fields.phase == "throw" and bool(fields.kept)
    yield early and not rules.throws_after_capture, "no kept throws before the series closes"
