"""The file for Prometheus, read by the rules of its text format."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.remote.requests import Report
from firmware_host.session.setup import Setup
from firmware_host.setup.paths import FLEET_RUN, FLEET_SERVICE
from firmware_host.web.table_states import (
    HELP,
    counters_state,
    health_state,
    metrics_text,
    table_state,
    write_figures,
)
from tests.firmware_host.web.simulated_table import (
    AT,
    COUNTERS,
    FINDINGS,
    TODAY,
    SimulatedTable,
)
from tests.table import Begin
from tests.units import settings

SAMPLE = re.compile(r'([a-z_]+)\{(?:[a-z]+="[^"\\\n]*",?)+\} (\d+)')


@pytest.fixture
def text(begin: Begin) -> str:
    states = {
        "state": table_state(SimulatedTable(begin(Setup("squadro"))).mirror, "1.2.3"),
        "health": health_state(Report("findings", FINDINGS, AT), {}),
        "counters": counters_state(Report("counters", COUNTERS, AT), TODAY),
    }
    known = {name: state for name, state in states.items() if state is not None}
    return metrics_text("hall-2", known, is_connected=True)


def test_every_figure_has_its_help_its_type_and_one_sample(text: str) -> None:
    lines = text.splitlines()
    samples = [SAMPLE.fullmatch(line) for line in lines if not line.startswith("#")]
    assert [found[1] for found in samples if found] == [*HELP]
    assert len(samples) == len(HELP)
    assert len(lines) == 3 * len(HELP)


def test_the_figures_are_those_of_the_table(text: str) -> None:
    assert 'tableside_playing{table="hall-2",game="squadro"} 1\n' in text
    assert 'tableside_games_begun{table="hall-2"} 1\n' in text
    assert 'tableside_power_losses{table="hall-2"} 1\n' in text
    assert 'tableside_faults{table="hall-2"} 1\n' in text


def test_figures_of_the_day_are_those_of_today(text: str) -> None:
    ahead = f"{COUNTERS}2036-11-22,99,9,9,,9,9\n"
    for today, begun in ((TODAY, 1), ("2026-11-23", 0)):
        counters = counters_state(Report("counters", ahead, AT), today)
        assert counters is not None
        found = metrics_text("hall-2", {"counters": counters})
        assert f'tableside_games_begun{{table="hall-2"}} {begun}\n' in found


def figures(faults: int) -> str:
    return metrics_text("hall-2", {"health": {"faults": [None] * faults}})


def test_figures_replace_no_file_but_their_own(tmp_path: Path) -> None:
    """The settings may name a game, or any other file that is there."""
    place = tmp_path / "game.txt"
    place.write_text("first: red\n")
    with pytest.raises(FileExistsError):
        write_figures(place, figures(1))
    assert place.read_text() == "first: red\n"
    place.write_text("")
    write_figures(place, figures(1))
    write_figures(place, figures(2))
    assert place.read_text() == figures(2)


def test_figures_are_written_to_a_file_and_no_device(tmp_path: Path) -> None:
    pipe = tmp_path / "figures"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="it is a pipe, not a file"):
        write_figures(pipe, figures(1))
    assert pipe.is_fifo()


def test_the_file_is_for_everybody_and_may_be_linked(tmp_path: Path) -> None:
    """The service has the mask 0077, and the collector is another user."""
    place, link = tmp_path / "run" / "tableside.prom", tmp_path / "collected.prom"
    place.parent.mkdir()
    link.symlink_to(place)
    before = os.umask(0o077)
    try:
        write_figures(link, figures(1))
        write_figures(link, figures(2))
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert place.read_text() == figures(2)
    assert place.stat().st_mode & 0o777 == 0o644
    assert [path.name for path in place.parent.iterdir()] == ["tableside.prom"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two other users")
def test_the_service_writes_what_the_collector_reads() -> None:
    """As the unit says: a user of its own, a folder for everybody to read, and nothing else."""
    unit = dict(settings(FLEET_SERVICE))
    assert f"/run/{unit['RuntimeDirectory']}" == FLEET_RUN
    with TemporaryDirectory() as top:
        place = Path(top) / "tableside.prom"
        Path(top).chmod(int(unit["RuntimeDirectoryMode"], 8))
        os.chown(top, SERVICE, SERVICE)
        assert (
            as_user(SERVICE, int(unit["UMask"], 8), lambda: write_figures(place, figures(1))) == 0
        )
        assert as_user(COLLECTOR, 0o022, place.read_text) == 0
        assert as_user(COLLECTOR, 0o022, lambda: write_figures(place, figures(2))) == 1
        assert place.read_text() == figures(1)


SERVICE, COLLECTOR = 64_001, 64_002


def as_user(user: int, mask: int, work: Callable[[], object]) -> int:
    """Do ``work`` in a process of ``user``; return 0, or 1 if it may not."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            os.umask(mask)
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
