"""Contacts that bounce, debounced as a set."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.parts import Contacts

LOOKS = st.lists(st.tuples(st.integers(1, 7), st.integers(0, 255)), min_size=1, max_size=60)


class OneContact:
    """A single contact, debounced in the simplest way, to compare with."""

    def __init__(self, stable: int) -> None:
        self.stable, self.since, self.state = stable, 0, False
        self.raw: bool | None = None

    def look(self, raw: bool, now: int) -> bool:
        if self.raw is None:
            self.raw, self.state = raw, raw
        if raw != self.raw:
            self.raw, self.since = raw, now
        if now - self.since >= self.stable:
            self.state = raw
        return self.state


@given(looks=LOOKS, stable=st.integers(0, 12))
def test_a_set_is_debounced_like_each_contact_alone(
    looks: list[tuple[int, int]], stable: int
) -> None:
    contacts, each = Contacts(stable), [OneContact(stable) for _ in range(8)]
    now = 0
    for passed, raw in looks:
        now += passed
        alone = [one.look(bool(raw >> bit & 1), now) for bit, one in enumerate(each)]
        state = contacts.update(raw, now)
        assert [bool(state >> bit & 1) for bit in range(8)] == alone


@given(looks=LOOKS)
def test_it_settles_when_it_is_due(looks: list[tuple[int, int]]) -> None:
    contacts, now = Contacts(stable=5), 0
    for passed, raw in looks:
        now += passed
        contacts.update(raw, now)
    while contacts.due is not None:
        now = contacts.due
        contacts.update(raw, now)
    assert contacts.update(raw, now) == raw


def test_of_bounces_shorter_than_that_only_the_last_level_counts() -> None:
    rng = random.Random(3)
    contacts, now = Contacts(stable=5), 0
    states = [contacts.update(0, now)]
    for press in range(2000):
        for _ in range(2 * rng.randrange(6) + 1):
            now += rng.randint(1, 4)
            states.append(contacts.update(press % 2 ^ 1, now))
            now += rng.randint(1, 4)
            states.append(contacts.update(press % 2, now))
        now += rng.randint(1, 4)
        contacts.update(press % 2 ^ 1, now)
        now += 40
        states.append(contacts.update(press % 2 ^ 1, now))
    presses = sum(before != after for before, after in pairwise(states))
    assert presses == 2000


def test_with_no_time_to_settle_a_contact_follows_its_line() -> None:
    contacts = Contacts(stable=0)
    assert [contacts.update(raw, now) for now, raw in enumerate((0, 1, 0, 3))] == [0, 1, 0, 3]
