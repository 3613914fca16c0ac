"""What may be jumped in Squadro in the next turn, and what people can see that a move does."""

from collections.abc import Iterable, Sequence

from games.course import first_or_last
from games.message import Message, msg
from games.squadro.moves import TrackRun
from games.squadro.rules import FAR_EDGE, HOME, TRACKS, turns_to_win

TURNS_BACK = msg("reaches the far edge")
THREATENS = msg("threatens to jump over {place}")
LEADS = msg("leads by {count} moves if nobody jumps")
PROOFS = {1: msg("exact: wins"), 0: msg("exact: draws"), -1: msg("exact: loses")}
"""What a table of the whole game says of a move, by what it is worth."""
SEVERAL = 2
"""A lead of a single move is not told: the other seat moves next."""


def jumped(runs: Iterable[TrackRun]) -> set[str]:
    """Return the places of all pieces over which ``runs`` jump."""
    return {victim.place for run in runs for victim in run.captures}


def achievement(
    run: TrackRun, before: Iterable[TrackRun], after: Iterable[TrackRun]
) -> Message | None:
    """Return what ``run`` reaches; or over which piece its seat could jump then, but not before.

    ``before`` and ``after`` are what the seat of ``run`` can move.
    """
    if run.end == FAR_EDGE:
        return Message.of(TURNS_BACK)
    known = jumped(before)
    new = [place for each in after for place in sorted(jumped((each,)) - known)]
    return Message.of(THREATENS, place=new[0]) if new else None


def headway(seat: int, before: Sequence[int], after: Sequence[int]) -> Message | None:
    """Return how far ``seat`` is ahead on the way to four pieces home, or which piece it moves."""
    lead = turns_to_win(1 - seat, after) - turns_to_win(seat, after)
    if lead >= SEVERAL:
        return Message.of(LEADS, count=lead)
    own = slice(seat * TRACKS, (seat + 1) * TRACKS)
    (origin,) = (old for old, new in zip(before[own], after[own], strict=True) if new > old)
    return first_or_last([progress for progress in before[own] if progress < HOME], origin)
