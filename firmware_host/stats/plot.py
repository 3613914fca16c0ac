"""Draw the throws beside the expected ones as a picture: a PNG by Matplotlib."""

import io
from collections.abc import Mapping
from typing import Any, Final

from firmware_host.base.errors import HostError, UsageError, how_to_install, reason
from firmware_host.stats.tally import Tally, Throws
from firmware_host.storage.filesystem import NewFile

MISSING = f"a plot needs Matplotlib: {how_to_install('plots')}"

WIDTH: Final = 8.0
HEIGHT: Final = 3.0
"""Inches of one plot; several are drawn one above the other."""
BAR: Final = 0.4
"""The width of a bar; each throw has two bars and a width of 1."""


class PlotError(HostError):
    """A plot that cannot be drawn: why, and what to do."""


def plot(tallies: Mapping[str, Tally], picture: NewFile) -> None:
    """Draw the throws of every game in the file ``picture``.

    Raise PlotError if Matplotlib is missing or no dice were thrown, UsageError if it cannot be
    written.
    """
    drawn = [(tally.title, each) for tally in tallies.values() for each in tally.throws.values()]
    if not drawn:
        raise PlotError("expected games with dice to plot, but no dice were thrown in these games")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    figure = Figure(figsize=(WIDTH, HEIGHT * len(drawn)), layout="constrained")
    for axes, (title, throws) in zip(
        figure.subplots(len(drawn), squeeze=False).flat, drawn, strict=True
    ):
        _bars(axes, title, throws)
    save(figure, picture, "png")


def save(figure: Any, picture: NewFile, form: str) -> None:
    """Write ``figure`` into the file ``picture``; raise UsageError if that is not possible."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format=form)
    try:
        picture.write(drawn.getvalue())
    except OSError as error:
        raise UsageError(f"{picture.path}: cannot be written: {reason(error)}") from None


def _bars(axes: Any, title: str, throws: Throws) -> None:
    """Draw two bars side by side for each throw."""
    names = list(throws.expected)
    places = range(len(names))
    axes.bar([x - BAR / 2 for x in places], [throws.observed[name] for name in names], BAR)
    axes.bar([x + BAR / 2 for x in places], list(throws.expected.values()), BAR)
    axes.set_xticks(places, names)
    axes.set_title(f"{title}: {throws.observed.total()} throws")
    axes.legend(["observed", "expected"])
