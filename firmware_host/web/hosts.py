"""By which names and addresses a browser may call this computer.

A page of another site can make its own name point here (DNS rebinding); the browser then sends that
name, so a name that this computer does not have is refused. An address as host cannot be bent that
way: it counts if it is the one at which the connection arrived.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection

SUFFIXES: Final = ("", ".local", ".lan")
"""What home networks append to the name of a computer: nothing, by multicast DNS, by the router."""

HOST: Final = re.compile(
    r"(?P<name>\[[0-9a-f:.]+(?:%25[\w.-]+)?\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?"
    r"(?::(?P<port>\d{1,5}))?"
)
ORIGIN: Final = re.compile(r"https?://(?P<host>[^/\s]+)")

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): a datagram socket is aimed at it, and nothing is sent.

The system then tells which of its addresses it would send from.
"""


def computer_names(given: Iterable[str] = (), name: str | None = None) -> frozenset[str]:
    """Return the names of this computer in a home network, and those that were ``given``.

    ``name`` is that of the computer, None: as the system says.

    >>> sorted(computer_names(["games.example"], name="Table.fritz.box"))
    ['games.example', 'localhost', 'table', 'table.fritz.box', 'table.lan', 'table.local']
    """
    full = (socket.gethostname() if name is None else name).lower()
    bare = full.partition(".")[0]
    own = (f"{bare}{suffix}" for suffix in SUFFIXES)
    return frozenset({"localhost", full, *own, *(each.lower().rstrip(".") for each in given)})


def is_own_host(host: str, names: frozenset[str], local: str | None) -> bool:
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
    called = _address(name)
    return name in names or (called is not None and called == _address(local or ""))


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


def reachable_address(listening: str) -> str | None:
    """Return an address at which phones reach a server that listens at the host ``listening``.

    None if this computer is in no network.
    """
    address = _address(listening)
    if address is not None and not address.is_unspecified:
        return listening
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.connect(ELSEWHERE)
        except OSError:
            return None
        return str(sender.getsockname()[0])


def address_of(visit: HTTPConnection) -> str:
    """Return what counts as one client of all that ``visit`` may come from.

    A proxy on this computer says by the last word of X-Forwarded-For whom it serves. The header of
    anybody else counts for nothing.
    """
    peer = visit.client.host if visit.client else ""
    served = visit.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    return network_of(served if is_loopback(peer) and _address(served) else peer)


def network_of(address: str) -> str:
    """Return what counts as one client at ``address``: an IPv6 network of 64 bits is one.

    Anybody in such a network has as many addresses as they like (RFC 4291 2.5.4).

    >>> network_of("::ffff:192.168.1.5"), network_of("2001:db8::a:b"), network_of("testclient")
    ('192.168.1.5', '2001:db8::/64', 'testclient')
    """
    found = _address(address)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(IPv6Network((found, 64), strict=False))
    return address if found is None else str(found)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this computer reach a server that listens at ``host``.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def in_brackets(host: str) -> str:
    """Return ``host`` as it stands in an address.

    >>> in_brackets("fe80::1"), in_brackets("table.local")
    ('[fe80::1]', 'table.local')
    """
    return f"[{host}]" if ":" in host else host


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address that ``text`` says, without the zone of a link-local one."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
