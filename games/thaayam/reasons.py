"""Why an action is not legal, as sentences to fill in."""

from collections.abc import Iterable

from games.message import msg

THROW_AWAITED = msg("a throw is awaited, one of {choices}, not {given}")
MOVE_AWAITED = msg("a move such as 4:c1-e3 or pass is awaited, not {given}")
MUST_PLAY = msg("a throw that can be played must be: {choices}")
NOT_THROWN = msg("no {throw} is left to play, only {kept}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ENTERS_BY_ONE = msg("only a 1 brings a piece in, not a {throw}")
LEAVES_BY_ONE = msg("only a 1 takes a piece off the fortress, not a {throw}")
ALL_IN_FORTRESS = msg("no piece is taken off before all are in the fortress or off")
EXACT_COUNT = msg("the fortress is entered by exact count, {needed} from {place}, not {throw}")
KILL_FIRST = msg("the inner ring is closed to a seat that has not killed yet")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


def listed(values: Iterable[object]) -> str:
    """Return ``values`` as they stand in a sentence.

    >>> listed((1, 4)), listed(())
    ('1, 4', 'none')
    """
    return ", ".join(map(str, values)) or "none"
