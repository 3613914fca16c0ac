"""The position text of T'shu-p'u, written and read."""

from collections.abc import Iterator
from typing import NamedTuple

from games import text as texts
from games.course import read_progress, write_progress
from games.tshupu.rules import (
    BORNE_OFF,
    DICE_OF,
    PARTNERS,
    PIECES,
    SEATS,
    TEAM_HEADS,
    Dice,
    dice_text,
)
from games.tshupu.tables import Groups, Race, has_won, is_home

NAMES = ("turn", "phase", "pieces", "throw")


class TshupuFields(NamedTuple):
    """What a position text says; the phase follows from the rest."""

    turn: int | None
    groups: Groups
    throw: Dice

    @property
    def phase(self) -> str:
        """``throw``, ``move`` or ``over``."""
        return "over" if self.turn is None else "move" if self.throw else "throw"


def write(fields: TshupuFields) -> str:
    """Return the position text of ``fields``."""
    turn = texts.EMPTY if fields.turn is None else fields.turn
    throw = dice_text(fields.throw) or texts.EMPTY
    return f"{turn} {fields.phase} {write_progress(fields.groups)} {throw}"


def read(race: Race, text: str) -> TshupuFields:
    """Return the fields of the position ``text``; ValueError says what was expected."""
    turn, phase, pieces, throw = texts.fields(text, NAMES)
    fields = TshupuFields(
        texts.turn(turn, len(SEATS)),
        read_progress(pieces, len(SEATS), PIECES, BORNE_OFF),
        _read_throw(throw),
    )
    texts.check(_disagreements(race, fields, phase), text)
    return fields


def _read_throw(text: str) -> Dice:
    if text == texts.EMPTY:
        return ()
    if text not in DICE_OF:
        raise ValueError(f"expected throw as - or one of {', '.join(DICE_OF)}: {text!r}")
    return DICE_OF[text]


def _disagreements(race: Race, fields: TshupuFields, phase: str) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` or the ``phase`` disagree, each time with what was expected."""
    seat, groups = fields.turn, fields.groups
    over = phase == "over"
    yield phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (seat is None), "turn - just when the phase is over"
    yield (phase == "move") != bool(fields.throw), "a throw just while a move is awaited"
    winners = [head for head in TEAM_HEADS if has_won(groups, head)]
    yield len(winners) > 1, "at most one team with all pieces off"
    for head in winners:
        team = " and ".join(SEATS[each].colour for each in (head, PARTNERS[head]))
        yield not over, f"turn - and phase over, because {team} have won"
    left_out = seat is not None and race.skips and is_home(groups[seat])
    yield left_out, "the turn of a seat that still has pieces"
