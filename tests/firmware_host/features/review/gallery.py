"""The screens of reviews, in positions of real games."""

from collections.abc import Iterator

from firmware_host.features.review.scenes import ReviewResult, ReviewWork, ScoreLine, TurningPoints
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Cover, Show
from games.review import Review, ReviewEvent, ReviewPoint, TurningPoint
from tests.firmware_host.screens.positions import choice, shown_move, states
from tests.firmware_host.screens.stage import Stage


def reviews(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    best, stage = shown_move(state), Stage(game, states(game)[-1])
    seat, seats = state.turn or 0, tuple(state.game.seats)
    even, nothing = (1 / len(seats),) * len(seats), (0.0,) * len(seats)
    point = ReviewPoint(39, "move", state, best)
    stage.table.run(Cover(ReviewWork((point, point, point))))
    yield "review-work", stage.frame
    ahead = tuple(0.9 * share + 0.1 * (place == seat) for place, share in enumerate(even))
    error = tuple(new - old for new, old in zip(even, ahead, strict=True))
    event = ReviewEvent(point, ahead, nothing, error, nothing, nothing, even, best.text)
    stage.table.run(Show(ReviewResult(seats=seats, done=Review((event,), ahead, even))))
    yield "review", stage.frame
    scores = tuple(ahead if number % 3 else even for number in range(40))
    stage.table.run(Show(ScoreLine(seats, scores, seat)))
    yield "review-score", stage.frame
    turning = TurningPoint(39, seat, state, ("4",), 0.18, best.text, -0.12, best.text)
    stage.table.run(Show(TurningPoints((turning,))))
    yield "review-turning-point", stage.frame


SHOWS = (reviews,)
