"""Keys under bounce and noise: nothing is invented, lost or out of order."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.input.edges import STABLE, Edge, KeyEvent
from hardware.input.keys import Keys
from tests.figures import Figure

NAMES = ("up", "down", "left", "right", "ok", "back", "hint", "menu")
LONGEST_GAP = STABLE - 0.0001
LATE_TICK = 0.25


def plain() -> Keys:
    return Keys(NAMES, repeats=(), holds={})


def burst(line: str, start: float, level: bool, edges: int, rng: random.Random) -> Iterator[Edge]:
    """Return a change to ``level`` with an odd number of ``edges``, none of them stable."""
    time = start
    for index in range(edges):
        yield Edge(time, line, level ^ bool(index % 2))
        time += rng.uniform(0.00001, LONGEST_GAP)


def odd(most: int, rng: random.Random) -> int:
    return 2 * rng.randrange(most // 2) + 1


def read(edges: list[Edge], keys: Keys, rng: random.Random) -> list[KeyEvent]:
    """Return the events that ``keys`` make of ``edges``, with a tick only now and then."""
    said: list[KeyEvent] = []
    next_tick = 0.0
    for edge in edges:
        if edge.time >= next_tick:
            said += keys.tick(edge.time)
            next_tick = edge.time + rng.uniform(0, LATE_TICK)
        keys.feed(edge)
    return [*said, *keys.tick(edges[-1].time + 1)]


def presses(total: int, seed: int) -> tuple[list[Edge], list[KeyEvent]]:
    """Return at least ``total`` edges of presses that bounce for long, and their events."""
    rng, edges, meant, time = random.Random(seed), list[Edge](), list[KeyEvent](), 1.0
    while len(edges) < total:
        key = rng.choice(NAMES)
        for level in (False, True):
            edges += burst(key, time, level, odd(60, rng), rng)
            meant.append(KeyEvent(key, "release" if level else "press"))
            time = edges[-1].time + rng.uniform(STABLE + 0.0001, 0.05)
    return edges, meant


def check_bounce(total: int, seed: int) -> int:
    edges, meant = presses(total, seed)
    assert read(edges, plain(), random.Random(seed)) == meant
    return len(meant) // 2


def test_a_sample_of_bounce_gives_one_press_each_in_order() -> None:
    assert check_bounce(30_000, seed=1) > 300


@pytest.mark.deep
def test_a_million_edges_of_bounce_give_one_press_each_in_order(figure: Figure) -> None:
    count = check_bounce(1_000_000, seed=2)
    figure("bouncing presses", f"{count:,}")
    assert count > 10_000


def spiked(edges: list[Edge], a_second: float, rng: random.Random) -> list[Edge]:
    """Return ``edges`` with spikes of up to 2 ms, which end before the contact would settle."""
    noisy = [edges[0]]
    for before, after in pairwise(edges):
        time = before.time + rng.expovariate(a_second)
        while time + 0.002 < after.time:
            end = time + rng.uniform(0.00005, 0.002)
            noisy += [Edge(time, before.line, not before.level), Edge(end, *before[1:])]
            time = end + max(STABLE, rng.expovariate(a_second))
        noisy.append(after)
    return noisy


def fast_presses(count: int, seed: int) -> list[Edge]:
    """One key pressed ``count`` times, 12 a second, bouncing for up to 5 ms, with spikes."""
    rng, edges = random.Random(seed), list[Edge]()
    for number in range(count):
        for start, level in ((number / 12, False), (number / 12 + rng.uniform(0.03, 0.05), True)):
            times = sorted(rng.uniform(0, 0.005) for _ in range(odd(12, rng) - 1))
            for index, offset in enumerate([0.0, *times]):
                edges.append(Edge(start + offset, "ok", level ^ bool(index % 2)))
    return spiked(edges, 20.0, rng)


def check_fast_presses(count: int, seed: int) -> None:
    said = read(fast_presses(count, seed), plain(), random.Random(seed))
    assert [event.kind for event in said] == ["press", "release"] * count


def test_a_sample_of_twelve_presses_a_second_with_spikes_loses_nothing() -> None:
    check_fast_presses(1_000, seed=3)


@pytest.mark.deep
def test_two_hundred_thousand_presses_twelve_a_second_lose_nothing() -> None:
    check_fast_presses(200_000, seed=4)
    print("200,000 presses, 12 a second, 5 ms of bounce and 20 spikes a second: none lost")


@given(st.data())
def test_keys_pressed_across_each_other_keep_their_order(data: st.DataObject) -> None:
    """Any number of bouncing keys at once: the events are in the order of settling."""
    rng = data.draw(st.randoms(use_true_random=False))
    edges, meant = list[Edge](), list[tuple[float, int, KeyEvent]]()
    for rank in data.draw(st.sets(st.integers(0, len(NAMES) - 1), min_size=1)):
        key = NAMES[rank]
        time = 1.0 + rng.uniform(0, 0.2)
        for level in (False, True):
            edges += burst(key, time, level, odd(14, rng), rng)
            settled = edges[-1].time + STABLE
            meant.append((settled, rank, KeyEvent(key, "release" if level else "press")))
            time = settled + rng.uniform(0.0001, 0.2)
    said = read(sorted(edges), plain(), rng)
    assert said == [event for *_, event in sorted(meant, key=lambda each: each[:2])]
