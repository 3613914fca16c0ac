"""The position text of Squadro, written and read."""

from collections.abc import Sequence
from itertools import combinations

from games import text as texts
from games.course import write_progress
from games.equipment import OFF
from games.squadro.rules import HOME, NAMES, SEATS, START, TRACKS, standing, turns_to_win

FIELDS = ("turn", "pieces")


def write(turn: int | None, progress: Sequence[int]) -> str:
    """Return the position text."""
    groups = progress[:TRACKS], progress[TRACKS:]
    return f"{texts.EMPTY if turn is None else turn} {write_progress(groups)}"


def read(text: str) -> tuple[int | None, tuple[int, ...]]:
    """Return the turn and the progress of every piece; ValueError says what is wrong."""
    turn, pieces = texts.fields(text, FIELDS)
    seat, progress = texts.turn(turn, len(SEATS)), _read_progress(pieces)
    winners = [each for each in (0, 1) if turns_to_win(each, progress) == 0]
    if len(winners) > 1:
        raise ValueError(f"expected at most one seat with four pieces home: {text!r}")
    if winners and seat is not None:
        raise ValueError(f"expected turn -, because {SEATS[winners[0]].colour} has won: {text!r}")
    return seat, progress


def _read_progress(text: str) -> tuple[int, ...]:
    """Read the progress of every piece, as in ``0,2,0,0,0/0,0,0,0,6``."""
    groups = [group.split(",") for group in text.split("/")]
    if [len(group) for group in groups] != [TRACKS] * len(SEATS):
        raise ValueError(f"expected {TRACKS} pieces for each of {len(SEATS)} seats: {text!r}")
    read = tuple(texts.whole(item, "progress", START, HOME) for group in groups for item in group)
    placed = [(name, standing(piece, read[piece]).place) for piece, name in enumerate(NAMES)]
    for (one, here), (other, there) in combinations(placed, 2):
        if here == there != OFF:
            raise ValueError(f"expected one piece on {here}, not {one} and {other}: {text!r}")
    return read
