"""Games to review: random ones, the same for the same seed."""

import random

from games.core import Game, random_action
from games.replay import Moment
from games.review.accounts import Review, ReviewPoint, assess, points_of, review


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


def reviewed(points: tuple[ReviewPoint, ...], nodes: int | None = 0) -> Review:
    """The review of ``points``, by default as quick as it gets."""
    return review(points, [assess(point, nodes) for point in points])


def balance(found: Review, seat: int) -> float:
    """What is missing in the sums of ``seat``: zero, but for the last digits."""
    sums = found.sums(seat)
    explained = found.start[seat] + sums.luck + sums.skill + sums.aside
    return found.result[seat] - explained
