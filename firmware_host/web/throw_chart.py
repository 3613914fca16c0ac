"""The throws of a class as a chart and as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from html import escape
from typing import Final

from firmware_host.stats.chisquare import fit
from firmware_host.stats.tally import Throws
from firmware_host.text.translator import Language
from firmware_host.web.svg import element, group, text
from firmware_host.web.throw_pool import ThrowPool
from games.message import msg

SLOT: Final = 72
"""Pixels from one throw to the next; each has two bars."""
BAR: Final = 26
HEIGHT: Final = 160
"""Pixels of the highest bar."""
TOP, FOOT, LEFT = 22, 44, 12
PART: Final = 140
"""Pixels of a word of the legend, with what it stands for."""
SMALLEST: Final = 0.75
"""A chart is not made smaller than this, but scrolled, so that it can be read."""
SEEN, EXPECTED = "seen", "expected"
"""The classes of the two bars; the style sheet gives them their colours."""

COLUMNS: Final = ("table", "game", "number", "action", "seat", "throw")

OBSERVED_WORD = msg("observed")
EXPECTED_WORD = msg("expected")
TITLE = msg("{game} (throws: {count})")
TOO_FEW = msg("Too few throws to say whether the dice are fair.")
JUDGEMENT = msg(
    "Fair dice differ from what is expected as much or more in {percent} of such series."
)


def charts(pool: ThrowPool, say: Language) -> str:
    """Return a chart for each kind of dice, with its title and what chi-square says, as HTML."""
    return "".join(
        f"<figure><figcaption>{escape(_title(title, throws, say))}</figcaption>"
        f'<div class="wide" tabindex="0">{chart(throws, say, _title(title, throws, say))}</div>'
        f"<p>{escape(judgement(throws, say))}</p></figure>"
        for (title, _), throws in pool.counts().items()
    )


def chart(throws: Throws, say: Language, title: str) -> str:
    """Return two bars for each throw as SVG: how often it was observed, and how often expected.

    A screen reader reads ``title`` and the figures.
    """
    most = max(*throws.observed.values(), *throws.expected.values())
    width, height = 2 * LEFT + SLOT * len(throws.expected), TOP + HEIGHT + FOOT
    shapes = [
        "".join(_bars(LEFT + SLOT * number, name, throws, most))
        for number, name in enumerate(throws.expected)
    ]
    legend = _legend(height, say)
    figures = "; ".join(
        f"{name}: {throws.observed[name]} / {expected:.1f}"
        for name, expected in throws.expected.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{SMALLEST * width:g}" class="chart" role="img" '
        f'aria-label="{escape(f"{title}. {figures}")}">'
        f"{''.join(shapes)}{legend}</svg>"
    )


def judgement(throws: Throws, say: Language) -> str:
    """Return what the chi-square test says about ``throws``."""
    found = fit(throws.observed, throws.expected)
    if found is None:
        return say(TOO_FEW)
    return say(JUDGEMENT, percent=f"{found.chance:.1%}")


def table_of_throws(pool: ThrowPool) -> str:
    """Return every throw as comma-separated values, with a line of names (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for table, throw in pool.rows():
        writer.writerow((table, throw.game, throw.number, throw.action + 1, throw.seat, throw.text))
    return text.getvalue()


def _title(title: str, throws: Throws, say: Language) -> str:
    return say(TITLE, game=say(title), count=throws.observed.total())


def _bars(x: float, name: str, throws: Throws, most: float) -> Iterator[str]:
    base = TOP + HEIGHT
    pairs = ((SEEN, float(throws.observed[name])), (EXPECTED, throws.expected[name]))
    for number, (look, count) in enumerate(pairs):
        high, left = round(HEIGHT * count / most, 1), x + 6 + number * (BAR + 2)
        yield element("rect", class_=look, x=left, y=base - high, width=BAR, height=high)
        figure = f"{count:g}" if look == SEEN else f"{count:.1f}"
        yield text(left + BAR / 2, base - high - 5, figure, text_anchor="middle", font_size=11)
    yield text(x + SLOT / 2 - 2, base + 16, name, text_anchor="middle", font_size=15)


def _legend(height: float, say: Language) -> str:
    shapes = []
    for number, (look, words) in enumerate(((SEEN, OBSERVED_WORD), (EXPECTED, EXPECTED_WORD))):
        x = LEFT + number * PART
        shapes.append(element("rect", class_=look, x=x, y=height - 15, width=12, height=12))
        shapes.append(text(x + 18, height - 5, say(words), font_size=12))
    return group(shapes)
