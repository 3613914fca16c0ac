"""What a study found in all cells, and what each option changes: as Markdown and as a page."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from msgspec import Struct

from firmware_host.features.studies.metrics import METRICS, PERCENT, Interval, Metric, Sample
from firmware_host.features.studies.plan import Cell, StudyPlan, comparisons
from firmware_host.features.studies.running import CellRun
from firmware_host.features.studies.store import FinishedCell


class CellFindings(Struct, frozen=True):
    """What a ``cell`` told: the interval of each metric, and ``shares`` of the sides by colour."""

    cell: Cell
    games: int
    estimates: Mapping[str, Interval]
    shares: Mapping[str, Interval]

    @classmethod
    def of(cls, run: CellRun) -> "CellFindings":
        """Return what the games of ``run`` tell."""
        sample = run.sample()
        shares = {
            " and ".join(seat.colour for seat in run.match.game.seats if seat.team == team):
            sample.share(side)
            for side, team in enumerate(run.match.teams)
        }  # fmt: skip
        return cls(run.cell, run.decided, dict(_estimates(run.plan, sample)), shares)


class Change(Struct, frozen=True):
    """What an option, written ``what``, changes in ``cell`` beside its default, by metric."""

    cell: Cell
    what: str
    differences: Mapping[str, Interval]


class Findings(Struct, frozen=True):
    """What the whole study told."""

    plan: StudyPlan
    cells: Sequence[CellFindings]

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that at least one cell has."""
        return tuple(name for name in METRICS if any(name in each.estimates for each in self.cells))

    def changes(self) -> Iterator[Change]:
        """Yield what each option changes, where the study has both games with it and without."""
        by_cell = {each.cell: each.estimates for each in self.cells}
        for cell, other, what in comparisons(tuple(by_cell)):
            mine, others = by_cell[cell], by_cell[other]
            yield Change(cell, what, {name: mine[name].minus(others[name]) for name in mine})


def _estimates(plan: StudyPlan, sample: Sample) -> Iterator[tuple[str, Interval]]:
    for name in plan.metrics or METRICS:
        interval = METRICS[name].estimate(sample)
        if interval is not None:
            yield name, interval


def findings(plan: StudyPlan, runs: Sequence[CellRun]) -> Findings:
    """Return what the games of ``runs``, which are all done, tell."""
    return Findings(plan, [CellFindings.of(run) for run in runs])


def finished(run: CellRun) -> FinishedCell:
    """Return the games and estimates of ``run`` as the results file keeps them."""
    found = CellFindings.of(run)
    shares = {f"share of {side}": interval for side, interval in found.shares.items()}
    return FinishedCell(run.cell.key, run.sample().games, {**found.estimates, **shares})


SHARE: Final = Metric("share", "the points of a side", PERCENT, lambda sample: None)
ALIKE: Final = "The side that begins comes first. The fair share is the same for all sides."


class Tabled(Struct, frozen=True):
    """A table, with the paragraph ``before`` it."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    before: str = ""

    def __str__(self) -> str:
        """Return the table in Markdown."""
        lines = (self.heads, ["---"] * len(self.heads), *self.rows)
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join(filter(None, (self.before, table)))


def markdown(found: Findings, text: str, version: str) -> str:
    """Return the page about ``found``, by the plan written ``text``, played by ``version``."""
    told = changes(found)
    blocks = (
        f"# {found.plan.title}",
        *introduction(found, version),
        "## Results",
        str(results(found)),
        "## Points of each side",
        ALIKE,
        str(shares(found)),
        *([] if told is None else ["## What each option changes", str(told)]),
        "## What is measured",
        "\n".join(f"- {METRICS[name].title}: {METRICS[name].means}" for name in found.metrics),
        "## The plan",
        f"```toml\n{text.strip()}\n```",
    )
    return "\n\n".join(blocks) + "\n"


def introduction(found: Findings, version: str) -> Iterator[str]:
    """Yield paragraphs about how the study was made and how to read it."""
    plan = found.plan
    games = sum(each.games for each in found.cells)
    seeds = ", ".join(map(str, plan.seeds))
    yield (
        f"{games} games of machine players in {len(found.cells)} cells, by tableside {version} with"
        f" seed {seeds}. The same plan gives the same figures on every computer."
    )
    yield (
        "In parentheses are the ends of the interval that holds the true figure with 95 %: one of"
        f" twenty does not. A turn is taken to last {plan.seconds:g} seconds, a lesson"
        f" {plan.lesson:g} minutes. A game is cut after {plan.turns} turns."
    )


def described(cell: Cell, cells: Sequence[CellFindings]) -> str:
    """Return the words for ``cell`` in a table of ``cells``: only what is not the same in all."""
    parts = [cell.label]
    if len({each.cell.players for each in cells}) > 1:
        parts.append(versus(cell.players))
    if len({each.cell.seed for each in cells}) > 1:
        parts.append(f"seed {cell.seed}")
    return "; ".join(parts)


def versus(players: Sequence[str]) -> str:
    """Return the words for a pairing.

    >>> versus(("champion", "friend")), versus(("greedy",))
    ('champion against friend', 'greedy')
    """
    return " against ".join(filter(None, (players[0], ", ".join(players[1:]))))


def results(found: Findings) -> Tabled:
    """Return a line for each cell, with all its estimates."""
    heads = ["cell", "games", *(METRICS[name].title for name in found.metrics)]
    rows = [
        [
            described(each.cell, found.cells),
            str(each.games),
            *(_written(METRICS[name], each.estimates.get(name)) for name in found.metrics),
        ]
        for each in found.cells
    ]
    return Tabled(heads, rows)


def shares(found: Findings) -> Tabled:
    """Return a line for each cell, with the points of each of its sides."""
    most = max(len(each.shares) for each in found.cells)
    heads = ["cell", "fair share", *(f"side {side + 1}" for side in range(most))]
    rows = [
        [
            described(each.cell, found.cells),
            SHARE.written(1 / len(each.shares)),
            *(f"{side} {_written(SHARE, share)}" for side, share in each.shares.items()),
            *[""] * (most - len(each.shares)),
        ]
        for each in found.cells
    ]
    return Tabled(heads, rows)


def changes(found: Findings) -> Tabled | None:
    """Return a line for each cell and option that the study has without it, too; None without."""
    listed = list(found.changes())
    if not listed:
        return None
    heads = ["option", "in the cell", *(METRICS[name].title for name in found.metrics)]
    rows = [
        [
            change.what,
            described(change.cell, found.cells),
            *(_difference(METRICS[n], change.differences.get(n)) for n in found.metrics),
        ]
        for change in listed
    ]
    count = sum(len(change.differences) for change in listed)
    before = (
        "Each line compares a cell with the one that differs only by this option at its default."
        " Differences in bold are beyond chance: their interval of 95 % does not hold 0. Of"
        f" {count} differences here, about {round(count / 20)} would be bold if no option changed"
        " anything."
    )
    return Tabled(heads, rows, before)


def _written(metric: Metric, interval: Interval | None) -> str:
    if interval is None:
        return ""
    low, high = metric.written(interval.low), metric.written(interval.high)
    return f"{metric.written(interval.value)} ({low.removesuffix(' %')} to {high})"


def _difference(metric: Metric, interval: Interval | None) -> str:
    if interval is None:
        return ""
    value, low, high = (
        metric.written(each, signed=True) for each in (interval.value, interval.low, interval.high)
    )
    text = f"{value} ({low.removesuffix(' %')} to {high})"
    return text if interval.low <= 0 <= interval.high else f"**{text}**"


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
