"""The estimates of all cells of a study and what each option changes, as tables in Markdown."""

from collections.abc import Iterator, Mapping, Sequence
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
