"""The doubling cube of a match: who may offer it, what is at stake, and what offers are worth.

A machine knows how likely a seat wins, and how many of its wins are gammons. From that it takes how
likely the seat wins the match if nobody doubles any more: as things stand, at twice the stake, and
if the offer is dropped. It takes an offer that leaves it no worse than dropping. It offers when the
seat is :data:`READY` of the way from where doubling does no harm to where the other drops.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games import text as texts
from games.actions import Choice, PlainMove
from games.backgammon.evaluate import Chances, MatchStakes, chances
from games.backgammon.rules import SEATS, Groups, Score
from games.message import Message, msg

READY: Final = 2 / 3
"""Where in its window an offer is due: between doing no harm (0) and being dropped (1)."""

PLAIN: Final = PlainMove("throw", (Choice("word", msg("throw, no double")),))
DOUBLE: Final = PlainMove("double", (Choice("word", msg("double")),))
TAKE: Final = PlainMove("take", (Choice("word", msg("take: play on for twice as much")),))
DROP: Final = PlainMove("drop", (Choice("word", msg("drop: lose this game")),))
DECISIONS: Final[Mapping[str, tuple[PlainMove, PlainMove]]] = {
    "offer": (PLAIN, DOUBLE),
    "answer": (TAKE, DROP),
}
"""What a seat may decide in each phase of a position."""

IN_THE_MIDDLE: Final = msg("the cube is in the middle: {count}")
OWNED: Final = msg("{colour} has the cube: {count}")
OFFERED: Final = msg("{colour} offers the cube: {count}")
CRAWFORD: Final = msg("nobody doubles in this game (Crawford)")


class Cube(NamedTuple):
    """What a game is worth, ``value`` points, and whose the cube is, None if nobody has it yet.

    ``rests`` in the one game in which nobody may double.
    """

    value: int = 1
    owner: int | None = None
    rests: bool = False

    def may_be_offered(self, seat: int, score: Score, match: int) -> bool:
        """Return whether ``seat`` may double, and would win more by it."""
        is_theirs = self.owner in (None, seat)
        return is_theirs and not self.rests and score[seat] + self.value < match

    def taken_by(self, seat: int) -> "Cube":
        """Return the cube when ``seat`` has taken it."""
        return Cube(2 * self.value, seat)

    @property
    def message(self) -> Message:
        """Return where the cube is, and what it shows."""
        if self.rests:
            return Message.of(CRAWFORD)
        if self.owner is None:
            return Message.of(IN_THE_MIDDLE, count=self.value)
        return Message.of(OWNED, colour=Message.of(SEATS[self.owner].colour), count=self.value)

    def offered_by(self, seat: int) -> Message:
        """Return that ``seat`` offers the cube, and what it would show."""
        colour = Message.of(SEATS[seat].colour)
        return Message.of(OFFERED, colour=colour, count=2 * self.value)


FRESH: Final = Cube()
"""The cube at the start of a game."""


def next_cube(before: Score, after: Score, match: int) -> Cube:
    """Return the cube of the next game of a match: it rests once, when a seat needs one point.

    >>> next_cube((3, 1), (4, 1), 5).rests, next_cube((4, 1), (4, 3), 5).rests
    (True, False)
    """
    return Cube(rests=max(after) == match - 1 > max(before))


def written(cube: Cube) -> str:
    """Return ``cube`` as positions have it.

    >>> written(Cube()), written(Cube(4, 1)), written(Cube(rests=True))
    ('1', '4:1', '1:rests')
    """
    whose = "rests" if cube.rests else "" if cube.owner is None else str(cube.owner)
    return f"{cube.value}:{whose}".rstrip(":")


def read_cube(text: str) -> Cube:
    """Return the cube written ``text``; ValueError says what was expected."""
    value, _, whose = text.partition(":")
    owner = texts.whole(whose, "seat", 0, len(SEATS) - 1) if whose and whose != "rests" else None
    cube = Cube(texts.whole(value, "cube", 1, 8), owner, whose == "rests")
    is_kept = cube.value in (2, 4, 8) if owner is not None else cube.value == 1
    if not is_kept or written(cube) != text:
        raise ValueError(f"expected a cube such as 1, 1:rests, 2:0 or 4:1: {text!r}")
    return cube


class DoublingOffer(NamedTuple):
    """What an offer of the cube is worth: how likely the seat that makes it wins the match.

    ``waits`` if it does not double now, ``taken`` and ``dropped`` by what the other one does.
    """

    waits: float
    taken: float
    dropped: float

    @property
    def made(self) -> float:
        """What the offer is worth when the other one answers it well."""
        return min(self.taken, self.dropped)


def offer(groups: Groups, seat: int, score: Score, match: int, cube: Cube) -> DoublingOffer:
    """Return what it is worth if ``seat``, which throws next, doubles.

    To wait is worth more than the game as it stands: the cube is kept for a better moment. That is
    as much as doubling gains at the point READY of the window, and less and less beyond it.
    """
    found = chances(groups, seat)
    now = MatchStakes(score, match, cube.value)
    twice = MatchStakes(score, match, 2 * cube.value)
    dropped = now.share(seat, won=1)
    due = _due(found, seat, now, dropped)
    left = min(1.0, (1 - found.wins) / (1 - due)) if due < 1 else 1.0
    kept = max(0.0, _gain(due, found, seat, now)) * left
    return DoublingOffer(now.expected(found, seat) + kept, twice.expected(found, seat), dropped)


def _at(wins: float, found: Chances) -> Chances:
    """Return the chances of a seat that ``wins`` so often, with gammons as often as ``found``."""
    gammons = found.gammons / found.wins if found.wins else 0.0
    lost = found.lost_gammons / (1 - found.wins) if found.wins < 1 else 0.0
    return Chances(wins, wins * gammons, (1 - wins) * lost)


def _gain(wins: float, found: Chances, seat: int, now: MatchStakes) -> float:
    """Return what a taken double gains a ``seat`` that ``wins`` so often."""
    there = _at(wins, found)
    return now.doubled.expected(there, seat) - now.expected(there, seat)


def _due(found: Chances, seat: int, now: MatchStakes, dropped: float) -> float:
    """Return how often ``seat`` has to win so that doubling is due."""
    low, high = (now.doubled.expected(_at(wins, found), seat) for wins in (0.0, 1.0))
    cash = (dropped - low) / (high - low) if high > low else 1.0
    none, all_ = (_gain(wins, found, seat, now) for wins in (0.0, 1.0))
    harmless = -none / (all_ - none) if all_ > none else 0.5
    return min(1.0, harmless + READY * max(0.0, cash - harmless))


def values(
    phase: str, groups: Groups, seat: int, contest: MatchStakes, cube: Cube
) -> Sequence[float]:
    """Return what each decision of a ``phase`` is worth to ``seat``, which decides."""
    thrower = seat if phase == "offer" else 1 - seat
    found = offer(groups, thrower, contest.score, contest.match, cube)
    if phase == "offer":
        return found.waits, found.made
    return 1 - found.taken, 1 - found.dropped
