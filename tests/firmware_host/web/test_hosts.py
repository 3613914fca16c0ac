"""A browser may call this computer by the names and addresses that it has, and by no others."""

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from firmware_host.web.hosts import (
    ComputerNames,
    address_of,
    computer_names,
    is_own_host,
    searched_domains,
)

NAMES = computer_names(["games.example"], name="table")


@pytest.mark.parametrize(
    ("local", "host"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("192.168.1.5", "192.168.1.5:8080"),
        ("::ffff:192.168.1.5", "192.168.1.5:8080"),
        ("169.254.7.7", "169.254.7.7"),
        ("fe80::1ff:fe23:4567:890a", "[fe80::1ff:fe23:4567:890a]:8080"),
        ("fe80::1%wlan0", "[fe80::1]:8080"),
        ("fe80::1", "[fe80::1%25wlan0]:8080"),
        ("fd12:3456:789a::5", "[FD12:3456:789A:0::5]"),
        ("2001:db8::5", "[2001:db8::5]:8080"),
        ("::1", "[::1]:8080"),
        (None, "table.local"),
    ],
)
def test_the_address_of_the_connection_is_a_host(local: str | None, host: str) -> None:
    assert is_own_host(host, NAMES, local)


@pytest.mark.parametrize("host", ["[fe80::2]", "[::]", "192.168.1.50", "[fe80::1", "fe80::1", ""])
def test_another_address_is_none(host: str) -> None:
    assert not is_own_host(host, NAMES, "fe80::1")


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", "192.168.1.7", "192.168.1.7"),
        ("::1", "2001:db8::7", "2001:db8::/64"),
        ("::ffff:127.0.0.1", "192.168.1.7", "192.168.1.7"),
        # a proxy that appends: what its visitor has sent comes before
        ("127.0.0.1", "10.0.0.1, 192.168.1.7", "192.168.1.7"),
        ("127.0.0.1", "nobody", "127.0.0.1"),
        ("127.0.0.1", None, "127.0.0.1"),
        # nobody elsewhere says who they are
        ("192.168.1.66", "192.168.1.7", "192.168.1.66"),
    ],
)
def test_only_a_proxy_on_this_computer_says_whom_it_serves(
    peer: str, forwarded: str | None, client: str
) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    visit = HTTPConnection({"type": "http", "client": (peer, 1), "headers": headers})
    assert address_of(visit) == client


@pytest.mark.parametrize("name", ["table.example.edu", "table-2.example.edu"])
def test_the_domain_of_the_network_leads_only_to_what_others_reach_anyway(name: str) -> None:
    names = ComputerNames((), lambda: "table", lambda: {"example.edu"})
    assert is_own_host(f"{name}:8080", names, "192.168.1.5")
    # a network may give any domain, and its owner might lead it to this computer alone
    assert not is_own_host(f"{name}:8080", names, "127.0.0.1")
    assert not is_own_host(f"{name}:8080", names, "::1")
    assert not is_own_host(f"{name}:8080", names, None)
    assert not is_own_host("other.example.edu", names, "192.168.1.5")


def test_the_computer_is_called_as_it_is_called_now() -> None:
    called = ["table"]
    names = ComputerNames((), lambda: called[0], tuple)
    assert names.have("table.local")
    called[0] = "hall-2"
    assert [names.have(each) for each in ("table.local", "hall-2.local", "hall-2-2.local")] == [
        False,
        True,
        True,
    ]


def test_the_domains_of_the_network_are_read_from_the_resolver(tmp_path: Path) -> None:
    path = tmp_path / "resolv.conf"
    assert set(searched_domains(path)) == set()
    path.write_bytes(b"# search evil\nnameserver 10.0.0.1\nsearch Fritz.Box lan.\ndomain a\xff\n\n")
    assert {"fritz.box", "lan"} < set(searched_domains(path))
    assert len(searched_domains(path)) == 3
