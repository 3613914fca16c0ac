"""Draw the expected score of every side through a game as a picture, by Matplotlib."""

from pathlib import Path
from typing import Final

from firmware_host.errors import UsageError, reason
from firmware_host.stats.plot import MISSING, PlotError
from firmware_host.text.translator import Language
from games.core import Game
from games.message import msg
from games.review.accounts import Review
from games.review.turning import turning_points

SIZE: Final = (8.0, 4.0)
"""Inches."""
TURNS = msg("turn")
SHARE = msg("expected share of the point, in percent")
FORMATS: Final = (".pdf", ".png", ".svg")


def plot(found: Review, game: Game, path: Path, say: Language) -> None:
    """Draw the share of each side into the file ``path``, with the turning points.

    Raise PlotError if Matplotlib is missing, UsageError if ``path`` cannot be written.
    """
    if path.suffix not in FORMATS:
        raise UsageError(f"--plot takes a file that ends in {', '.join(FORMATS)}, not {path}")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    figure = Figure(figsize=SIZE, layout="constrained")
    axes = figure.subplots()
    turns = [0, *(event.point.turn for event in found.events)]
    heads = {seat.team: seat for seat in reversed(game.seats)}
    for team, head in sorted(heads.items()):
        colours = " + ".join(say(seat.colour) for seat in game.seats if seat.team == team)
        shares = [100 * shares[head.index] for shares in found.scores]
        axes.plot(turns, shares, label=colours, linewidth=1.2)
    for point in turning_points(found):
        axes.axvline(point.turn, color="grey", linewidth=0.7, linestyle=":")
    axes.set_ylim(0, 100)
    axes.set_title(say.heading(game.title))
    axes.set_xlabel(say(TURNS))
    axes.set_ylabel(say(SHARE))
    axes.legend()
    try:
        figure.savefig(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {reason(error)}") from None
