"""The name that is shown leads to this computer, whoever else has the same one."""

import socket
from collections.abc import Collection, Mapping
from threading import Event
from typing import Any

import pytest

from firmware_host.web.listening import (
    AGAIN_SECONDS,
    LONGEST_SECONDS,
    UNKNOWN,
    LocalName,
    NameSeeker,
    addresses_of,
    look_up,
)

HERE = ("192.168.1.5", "fd00::5")
OTHER = "192.168.1.9"
Network = Mapping[str, Collection[str]]


def led(name: str, twin: str = "", at: Collection[str] = HERE[:1]) -> LocalName:
    return LocalName(name, frozenset(at), twin)


@pytest.mark.parametrize(
    ("network", "found"),
    [
        ({"table.local": HERE[:1]}, led("table.local")),
        ({"table.local": HERE}, led("table.local", at=HERE)),
        # an address that was withdrawn is told for a while
        ({"table.local": ("192.168.1.4", HERE[0])}, led("table.local")),
        # nobody answers, as without Avahi
        ({}, UNKNOWN),
        (
            {"table.local": [OTHER], "table-2.local": HERE[:1]},
            led("table-2.local", "table.local"),
        ),
        (
            {"table.local": [OTHER], "table-2.local": ["192.168.1.8"], "table-3.local": HERE},
            led("table-3.local", "table.local", HERE),
        ),
        # the one that was numbered is another one too
        (
            {"table.local": [OTHER], "table-2.local": ["192.168.1.8"]},
            LocalName(twin="table.local"),
        ),
    ],
)
def test_the_name_is_one_that_leads_here(network: Network, found: LocalName) -> None:
    assert look_up("table", HERE, lambda name: network.get(name, ())) == found


def test_the_numbered_name_stays_when_the_other_computer_leaves() -> None:
    network = {"table-2.local": HERE[:1]}
    found = look_up("table", HERE, lambda name: network.get(name, ()), "table-2.local")
    assert found == led("table-2.local")


def test_addresses_that_lead_nobody_here_say_nothing_about_a_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = ("127.0.1.1", "::1", "fe80::5%eth0", "192.168.1.5", "fd00::5")
    answer = [(0, 0, 0, "", (place, 0)) for place in places]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer)
    assert addresses_of("table.local") == ["192.168.1.5", "fd00::5"]


@pytest.mark.parametrize("error", [socket.gaierror(-2, "not known"), UnicodeError("too long")])
def test_a_name_that_nobody_knows_leads_nowhere(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert addresses_of("table.local") == ()


class Seeking:
    """A seeker in a ``network``, whose resolver answers while ``answers`` is set."""

    def __init__(self, network: Network) -> None:
        self.network, self.now = network, 1000.0
        self.asked: list[str] = []
        self.answers = Event()
        self.answers.set()
        self.seeker = NameSeeker(self._resolve, lambda: "table", lambda: self.now)

    def _resolve(self, name: str) -> Collection[str]:
        self.asked.append(name)
        self.answers.wait(10.0)
        return self.network.get(name, ())

    def newest(self, here: Collection[str] = HERE) -> LocalName:
        """Return what is known after a look that may have begun."""
        self.seeker.newest(here)
        self.seeker.wait(10.0)
        return self.seeker.newest(here)


def test_whoever_asks_waits_for_no_resolver() -> None:
    seeking = Seeking({"table.local": HERE})
    seeking.answers.clear()
    assert seeking.seeker.newest(HERE) == UNKNOWN
    seeking.answers.set()
    assert seeking.newest() == led("table.local", at=HERE)
    assert seeking.asked == ["table.local"]


def test_a_name_is_looked_up_again_after_a_while_and_for_other_addresses() -> None:
    seeking = Seeking({"table.local": HERE})
    assert seeking.newest().name == "table.local"
    seeking.network = {"table.local": [OTHER], "table-2.local": HERE}
    seeking.now += AGAIN_SECONDS - 0.1
    assert seeking.newest().name == "table.local"
    seeking.now += 0.1
    assert seeking.newest() == led("table-2.local", "table.local", HERE)
    assert seeking.newest([OTHER]) == led("table.local", at=[OTHER])


def test_what_was_known_at_another_address_is_not_shown() -> None:
    seeking = Seeking({"table.local": HERE})
    assert seeking.newest().name == "table.local"
    seeking.answers.clear()
    assert seeking.seeker.newest([OTHER]) == UNKNOWN
    seeking.answers.set()


def test_a_resolver_that_hangs_is_asked_once_and_believed_no_longer() -> None:
    seeking = Seeking({"table.local": HERE})
    assert seeking.newest().name == "table.local"
    seeking.answers.clear()
    seeking.now += AGAIN_SECONDS
    assert seeking.seeker.newest(HERE).name == "table.local"
    seeking.now += LONGEST_SECONDS
    assert seeking.seeker.newest(HERE) == UNKNOWN
    seeking.now += AGAIN_SECONDS
    assert seeking.seeker.newest(HERE) == UNKNOWN
    seeking.answers.set()
    seeking.seeker.wait(10.0)
    assert seeking.newest().name == "table.local"
    assert seeking.asked == ["table.local"] * 3
