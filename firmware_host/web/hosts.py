"""By which names and addresses a browser may call this computer.

A page of another site can make its own name point here (DNS rebinding); the browser then sends that
name, so a name that this computer does not have is refused. An address as host cannot be bent that
way: it counts if it is the one at which the connection arrived.
"""

import re
import socket
from collections.abc import Callable, Collection, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection

from hardware.untrusted_input import open_untrusted

DOMAINS: Final = frozenset(
    ("", "local", "lan", "home", "localdomain", "home.arpa", "internal", "fritz.box")
)
"""What networks append to the name of a computer by themselves.

Nobody can own a name in most of them: ``local`` is for multicast DNS (RFC 6762), ``home.arpa`` for
routers (RFC 8375), ``internal`` is reserved by ICANN, and the makers of the router own the last.
"""

NUMBERED: Final = re.compile(r"-\d{1,3}$")
"""What a network appends to the name of a computer if it knows another one by that name."""

RESOLVER: Final = Path("/etc/resolv.conf")
SEARCHED: Final = ("search", "domain")
LONGEST_RESOLVER: Final = 64 * 1024

HOST: Final = re.compile(
    r"(?P<name>\[[0-9a-f:.]+(?:%25[\w.-]+)?\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?"
    r"(?::(?P<port>\d{1,5}))?"
)
ORIGIN: Final = re.compile(r"https?://(?P<host>[^/\s]+)")


PROGRAMS: Final = "/api/"
"""Addresses below are for programs and for pages of other sites, which are let in by a token."""


class ComputerNames:
    """The names by which browsers may call this computer: its own, and those that were ``given``.

    ``name`` returns what the computer is called now, ``domains`` what the network appends to it.

    >>> names = computer_names(["games.example"], name="Table.fritz.box")
    >>> [names.have(each) for each in ("table", "table.local", "table-2.local", "games.example")]
    [True, True, True, True]
    >>> [names.have(each) for each in ("table.evil.example", "eviltable.local", "table-evil.local")]
    [False, False, False]
    """

    def __init__(
        self, given: Iterable[str], name: Callable[[], str], domains: Callable[[], Collection[str]]
    ) -> None:
        self._given = frozenset(each.lower().rstrip(".") for each in given)
        self._name, self._domains = name, domains

    def have(self, name: str, *, is_from_afar: bool = False) -> bool:
        """Return whether ``name`` is one of them.

        The domain of a network that may be anybody's counts only for a visitor who ``is_from_afar``
        and could call the address as well: it leads nobody to what listens on this computer alone.
        """
        full = self._name().lower()
        if name in ("localhost", full) or name in self._given:
            return True
        bare, (first, _, domain) = full.partition(".")[0], name.partition(".")
        if NUMBERED.sub("", first) != bare and first != bare:
            return False
        return domain in DOMAINS or (is_from_afar and domain in self._domains())


def computer_names(given: Iterable[str] = (), name: str | None = None) -> ComputerNames:
    """Return the names of this computer in its networks, and those that were ``given``.

    ``name`` is that of the computer, None: as the system says whenever somebody calls it.
    """
    if name is None:
        return ComputerNames(given, socket.gethostname, searched_domains)
    return ComputerNames(given, lambda: name, tuple)


def searched_domains(path: Path = RESOLVER) -> Collection[str]:
    """Return the domains that the network gives to its computers, as the resolver knows them."""
    try:
        with open_untrusted(path) as file:
            text = file.read(LONGEST_RESOLVER).decode("utf-8", "replace")
    except OSError:
        return ()
    words = [line.lower().split() for line in text.splitlines()]
    named = [found for kind, *found in filter(None, words) if kind in SEARCHED]
    return frozenset(each.strip(".") for found in named for each in found)


def is_own_host(host: str, names: ComputerNames, local: str | None) -> bool:
    """Return whether a request for ``host`` (name or address, with or without a port) is for us.

    ``names`` are those of this computer, ``local`` the address at which the connection arrived.

    >>> names = computer_names(name="table")
    >>> [is_own_host(host, names, "fe80::1") for host in ("table.local:8080", "[fe80::1%25eth0]")]
    [True, True]
    >>> [is_own_host(host, names, "192.168.1.5") for host in ("192.168.1.6", "evil.example")]
    [False, False]
    """
    found = HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = found["name"].strip("[]")
    called, arrived = address_in(name), address_in(local or "")
    if called is not None:
        return called == arrived
    return names.have(name, is_from_afar=arrived is not None and not arrived.is_loopback)


def port_of(host: str) -> str:
    """Return the port that a browser calls with ``host``; empty if it is the usual one.

    >>> port_of("table.local:8080"), port_of("table.local"), port_of("[fe80::1]")
    ('8080', '', '')
    """
    found = HOST.fullmatch(host.lower())
    return (found and found["port"]) or ""


def is_same_origin(origin: str, host: str) -> bool:
    """Return whether a page of ``origin`` came from ``host``, as the header of the request says.

    The scheme is left open: a reverse proxy may add TLS.

    >>> is_same_origin("https://table.local:8080", "Table.local:8080")
    True
    >>> is_same_origin("http://table.local:8081", "table.local:8080"), is_same_origin("null", "a")
    (False, False)
    """
    found = ORIGIN.fullmatch(origin.lower())
    return found is not None and found["host"] == host.lower()


def address_of(visit: HTTPConnection) -> str:
    """Return what counts as one client of all that ``visit`` may come from.

    A proxy on this computer says by the last word of X-Forwarded-For whom it serves. The header of
    anybody else counts for nothing.
    """
    peer = visit.client.host if visit.client else ""
    served = visit.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    return network_of(served if is_loopback(peer) and address_in(served) else peer)


def network_of(address: str) -> str:
    """Return what counts as one client at ``address``: an IPv6 network of 64 bits is one.

    A household has one at least, and as many addresses in it as it likes (RFC 6177).

    >>> network_of("::ffff:192.168.1.5"), network_of("2001:db8::a:b"), network_of("testclient")
    ('192.168.1.5', '2001:db8::/64', 'testclient')
    """
    found = address_in(address)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(IPv6Network((found, 64), strict=False))
    return address if found is None else str(found)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this computer reach a server that listens at ``host``.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    address = address_in(host)
    return host == "localhost" if address is None else address.is_loopback


def in_brackets(host: str) -> str:
    """Return ``host`` as it stands in an address.

    >>> in_brackets("fe80::1"), in_brackets("table.local")
    ('[fe80::1]', 'table.local')
    """
    return f"[{host}]" if ":" in host else host


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address that ``text`` says, without the zone of a link-local one."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
