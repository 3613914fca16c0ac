"""Lights of the fields: their rhythms, how often they change, and how much current they take."""

import random
from itertools import pairwise

import pytest

from hardware.firmware.lamps import (
    CHANNEL,
    COLOURS,
    IDLE,
    MEANINGS,
    RHYTHMS,
    STEP,
    PeerLamps,
    lamps_words,
)
from hardware.firmware.strip import Strip, StripOut

Colours = list[tuple[int, tuple[int, int, int]]]


class Wall:
    """A board of 19 x 19 lights on virtual time; it notes when what it shows."""

    def __init__(self, budget: int = 9000) -> None:
        self.now = 10_000
        self.shown: list[tuple[int, Colours]] = []
        self.lamps = PeerLamps((19, 19), 361, budget, self.show)

    def show(self, colours: Colours) -> None:
        self.shown.append((self.now, list(colours)))

    def say(self, level: int, *lit: tuple[str, list[int]]) -> None:
        self.lamps.take(lamps_words(level, list(lit))[1:])

    def pass_time(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            self.lamps.update(self.now)

    def quarters(self, field: int, steps: int) -> list[int]:
        """Return the brightness of ``field`` in each of ``steps`` from now, in quarters."""
        seen = []
        for _ in range(steps):
            self.pass_time(STEP)
            colour = dict(self.shown[-1][1]).get(field, (0, 0, 0))
            seen.append(round(4 * sum(colour) / 255))
        return seen


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_a_picture_is_shown_at_once_and_not_again(wall: Wall) -> None:
    wall.say(255, ("from", [7]))
    wall.pass_time(1)
    assert wall.shown == [(10_001, [(7, COLOURS["from"])])]
    for _ in range(20):
        wall.say(255, ("from", [7]))
        wall.pass_time(500)
    assert len(wall.shown) == 1


@pytest.mark.parametrize("meaning", MEANINGS)
def test_each_meaning_has_a_rhythm_of_its_own(wall: Wall, meaning: str) -> None:
    wall.say(255, (meaning, [7]))
    wall.pass_time(1)
    bright = 4 * sum(COLOURS[meaning]) / 255
    expected = [
        round(bright * int(RHYTHMS[meaning][at % len(RHYTHMS[meaning])]) / 4) for at in range(1, 13)
    ]
    for seen, wanted in zip(wall.quarters(7, 12), expected, strict=True):
        assert abs(seen - wanted) <= 1
    assert len({RHYTHMS[each] * (12 // len(RHYTHMS[each])) for each in MEANINGS}) == len(MEANINGS)


def test_no_light_changes_more_than_twice_a_second_whatever_the_host_says(wall: Wall) -> None:
    rng = random.Random(5)
    for _ in range(400):
        wall.say(rng.randrange(256), (rng.choice(MEANINGS), rng.sample(range(361), 3)))
        wall.pass_time(rng.randrange(300))
    times = [time for time, _ in wall.shown]
    assert len(times) > 50
    assert min(after - before for before, after in pairwise(times)) >= STEP


def test_lights_go_out_at_once(wall: Wall) -> None:
    wall.say(255, ("to", [1, 2]))
    wall.pass_time(3)
    wall.lamps.put_out()
    assert wall.shown[-1] == (10_003, [])
    wall.pass_time(5000)
    assert len(wall.shown) == 2
    assert wall.lamps.due is None


def milliamperes(colours: Colours, lights: int) -> float:
    return lights * IDLE + sum(sum(colour) for _, colour in colours) * CHANNEL / 255


@pytest.mark.parametrize("budget", [362, 500, 900, 4000])
def test_the_budget_holds_even_if_the_host_does_not_reckon(budget: int) -> None:
    rng, wall = random.Random(budget), Wall(budget)
    for _ in range(40):
        meanings = rng.sample(MEANINGS, 3)
        wall.say(255, *((each, rng.sample(range(361), rng.randrange(1, 12))) for each in meanings))
        wall.pass_time(700)
    assert max(milliamperes(colours, 361) for _, colours in wall.shown) <= budget


@pytest.mark.parametrize(
    "words",
    [
        [], ["f"], ["FF"], ["100"], ["ff", "to"], ["ff", "to="], ["ff", "to=361"], ["ff", "to=-1"],
        ["ff", "on=1"], ["ff", "to=01"], ["ff", "to=1,,2"], ["ff", "to=1", "from=2"],
        ["ff", "to=x"], ["-1"], ["+1"],
    ],
)  # fmt: skip
def test_malformed_frames_change_nothing(wall: Wall, words: list[str]) -> None:
    wall.say(255, ("from", [7]))
    wall.pass_time(1)
    wall.lamps.take(words)
    wall.pass_time(2000)
    assert len(wall.shown) == 1


def test_a_string_gets_three_bytes_for_each_light_green_first() -> None:
    sent: list[bytes] = []
    out = StripOut(lambda data: sent.append(bytes(data)), Strip(28, first=1).places(2, 2))
    out.show([(0, (1, 2, 3)), (3, (4, 5, 6))])
    assert sent == [bytes([0, 0, 0, 2, 1, 3, 0, 0, 0, 5, 4, 6, 0, 0, 0])]
    out.show([])
    assert sent[-1] == bytes(15)


@pytest.mark.parametrize("order", ["zigzag", [0, 1], [0, 1, 1, 2], [-1, 0, 1, 2]])
def test_a_wrong_order_of_the_string_is_one_line(order: str | list[int]) -> None:
    with pytest.raises(ValueError, match="^settings: expected"):
        Strip(28, order).places(2, 2)
