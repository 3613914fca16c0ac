from tests.bench.crowded import rows


def test_every_start_leaves_fewer_files_until_the_newest_games_are_left() -> None:
    _, first, second = rows(files=2500, starts=2)
    assert (first[1], second[2]) == ("2,500", "50")
    assert first[2] == second[1]
