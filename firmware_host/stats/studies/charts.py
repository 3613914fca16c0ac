"""Plots of intervals as SVG, which stands in a page without anything else.

>>> axis = Axis.over([Interval(0.5, 0.4, 0.6)], 0.5)
>>> axis.low <= 0.4 < 0.6 <= axis.high
True
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from msgspec import Struct

from firmware_host.stats.studies.intervals import Interval
from firmware_host.stats.studies.metrics import Metric

WIDTH: Final = 760
LABELS: Final = 300
"""Pixels of the whole plot, and of the labels at its left."""
ROW: Final = 24
MARGIN: Final = 28
LINES: Final = 5
"""Into how many parts an axis is divided, about."""


class Axis(Struct, frozen=True):
    """Values from ``low`` to ``high``, with a line every ``step``."""

    low: float
    high: float
    step: float

    @classmethod
    def over(cls, intervals: Sequence[Interval], reference: float | None) -> "Axis":
        """Return the axis that shows all ``intervals`` and the ``reference``, with round steps."""
        ends = [end for each in intervals for end in (each.low, each.high)]
        ends += [] if reference is None else [reference]
        low, high = min(ends), max(ends)
        rough = (high - low) / LINES or 1.0
        power = 10.0 ** floor(log10(rough))
        step = next(power * part for part in (1, 2, 5, 10) if power * part >= rough)
        return cls(step * floor(low / step), step * ceil(high / step), step)

    def at(self, value: float) -> float:
        """Return the pixel of ``value``, counted from the left of the plot."""
        span = WIDTH - LABELS - MARGIN
        return LABELS + span * (value - self.low) / (self.high - self.low or 1.0)

    def lines(self) -> Iterator[float]:
        """Yield the values with a line."""
        for count in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + count * self.step


def interval_plot(
    metric: Metric, rows: Sequence[tuple[str, Interval]], reference: float | None = None
) -> str:
    """Return an SVG with a line for each of ``rows``: its label, its interval and its value.

    A dashed line marks the ``reference``.
    """
    axis = Axis.over([interval for _, interval in rows], reference)
    height = ROW * len(rows) + 2 * MARGIN
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(metric.title)}">',
        *_grid(metric, axis, height),
        *([] if reference is None else [_upright("reference", axis.at(reference), height)]),
    ]
    for place, (label, interval) in enumerate(rows):
        parts.extend(_row(metric, axis, MARGIN + ROW * place + ROW // 2, label, interval))
    return "\n".join([*parts, "</svg>"])


def _grid(metric: Metric, axis: Axis, height: int) -> Iterator[str]:
    for value in axis.lines():
        x = axis.at(value)
        yield _upright("grid", x, height)
        text = escape(metric.written(value))
        yield f'<text class="scale" x="{x:.1f}" y="{height - 8}">{text}</text>'


def _upright(name: str, x: float, height: int) -> str:
    top, bottom = MARGIN // 2, height - MARGIN
    return f'<line class="{name}" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'


def _row(metric: Metric, axis: Axis, y: int, label: str, interval: Interval) -> Iterator[str]:
    left, middle, right = map(axis.at, (interval.low, interval.value, interval.high))
    told = f"{label}: {metric.written(interval.value)}"
    ends = f"{metric.written(interval.low)} to {metric.written(interval.high)}"
    yield f"<g><title>{escape(told)} ({escape(ends)})</title>"
    yield f'<text class="label" x="{LABELS - 12}" y="{y + 4}">{escape(label)}</text>'
    yield f'<line class="interval" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>'
    yield f'<circle class="value" cx="{middle:.1f}" cy="{y}" r="4"/></g>'
