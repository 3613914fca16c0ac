"""Studies on a Dask cluster of this computer; most need ``make .venv/ready-for-deep-tests``."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from firmware_host.cli.main import main
from firmware_host.features.studies.metrics import OtherCodeError, measure_as, program_code
from firmware_host.features.studies.runner import CheckedWorkers, WorkersChangedError
from games.match import Match
from tests.interrupting import PATIENCE

PLAN = """\
game = "thaayam"
people = [2]
players = ["greedy", "friend,first"]
options = "all"
games = 40
batch = 20
"""
CLUSTER = """\
if __name__ == "__main__":
    from distributed import LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        print(cluster.scheduler_address, *pids, flush=True)
        input()
"""
HAS_DASK = find_spec("distributed") is not None
without_dask = "dask.distributed is not installed: make .venv/ready-for-deep-tests"


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a cluster; yield the address of its scheduler and the process of one worker."""
    script = folder / "cluster.py"
    script.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    ) as process:
        assert process.stdout is not None
        try:
            address, worker, _ = process.stdout.readline().split()
            yield address, int(worker)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.deep
@pytest.mark.skipif(not HAS_DASK, reason=without_dask)
def test_a_cluster_writes_the_same_bytes_also_if_a_worker_is_killed(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    assert main(["study", str(plan), "--workers", "2", "--out", str(tmp_path / "here")]) == 0
    words = [sys.executable, "-m", "firmware_host.cli", "study", str(plan)]
    with cluster(tmp_path) as (address, worker):
        results = tmp_path / "there" / "plan.sqlite-wal"
        study = subprocess.Popen(
            [*words, "--scheduler", address, "--out", str(results.parent)],
            stdout=subprocess.PIPE,
            text=True,
        )
        while not results.exists() or results.stat().st_size < 20_000:
            assert study.poll() is None
            time.sleep(0.02)
        os.kill(worker, signal.SIGKILL)
        out, _ = study.communicate(timeout=5 * PATIENCE)
        assert study.returncode == 0, out
    for suffix in (".sqlite", ".md", ".html"):
        here, there = (tmp_path / folder / f"plan{suffix}" for folder in ("here", "there"))
        assert here.read_bytes() == there.read_bytes()
    print(out.splitlines()[0])


@pytest.mark.skipif(HAS_DASK, reason="dask.distributed is installed")
def test_a_scheduler_without_dask_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    assert main(["study", str(plan), "--scheduler", "tcp://127.0.0.1:8786"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tableside study: --scheduler needs dask.distributed: ")
    assert said.endswith(" -m pip install 'tableside[cluster]'\n")


@pytest.mark.deep
@pytest.mark.skipif(not HAS_DASK, reason=without_dask)
def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    words = [sys.executable, "-m", "firmware_host.cli", "study", str(plan)]
    ended = subprocess.run(
        [*words, "--scheduler", "tcp://127.0.0.1:9"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert "--scheduler tcp://127.0.0.1:9: no scheduler answers there" in ended.stderr
    assert ended.stderr.count("\n") == 1


class Scheduler:
    """A scheduler with ``workers``: what each shows as its code."""

    def __init__(self, workers: dict[str, object]) -> None:
        self.workers = workers
        self.asked: list[list[str]] = []

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": dict.fromkeys(self.workers)}

    def run(self, function: Callable[[], str], **how: Any) -> dict[str, object]:
        assert function is program_code
        return {worker: self.workers[worker] for worker in how["workers"]}

    def get_executor(self, **how: Any) -> Executor:
        self.asked.append(how["workers"])
        return ThreadPoolExecutor(1)


def test_a_worker_with_other_code_is_refused_before_its_first_game() -> None:
    told: list[str] = []
    scheduler = Scheduler({"good": program_code(), "old": "0.2.0, games 1f", "odd": KeyError("x")})
    workers = CheckedWorkers(scheduler, "tcp://here", told.append, lambda: 0.0)
    workers.submit(str).result()
    assert scheduler.asked == [["good"]]
    assert [line.split(" does not play")[0] for line in told] == [
        "the worker old",
        "the worker odd",
    ]
    assert "got '0.2.0, games 1f'" in told[0]


def test_a_study_without_workers_says_once_what_it_waits_for() -> None:
    told: list[str] = []
    workers = CheckedWorkers(Scheduler({}), "tcp://here", told.append, lambda: 0.0)
    for _ in range(3):
        workers.look()
    (line,) = told
    assert line.startswith("the study waits for workers with its version: ")
    assert "dask worker tcp://here" in line


def test_workers_that_come_later_play_too() -> None:
    scheduler = Scheduler({"a": program_code()})
    workers = CheckedWorkers(scheduler, "tcp://here", print, lambda: 0.0)
    workers.look()
    scheduler.workers["b"] = program_code()
    workers.look()
    assert scheduler.asked == [["a"], ["a", "b"]]


def test_what_was_given_to_workers_that_are_gone_is_given_to_others() -> None:
    scheduler = Scheduler({"a": program_code()})
    workers = CheckedWorkers(scheduler, "tcp://here", print, lambda: 0.0)
    workers.look()
    scheduler.workers = {"b": program_code()}
    with pytest.raises(WorkersChangedError):
        workers.look()
    workers.look()
    assert scheduler.asked == [["a"], ["b"]]


def test_a_process_with_other_code_plays_no_game() -> None:
    nothing = cast(Match, None)
    with pytest.raises(OtherCodeError, match="a worker has other code: expected another, got "):
        measure_as("another", nothing, [0])
