import shutil

import pytest

from tests.bench.starts import COUNTER, LGPIO, PEERS, PICTURES, instructions, rests, running, starts


def test_the_program_runs_until_it_can_be_played_and_is_ended() -> None:
    with running("squadro") as (times, _):
        assert len(times) == len(PICTURES)
        assert times == sorted(times)


def test_the_pictures_are_compared_with_the_least_bare_imports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    least = {**dict.fromkeys(PEERS, 0.1), "first picture": 0.12, "playable": 0.5}
    monkeypatch.setattr("tests.bench.starts._least", lambda rounds: least)
    head, *rows = starts()
    assert len(head) == 2 + len(PEERS)
    assert rows[-2:] == [
        ("first picture", "120.0 ms", "1.20", "1.20"),
        ("playable", "500.0 ms", "5.00", "5.00"),
    ]


@pytest.mark.deep
@pytest.mark.skipif(shutil.which(COUNTER[0]) is None, reason="valgrind counts instructions")
def test_what_a_start_takes_is_counted_and_compared_with_the_bare_imports() -> None:
    _, *rows = instructions()
    assert [row[0] for row in rows] == [*PEERS, *PICTURES]
    assert rows[1][-1] == rows[0][-2] == "1.00"
    first, playable = rows[-2:]
    assert float(first[-2]) <= 1.4
    assert float(playable[-1]) <= 2.0


def test_without_a_counter_there_are_no_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.starts.shutil.which", lambda name: None)
    assert len(list(instructions())) == 1


def test_every_game_has_its_rest() -> None:
    _, row, threads = rests(["squadro"], seconds=0.0001)
    assert row[0] == "squadro"
    assert row[-1].endswith(" MiB")
    assert threads[0] == LGPIO
