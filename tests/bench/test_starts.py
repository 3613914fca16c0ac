import pytest

from tests.bench.starts import LGPIO, PEERS, PICTURES, rests, running, starts


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


def test_every_game_has_its_rest() -> None:
    _, row, threads = rests(["squadro"], seconds=0.0001)
    assert row[0] == "squadro"
    assert row[-1].endswith(" MiB")
    assert threads[0] == LGPIO
