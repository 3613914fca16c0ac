"""The days of a table as a chart: how many games were finished, abandoned and are still open."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from html import escape
from typing import Final

from firmware_host.storage.counters import Day
from firmware_host.text.translator import Language
from firmware_host.web.svg import element, group, text
from games.message import msg

SHOWN: Final = 28
"""Four weeks: more days are in the table."""

SLOT, BAR = 20, 14
"""Pixels from one day to the next, and of a bar."""
HEIGHT: Final = 120
"""Pixels of the highest bar."""
TOP, FOOT, LEFT = 18, 44, 8
PART = 104
"""Pixels of a line of the legend: all are seen where only the newest days have room."""

PARTS: Final = (
    ("finished", msg("finished")),
    ("abandoned", msg("abandoned")),
    ("open", msg("still open")),
)
"""The parts of a bar from its foot up, by their classes in the style sheet."""

TITLE: Final = msg("Games started each day, {first} to {last}: at most {most}")


def day_chart(days: Sequence[Day], say: Language) -> str:
    """Return the :data:`SHOWN` days up to the newest of ``days`` (which is the last), as SVG.

    A day without figures, on which the table was off, has a zero. None is shown before the first. A
    screen reader reads what it shows in one sentence; the figures are for a table beside it.
    """
    shown = [*_without_gaps(days)] if days else []
    most = max((day.begun for day in shown), default=0)
    if not most:
        return ""
    width, height = 2 * LEFT + SLOT * max(len(shown), 16), TOP + HEIGHT + FOOT
    bars = "".join(
        group([*_bar(LEFT + SLOT * number, day, most)]) for number, day in enumerate(shown)
    )
    title = say(TITLE, first=shown[0].day, last=shown[-1].day, most=most)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="chart" '
        f'role="img" aria-label="{escape(title)}">{bars}{_legend(width, height, say)}</svg>'
    )


def _without_gaps(days: Sequence[Day]) -> Iterator[Day]:
    """Yield the last :data:`SHOWN` days up to the newest, with an empty one for each missing."""
    known = {day.day: day for day in days}
    newest = date.fromisoformat(days[-1].day)
    first = max(date.fromisoformat(days[0].day), newest - timedelta(SHOWN - 1))
    for number in range((newest - first).days + 1):
        day = (first + timedelta(number)).isoformat()
        yield known.get(day, Day(day, 0, 0, 0, None, 0, 0))


def _bar(x: float, day: Day, most: int) -> Iterator[str]:
    counts = (day.finished, day.abandoned, max(0, day.begun - day.finished - day.abandoned))
    base = float(TOP + HEIGHT)
    for (look, _), count in zip(PARTS, counts, strict=True):
        high = round(HEIGHT * count / most, 1)
        base -= high
        if count:
            yield element("rect", class_=look, x=x, y=round(base, 1), width=BAR, height=high)
    middle = x + BAR / 2
    yield _figure(middle, round(base - 4, 1), f"{day.begun}")
    yield _figure(middle, TOP + HEIGHT + 13, day.day[-2:].lstrip("0"))


def _figure(x: float, y: float, words: str) -> str:
    return text(x, y, words, text_anchor="middle", font_size=11)


def _legend(width: float, height: float, say: Language) -> str:
    shapes = []
    for number, (look, words) in enumerate(PARTS):
        x = width + (number - len(PARTS)) * PART
        shapes.append(element("rect", class_=look, x=x, y=height - 15, width=12, height=12))
        shapes.append(text(x + 16, height - 5, say(words), font_size=12))
    return group(shapes)
