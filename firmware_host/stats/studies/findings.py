"""The estimates of all cells of a study, and what each option changes."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from firmware_host.stats.studies.intervals import Interval
from firmware_host.stats.studies.metrics import METRICS, Sample
from firmware_host.stats.studies.plan import Cell, StudyPlan, comparisons
from firmware_host.stats.studies.results_file import FinishedCell
from firmware_host.stats.studies.running import CellRun


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
