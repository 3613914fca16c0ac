"""Why an action is not legal, as sentences to fill in."""

from collections.abc import Iterable

from games.message import msg

THROW_AWAITED = msg("expected a throw, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as 4:c1-e3 or pass, not {given}")
MUST_PLAY = msg("you must play a throw that can be played: {choices}")
NOT_THROWN = msg("there is no {throw} left to play, only {kept}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ENTERS_BY_ONE = msg("only a 1 brings a piece in, not {throw}")
LEAVES_BY_ONE = msg("only a 1 takes a piece off from the fortress, not {throw}")
ALL_IN_FORTRESS = msg("pieces leave the board only when all are in the fortress or off")
EXACT_COUNT = msg("a piece enters the fortress by exact count: {needed} from {place}, not {throw}")
KILL_FIRST = msg("you may enter the inner ring only after your first capture")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


def listed(values: Iterable[object]) -> str:
    """Return ``values`` as they stand in a sentence.

    >>> listed((1, 4)), listed(())
    ('1, 4', 'none')
    """
    return ", ".join(map(str, values)) or "none"
