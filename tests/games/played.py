"""Games to review: random ones, the same for the same seed."""

import random
import re
from collections.abc import Mapping

from games.actions import Throw
from games.core import Game, State, random_action
from games.replay import Moment
from games.review import Review, ReviewPoint, assess, points_of, review
from games.valuation import AT_A_GLANCE, Judge, Prospects, Shares, divided, mean, standing

POINTS = re.compile(r"\d+")
"""The points of a throw, in its text."""
PER_POINT = 0.005
"""What a point that is still to be played counts for."""


def random_points(game: Game, seed: int, turns: int | None = None) -> tuple[ReviewPoint, ...]:
    """The points of a random game of so many turns, or to its end."""
    rng = random.Random(seed)
    state = game.start(seed % len(game.seats))
    moments = [Moment(0, None, None, state)]
    while state.turn is not None and (turns is None or moments[-1].turn < turns):
        seat, action = game.seats[state.turn], random_action(state, rng)
        turn = moments[-1].turn + (moments[-1].seat != seat)
        state = state.apply(action)
        moments.append(Moment(turn, seat, action, state))
    return points_of(moments, state.outcome())


class Counting:
    """A judge for games with dice: it counts what stands on the board and what was thrown.

    It judges badly, and so fast that ten thousand games can be reviewed; throws have their true
    probabilities.
    """

    def shares(self, state: State) -> Shares:
        """What is counted; before a throw, the mean over all throws."""
        if state.is_chance:
            return mean(self.after_throws(state, 1.0), state)
        return self._counted(state)

    def after_throws(self, state: State, likely: float) -> Mapping[Throw, Shares]:
        """What is counted after each throw."""
        return {throw: self._counted(state.apply(throw)) for throw, _ in state.chance_outcomes()}

    def prospects(self, state: State) -> Prospects:
        """What is counted after each move."""
        return {move: self._counted(state.apply(move)) for move in state.legal_moves()}

    def _counted(self, state: State) -> Shares:
        seats = state.game.seats
        if state.turn is None:
            return standing(state)
        side = seats[state.turn].team
        thrown = PER_POINT * sum(map(int, POINTS.findall(" ".join(map(str, state.pending)))))

        def lead(seat: int) -> float:
            ahead = thrown if seats[seat].team == side else -thrown
            return max(-1.0, state.material(seat) + ahead)

        return divided(seats, lead)


def reviewed(points: tuple[ReviewPoint, ...], judge: Judge = AT_A_GLANCE) -> Review:
    """The review of ``points``, by default as quick as the program's own judge gets."""
    return review(points, [assess(point, judge) for point in points])


def balance(found: Review, seat: int) -> float:
    """What is missing in the sums of ``seat``: zero, but for the last digits."""
    sums = found.sums(seat)
    explained = found.start[seat] + sums.luck + sums.skill + sums.aside
    return found.result[seat] - explained
