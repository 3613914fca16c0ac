"""Reading position text, refused with what was expected."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games import text as texts
from games.course import read_progress
from games.thaayam.facts import BORNE_OFF, CHANCES, CLOSING_THROWS, PIECES, is_home
from games.thaayam.position import Position
from games.thaayam.reasons import listed

if TYPE_CHECKING:
    from games.thaayam.game import Thaayam

FIELDS = ("turn", "phase", "pieces", "kept", "series", "killers")


def read(game: "Thaayam", text: str) -> Position:
    """The state of ``game`` written ``text``; ValueError says what was expected."""
    turn, phase, pieces, kept, series, killers = texts.fields(text, FIELDS)
    position = Position(
        game,
        texts.turn(turn, len(game.seats)),
        phase,
        read_progress(pieces, len(game.seats), PIECES, BORNE_OFF),
        tuple(_read_throws(kept, "kept")),
        tuple(_read_throws(series, "series")),
        _read_killers(killers, game),
    )
    texts.check(_disagreements(position), text)
    return position


def _read_throws(text: str, what: str) -> Iterator[int]:
    for item in texts.items(text):
        value = texts.whole(item, what, 1, 8)
        if value not in CHANCES:
            raise ValueError(f"expected throws among {listed(CHANCES)} in {what}: {text!r}")
        yield value


def _read_killers(text: str, game: "Thaayam") -> tuple[bool, ...]:
    if not game.capture_first:
        if text != texts.EMPTY:
            raise ValueError(f"expected - for killers without capture_first: {text!r}")
        return ()
    if len(text) != len(game.seats) or set(text) - set("01"):
        raise ValueError(f"expected killers as {len(game.seats)} digits 0 or 1: {text!r}")
    return tuple(digit == "1" for digit in text)


def _disagreements(position: Position) -> Iterator[tuple[bool, str]]:
    """Whether fields of ``position`` disagree, each with what was expected."""
    home = sum(is_home(group) for group in position.groups)
    over = position.phase == "over"
    yield position.phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (position.turn is None), "turn - just when the phase is over"
    yield home > (1 if over else 0), "a seat with all pieces off just when the game is over"
    yield list(position.kept) != sorted(position.kept), "kept throws ascending"
    yield over and bool(position.kept or position.series), "no throws when the game is over"
    yield position.phase == "move" and bool(position.series), "no series while a move is awaited"
    yield bool(set(position.series) & set(CLOSING_THROWS)), "a series without a closing 2 or 3"
    early = position.phase == "throw" and bool(position.kept)
    yield early and not position.game.capture_throw, "no kept throws before the series closes"
