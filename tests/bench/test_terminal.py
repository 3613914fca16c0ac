from tests.bench.terminal import rests


def test_the_simulator_has_its_rest() -> None:
    head, row = rests(["squadro"], seconds=0.2)
    assert head[0] == "game"
    assert row[0] == "squadro"
    assert row[2].endswith("%")
