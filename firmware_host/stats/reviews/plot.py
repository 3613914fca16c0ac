"""Draw the expected score of every side through a game as a picture, by Matplotlib."""

from itertools import cycle
from typing import Any, Final

from firmware_host.base.errors import UsageError
from firmware_host.stats.plot import MISSING, PlotError, save
from firmware_host.stats.reviews.report import TURNING_POINTS
from firmware_host.storage.new_file import NewFile
from firmware_host.text.translator import Language
from games.core import Game
from games.message import msg
from games.review.accounts import Review
from games.review.turning import turning_points

SIZE: Final = (8.0, 4.0)
"""Inches."""
TURNS = msg("turn")
SHARE = msg("expected share of the point, in percent")
OTHER: Final = "#777777"
COLOURS: Final = {
    "white": "#8ab4d8",
    "black": "#202020",
    "red": "#c62828",
    "yellow": "#d9a400",
    "green": "#2e7d32",
}
"""The colour of a line by that of its seat; white would not be seen."""
DASHES: Final = ("-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)))
"""By side, for those who cannot tell colours."""
FORMATS: Final = (".pdf", ".png", ".svg")


def check(picture: NewFile) -> None:
    """Raise UsageError if a review cannot be drawn into the file ``picture``."""
    if picture.path.suffix not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageError(f"--plot takes a file that ends in {known}, not {picture.path}")
    picture.check()


def plot(found: Review, game: Game, picture: NewFile, say: Language) -> None:
    """Draw the share of each side into the file ``picture``, with the turning points.

    Raise PlotError if Matplotlib is missing, UsageError if it cannot be written.
    """
    check(picture)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    figure = Figure(figsize=SIZE, layout="constrained")
    _draw(figure.subplots(), found, game, say)
    save(figure, picture, picture.path.suffix[1:])


def _draw(axes: Any, found: Review, game: Game, say: Language) -> None:
    """Draw a line for each side, in the colour of its first seat, and one at a turning point."""
    turns = [0, *(event.point.turn for event in found.events)]
    heads = {seat.team: seat for seat in reversed(game.seats)}
    for (team, head), dashes in zip(sorted(heads.items()), cycle(DASHES), strict=False):
        colours = " + ".join(say(seat.colour) for seat in game.seats if seat.team == team)
        shares = [100 * shares[head.index] for shares in found.scores]
        look = {"color": COLOURS.get(head.colour, OTHER), "linestyle": dashes, "linewidth": 1.4}
        axes.plot(turns, shares, label=colours, **look)
    for number, point in enumerate(turning_points(found)):
        label = "" if number else say(TURNING_POINTS).lower()
        axes.axvline(point.turn, color=OTHER, linewidth=0.8, linestyle=":", label=label)
    axes.set_xlim(0, max(turns) + 1)
    axes.set_ylim(-2, 102)
    axes.set_title(say.heading(game.title))
    axes.set_xlabel(say(TURNS))
    axes.set_ylabel(say(SHARE))
    axes.legend()
