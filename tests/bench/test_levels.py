from concurrent.futures import ThreadPoolExecutor

from tests.bench.levels import rows


def test_a_row_has_the_rating_of_every_level_in_its_interval() -> None:
    with ThreadPoolExecutor(1) as executor:
        head, row = rows(["squadro"], 4, executor, ["random", "greedy"])
    assert head == ("game", "games a pair", "random", "greedy")
    assert row == ("squadro", "4", "-191 (-191 to -191)", "+191 (+191 to +191)")
