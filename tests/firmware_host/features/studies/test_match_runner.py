"""``tableside match``: what it prints, and what it refuses."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.cli.main import main
from firmware_host.features.studies import match
from firmware_host.features.studies.runner import collect, play_games, prepare, report
from games import players
from games.match import Result
from tests.interrupting import interrupt, running

LOOK, LOOKS = 0.01, 6000
"""Seconds from one look at another process to the next, and after how many nothing will come."""

MATCH = prepare(games.load("squadro"), "greedy,random", seed=1, turns=300)


def children(pid: int) -> list[int]:
    """Return the numbers of the processes that process ``pid`` has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def ignores_ctrl_c(pid: int) -> bool:
    """Return whether process ``pid`` ignores Ctrl-C, as a worker does that is ready to play."""
    status = Path(f"/proc/{pid}/status").read_text()
    ignored = next(line for line in status.splitlines() if line.startswith("SigIgn"))
    return bool(int(ignored.split()[1], 16) & 1 << (signal.SIGINT - 1))


def wait_until(happened: Callable[[], bool]) -> None:
    """Look :data:`LOOKS` times at most whether another process has done something."""
    for _ in range(LOOKS):
        if happened():
            return
        time.sleep(LOOK)
    raise TimeoutError(f"nothing has happened in {LOOKS} looks")


def test_any_number_of_workers_gets_the_same_results() -> None:
    found = []
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            found.append(list(play_games(MATCH, 6, executor)))
    assert found[0] == found[1] == [MATCH.play(number) for number in range(6)]


def test_the_score_is_reported_for_each_side_and_in_total() -> None:
    lines = list(report(MATCH, [MATCH.play(number) for number in range(3)]))
    assert lines[0] == "squadro: greedy against random, seed 1"
    assert [line.split(":")[0].strip() for line in lines[1:]] == [
        "as white", "as black", "together",
    ]  # fmt: skip
    assert lines[-1].endswith("of 3 games")


def test_the_total_of_one_of_four_sides_is_compared_with_its_fair_share() -> None:
    four = prepare(games.load("thaayam"), "greedy,random", seed=1, turns=2)
    results = [Result(place, share, 9, False) for place, share in enumerate((1.0, 0.0, 0.0, 1.0))]
    assert list(report(four, results))[-1] == (
        "  together: 0.500 +- 0.289 of 4 games, 2.00 fair shares"
    )


def test_games_that_were_cut_short_are_counted() -> None:
    short = prepare(games.load("squadro"), "random", seed=1, turns=2)
    assert list(report(short, [short.play(0)])) == [
        "squadro: random against random, seed 1",
        "  as white: 0.500 +- ? of 1 games",
        "  together: 0.500 +- ? of 1 games, 1 judged after 2 turns",
    ]


def test_a_match_is_played_by_processes(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["match", "squadro", "--seats", "greedy,random", "--games", "2", "--workers", "1"])
    assert (code, capsys.readouterr().out.splitlines()) == (
        0,
        list(report(MATCH, [MATCH.play(number) for number in range(2)])),
    )


def test_no_game_is_cancelled_where_a_match_breaks_off() -> None:
    started: list[Future[Result]] = []

    class Recorded(ThreadPoolExecutor):
        def submit(self, *work: Any) -> Future[Any]:  # type: ignore[override]
            started.append(super().submit(*work))
            return started[-1]

    with Recorded(1) as executor:
        results = play_games(MATCH, 3, executor)
        next(results)
        del results
    assert [game.cancelled() for game in started] == [False] * 3


def test_an_interrupted_match_keeps_the_games_that_were_played() -> None:
    def interrupted() -> Iterator[Result]:
        yield MATCH.play(0)
        raise KeyboardInterrupt

    assert collect(interrupted()) == [MATCH.play(0)]


@pytest.mark.parametrize("phase", ["the processes start", "the processes play"])
def test_ctrl_c_ends_a_match_without_waiting_for_its_games(phase: str) -> None:
    with running("match", "thaayam", "--seats", "random,champion", "--workers", "2") as process:
        # two workers, and the tracker of multiprocessing
        wait_until(lambda: len(children(process.pid)) == 3)
        if phase == "the processes play":
            wait_until(lambda: all(map(ignores_ctrl_c, children(process.pid))))
        # no score: not even the first game was waited for
        assert interrupt(process) == (1, "", "")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chess", "--seats", "random"], "no game is called 'chess'"),
        (["squadro", "--seats", "random,deep"], "no player is called 'deep'; the players are: r"),
        (["squadro", "--seats", "random,random,random"], "squadro has 2 sides, not 3"),
        (["squadro", "--seats", "random", "--games", "0"], "takes a number from 1 on, not 0"),
        (["squadro"], "required: --seats"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    try:
        code = main(["match", *arguments])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert expected in error
    assert error.count("\n") == 1


def test_the_help_names_everybody_who_can_play() -> None:
    assert ", ".join(players.names()) == match.PLAYERS
