"""Play studies in the tests, without processes and files."""

from firmware_host.features.studies.metrics import measure_all
from firmware_host.features.studies.plan import StudyPlan
from firmware_host.features.studies.running import CellRun
from games.core import Catalogue


def play_here(plan: StudyPlan, catalogue: Catalogue) -> tuple[CellRun, ...]:
    """Play ``plan`` to its end, one game after another."""
    runs = tuple(CellRun(cell, cell.match(catalogue), plan) for cell in plan.cells(catalogue))
    for run in runs:
        while not run.is_done:
            run.add(measure_all(run.match, range(run.decided, run.goal)))
    return runs
