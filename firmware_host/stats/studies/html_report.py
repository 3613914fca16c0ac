"""Write the findings of a study as one HTML page that needs nothing else, with plots."""

from collections.abc import Iterator
from html import escape
from typing import Final

from firmware_host.stats.studies.charts import interval_plot
from firmware_host.stats.studies.findings import Findings
from firmware_host.stats.studies.intervals import Interval
from firmware_host.stats.studies.markdown_report import (
    ALIKE,
    Tabled,
    changes,
    described,
    introduction,
    results,
    shares,
)
from firmware_host.stats.studies.metrics import METRICS

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --page: #fff; --pale: #8a8a8a; --mark: #00766c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --page: #161616; --pale: #8f8f8f; --mark: #4fd1c5; }
}
body { font: 16px/1.5 sans-serif; color: var(--ink); background: var(--page); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { border: 1px solid var(--pale); padding: .2rem .5rem; text-align: left; }
svg { width: 100%; max-width: 760px; font-size: 13px; }
svg text { fill: var(--ink); }
svg .label { text-anchor: end; }
svg .scale { text-anchor: middle; }
svg .grid { stroke: var(--pale); stroke-opacity: .35; }
svg .reference { stroke: var(--ink); stroke-dasharray: 5 4; }
svg .interval { stroke: var(--mark); stroke-width: 3; }
svg .value { fill: var(--mark); }
pre { overflow-x: auto; border: 1px solid var(--pale); padding: 1rem; }
"""


def html(found: Findings, text: str, version: str) -> str:
    """Return the page about ``found``, by the plan written ``text``, played by ``version``."""
    title = escape(found.plan.title)
    blocks = (
        f"<h1>{title}</h1>",
        *(f"<p>{escape(each)}</p>" for each in introduction(found, version)),
        "<h2>Plots</h2>",
        *_plots(found),
        "<h2>Results</h2>",
        _table(results(found)),
        "<h2>Points of each side</h2>",
        f"<p>{escape(ALIKE)}</p>",
        _table(shares(found)),
        *_changes(found),
        "<h2>The plan</h2>",
        f"<pre>{escape(text.strip())}</pre>",
    )
    body = "\n".join(blocks)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _plots(found: Findings) -> Iterator[str]:
    """Yield a plot of each metric, with a row for each cell."""
    for name in found.metrics:
        metric = METRICS[name]
        rows: list[tuple[str, Interval]] = [
            (described(each.cell, found.cells), each.estimates[name])
            for each in found.cells
            if name in each.estimates
        ]
        yield f"<h3>{escape(_sentence(metric.title))}</h3>"
        yield f"<p>{escape(_sentence(metric.means))}.</p>"
        yield interval_plot(metric, rows, _reference(found, name))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _reference(found: Findings, name: str) -> float | None:
    """Return what a fair game would have, where that is the same for all cells."""
    if name == "first":
        return 0.0
    fair = {1 / len(each.shares) for each in found.cells}
    return fair.pop() if name == "skill" and len(fair) == 1 else None


def _changes(found: Findings) -> Iterator[str]:
    told = changes(found)
    if told is not None:
        yield "<h2>What each option changes</h2>"
        yield f"<p>{escape(told.before)}</p>"
        yield _table(told)


def _table(table: Tabled) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{_bold(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return f'<div class="wide"><table>\n<tr>{heads}</tr>\n{rows}\n</table></div>'


def _bold(text: str) -> str:
    """Return ``text`` for a page, in bold where Markdown has stars around it.

    >>> _bold("**a < b**")
    '<b>a &lt; b</b>'
    """
    if text.startswith("**"):
        return f"<b>{escape(text.strip('*'))}</b>"
    return escape(text)
