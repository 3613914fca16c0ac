"""Play games of a cell and measure them, in whichever process."""

from collections.abc import Sequence
from functools import cache
from math import fsum, sqrt
from pathlib import Path

from msgspec import Struct

from firmware_host import __version__
from firmware_host.base.errors import HostError
from firmware_host.stats import game_code
from games.actions import Move
from games.core import State
from games.match import Match, winners

Outlooks = tuple[float, ...]
"""How well each side stands, from 0 (lost) to 1 (won), the side that begins first."""


class OtherCodeError(HostError):
    """This process has another version of the games than the study."""


@cache
def program_code() -> str:
    """Return what tells this program from others that might play or measure games differently."""
    measuring = game_code(Path(__file__).parent)
    return f"{__version__}, games {game_code()}, studies {measuring}"


class MeasuredGame(Struct, frozen=True):
    """What is kept of game ``number``.

    ``winners`` are the sides that share the point, 0 for the one that began. ``is_cut`` says that
    the game was cut at its last turn; then those win who have most on the board. ``captures`` are
    the pieces captured, by whichever side.
    """

    number: int
    winners: tuple[int, ...]
    is_cut: bool
    turns: int
    lead_changes: int
    drama: float
    captures: int

    def share(self, side: int) -> float:
        """Return the part of the point that ``side`` has."""
        return (side in self.winners) / len(self.winners)


def measure(match: Match, number: int) -> MeasuredGame:
    """Play game ``number`` of ``match`` and return its measures."""
    state, turns, captures = match.game.start(), 0, 0
    seats = [match.teams.index(seat.team) for seat in match.game.seats]
    outlooks: list[Outlooks] = []
    for action, after, count in match.course(number):
        if isinstance(action, Move):
            captures += sum(piece.count for piece in action.captures)
        if count > turns and not after.is_terminal:
            outlooks.append(_outlooks(after, seats))
        state, turns = after, count
    won = tuple(sorted(match.teams.index(team) for team in winners(state)))
    changes, drama = lead_changes(outlooks), drama_of(outlooks, won)
    return MeasuredGame(number, won, not state.is_terminal, turns, changes, drama, captures)


def measure_all(match: Match, numbers: Sequence[int]) -> list[MeasuredGame]:
    """Play the games ``numbers`` of ``match``, one after the other."""
    return [measure(match, number) for number in numbers]


def measure_as(code: str, match: Match, numbers: Sequence[int]) -> list[MeasuredGame]:
    """Play the games ``numbers`` of ``match`` if this process has the same program ``code``.

    OtherCodeError if it has another one, which might play them differently.
    """
    if program_code() != code:
        raise OtherCodeError(f"a worker has other code: expected {code}, got {program_code()}")
    return measure_all(match, numbers)


def _outlooks(state: State, sides: Sequence[int]) -> Outlooks:
    """Return how well the sides stand by the game's view; ``sides`` has the side of each seat."""
    first = (sides.index(side) for side in range(max(sides) + 1))
    return tuple((state.evaluate(seat) + 1) / 2 for seat in first)


def lead_changes(outlooks: Sequence[Outlooks]) -> int:
    """Count how often another side takes the lead, in the positions after each turn.

    A side leads until another one stands better. This is the number of "lead changes" of Browne
    (Automatic Generation and Evaluation of Recombination Games, thesis, 2008), who divides
    it by the length of the game.

    >>> lead_changes([(0.5, 0.5), (0.6, 0.4), (0.5, 0.5), (0.4, 0.6), (0.7, 0.3)])
    2
    """
    changes, leader = 0, None
    for each in outlooks:
        best = max(each)
        if leader is None:
            leader = each.index(best) if each.count(best) == 1 else None
        elif each[leader] < best:
            changes, leader = changes + 1, each.index(best)
    return changes


def drama_of(outlooks: Sequence[Outlooks], won: Sequence[int]) -> float:
    """Return how far behind those who ``won`` were, on average over the turns when they were.

    This is the drama of Browne (2008, as above; also Browne and Maire, Evolutionary Game Design,
    IEEE Transactions on Computational Intelligence and AI in Games 2, 2010): the mean of
    sqrt(leader - winner) over the positions in which the later winner does not lead, 0 if there
    is none. Several who share the point count by their mean, as in Ludii.

    >>> drama_of([(0.5, 0.5), (0.75, 0.5), (0.25, 0.75)], won=[1])
    0.5
    """
    behind = [max(each) - fsum(each[side] for side in won) / len(won) for each in outlooks]
    roots = [sqrt(gap) for gap in behind if gap > 0]
    return fsum(roots) / len(roots) if roots else 0.0
