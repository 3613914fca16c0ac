"""Where browsers connect: the socket, and the addresses at which phones find it.

Addresses come and go: a network is there later than the program, a hotspot begins, a router gives
another one. So they are read whenever they are shown.

The other devices of a network also find this computer by a name. Nobody owns the names of multicast
DNS (RFC 6762): if another computer is ``table.local``, Avahi calls this one ``table-2.local``, and
the system does not say so. A name is looked up before it is shown, therefore, as a phone would look
it up. Where nobody answers that takes seconds, so a thread does it.
"""

import asyncio
import errno
import fcntl
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Final, NamedTuple, Self

import segno
from msgspec import Struct

from firmware_host.base.errors import HostError, reason
from firmware_host.web.hosts import address_in, in_brackets, is_loopback
from games.message import Message, msg

NUMBERS: Final = range(2, 10)
"""What Avahi appends, from the first number on, until nobody else has the name."""

AGAIN_SECONDS: Final = 60.0
"""How often the name is looked up, while the addresses of this computer stay the same."""

LONGEST_SECONDS: Final = 15.0
"""How long the last answer counts while a resolver is silent."""

FIRST_SECONDS: Final = 2.0
"""How long a program waits for the first answer before it shows where it is."""

Resolve = Callable[[str], Collection[str]]


class LocalName(NamedTuple):
    """The ``name`` that leads to ``addresses`` of this computer; empty if none does.

    ``twin`` is the name that it would have if another computer had not got it; empty if none has.
    """

    name: str = ""
    addresses: frozenset[str] = frozenset()
    twin: str = ""


UNKNOWN: Final = LocalName()


def computer_name() -> str:
    """Return the name of this computer without a domain, as the system has it now."""
    return socket.gethostname().partition(".")[0]


def addresses_of(name: str) -> Collection[str]:
    """Return the addresses to which ``name`` leads others; none if nobody has it.

    Those of this computer alone, and those that browsers cannot call, are left out.
    """
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    addresses = [address_in(str(place[0])) for *_, place in found]
    return [
        str(each)
        for each in addresses
        if each and not each.is_loopback and not (each.version == 6 and each.is_link_local)
    ]


def look_up(
    computer: str, here: Collection[str], resolve: Resolve = addresses_of, last: str = ""
) -> LocalName:
    """Return by which name others find the ``computer``, whose addresses are those ``here``.

    ``resolve`` returns the addresses of a name. The ``last`` name that was found stays when the
    computer that has the first one leaves.
    """
    first = f"{computer}.local"
    found = frozenset(resolve(first))
    if found & {*here}:
        return LocalName(first, found & {*here})
    twin = first if found else ""
    others = [f"{computer}-{number}.local" for number in NUMBERS] if twin else [last]
    for name in filter(None, others):
        if led := frozenset(resolve(name)) & {*here}:
            return LocalName(name, led, twin)
    return LocalName(twin=twin)


class NameSeeker:
    """Looks up the name of this computer in a thread, now and then: one look at a time.

    ``resolve`` returns the addresses of a name, ``computer`` the name without a domain, ``clock``
    seconds.
    """

    def __init__(
        self,
        resolve: Resolve = addresses_of,
        computer: Callable[[], str] = computer_name,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resolve, self._computer, self._clock = resolve, computer, clock
        self._looking, self._begun = threading.Thread(), 0.0
        self._asked_for: Collection[str] | None = None
        self._found = UNKNOWN
        self._found_for: Collection[str] = ()

    def newest(self, here: Collection[str]) -> LocalName:
        """Return what is known for a computer with the addresses ``here``; look again in time.

        Nothing is known while the first look at these addresses goes on, and while one hangs.
        """
        since = self._clock() - self._begun
        if not self._looking.is_alive() and (here != self._asked_for or since >= AGAIN_SECONDS):
            self._begin(here)
            since = 0.0
        is_late = self._looking.is_alive() and since >= LONGEST_SECONDS
        return UNKNOWN if is_late or self._found_for != here else self._found

    def wait(self, seconds: float) -> None:
        """Wait for the look that goes on, at most ``seconds``."""
        if self._looking.is_alive():
            self._looking.join(seconds)

    def _begin(self, here: Collection[str]) -> None:
        self._asked_for, self._begun = here, self._clock()
        # the program may end while a resolver is silent
        self._looking = threading.Thread(
            target=self._look, args=(here,), name="local name", daemon=True
        )
        self._looking.start()

    def _look(self, here: Collection[str]) -> None:
        found = look_up(self._computer(), here, self._resolve, self._found.name)
        self._found, self._found_for = found, here


EVERY_ADDRESS: Final = "0.0.0.0"

WHAT_TO_DO: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: "another program listens there: end it, or give another port",
    errno.EACCES: "ports below 1024 are for root: give another one, such as 8080",
    errno.EADDRNOTAVAIL: "this computer has no such address: 0.0.0.0 stands for all it has",
}

INTERFACES: Final = Path("/proc/self/net/dev")
IPV6_ADDRESSES: Final = Path("/proc/self/net/if_inet6")

GET_ADDRESS: Final = 0x8915
"""SIOCGIFADDR (netdevice(7)): the IPv4 address of an interface."""

REQUEST: Final = "256s"
ADDRESS_AT: Final = slice(20, 24)
"""Where the address stands in its answer."""

GLOBAL_SCOPE: Final = "00"
TEMPORARY: Final = 0x01
UNUSABLE: Final = 0x08 | 0x20 | 0x40
"""Flags of IPv6 addresses (linux/if_addr.h): for a while; taken by another one, deprecated, or not
yet tried."""

VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|podman|tun|tap|wg|tailscale|zt"
)
"""Interfaces that lead to no phone: of containers, virtual machines and tunnels."""

ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation (RFC 5737, RFC 3849): a datagram socket is aimed at one, and nothing
is sent. The system then tells which of its addresses it would send from."""

ALONE: Final = msg("This computer is not on a network yet: nobody else can open the page.")
ELSEWHERE_TOO: Final = msg("On other networks: {addresses}")
TAKEN: Final = msg(
    "Another computer in this network has the name {name}, so that name does not lead here. Give "
    "one of the two another name."
)

MOST_ADDRESSES: Final = 3
LOOK_SECONDS: Final = 5.0
"""How often the addresses are read while nobody asks for them, to tell when they have changed."""


class ListeningError(HostError, OSError):
    """A place where the web server cannot listen: why, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at ``host`` and ``port``.

    0.0.0.0 stands for every address of this computer, IPv6 included. ListeningError says why the
    server cannot listen there.
    """
    try:
        return _everywhere(port) if host == EVERY_ADDRESS else _at(host, port)
    except OSError as error:
        why = WHAT_TO_DO.get(error.errno or 0, reason(error))
        raise ListeningError(f"cannot listen at {host}, port {port}: {why}") from None


def _everywhere(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno != errno.EADDRNOTAVAIL:
                raise
    return socket.create_server((EVERY_ADDRESS, port))


def _at(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise OSError(errno.EADDRNOTAVAIL, f"no address of the name {host}") from None
    family, _, _, _, address = found[0]
    return socket.create_server(address, family=family)


class NetworkAddress(NamedTuple):
    """An ``address`` of this computer at the interface ``link``; some are ``temporary``."""

    link: str
    address: IPv4Address | IPv6Address
    is_temporary: bool = False


def addresses_here(
    interfaces: Path = INTERFACES, ipv6: Path = IPV6_ADDRESSES
) -> Sequence[NetworkAddress]:
    """Return the addresses at which other devices reach this computer; the best one first.

    That is the one from which it sends, but rather one of a network cable or Wi-Fi than of a tunnel
    or of containers, and rather a short one than one of IPv6.
    """
    found = [*_ipv4_addresses(_lines(interfaces)), *ipv6_addresses(_lines(ipv6))]
    sent_from = [*_sent_from()]

    def worth(each: NetworkAddress) -> tuple[bool, int, bool, bool]:
        is_virtual = VIRTUAL.match(each.link) is not None
        is_sent_from = str(each.address) in sent_from
        return is_virtual, each.address.version, not is_sent_from, each.is_temporary

    return sorted((each for each in found if not each.address.is_loopback), key=worth)


def _lines(path: Path) -> Sequence[str]:
    try:
        return path.read_text("ascii", "replace").splitlines()
    except OSError:
        return ()


def _ipv4_addresses(lines: Iterable[str]) -> Iterator[NetworkAddress]:
    links = [line.partition(":")[0].strip() for line in lines if ":" in line]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for link in links:
            try:
                answer = fcntl.ioctl(asked, GET_ADDRESS, struct.pack(REQUEST, link.encode()[:15]))
            except OSError:  # it has none
                continue
            yield NetworkAddress(link, IPv4Address(answer[ADDRESS_AT]))


def ipv6_addresses(lines: Iterable[str]) -> Iterator[NetworkAddress]:
    """Yield the addresses in ``lines`` of the kernel that lead here from other devices.

    A link-local one is left out: browsers cannot say at which interface it is.

    >>> line = "fd000000000000000000000000000002 04 40 00 80     eth0"
    >>> [str(each.address) for each in ipv6_addresses([line, line.replace(" 00 ", " 20 ")])]
    ['fd00::2']
    """
    for line in lines:
        address, _, _, scope, flags, link = line.split()
        if scope == GLOBAL_SCOPE and not int(flags, 16) & UNUSABLE:
            yield NetworkAddress(
                link, IPv6Address(bytes.fromhex(address)), bool(int(flags, 16) & TEMPORARY)
            )


def _sent_from() -> Iterator[str]:
    for family, target in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sender:
                sender.connect((target, 9))
                yield str(sender.getsockname()[0])
        except OSError:  # no way leads there
            continue


class Signpost(Struct, frozen=True):
    """Where phones find the server: the ``address`` (host and port), and the same by a ``name``.

    The name is empty where it would not lead to the server. ``others`` are addresses in more
    networks. A computer that ``is_alone`` is in no network now. ``twin`` is the name of this
    computer if another one in the network has it.
    """

    address: str
    name: str = ""
    others: tuple[str, ...] = ()
    is_alone: bool = False
    twin: str = ""

    @classmethod
    def at(cls, host: str, port: int, local: LocalName = UNKNOWN) -> Self:
        """Return where phones find a server that listens at ``host`` and ``port`` now.

        ``local`` is the name by which the network knows this computer.
        """
        if is_loopback(host):
            return cls(f"{in_brackets(host)}:{port}")
        reached = reachable_addresses(host)
        if not reached:
            return cls(f"localhost:{port}", f"{computer_name()}.local:{port}", is_alone=True)
        name = f"{local.name}:{port}" if local.addresses & {*reached} else ""
        first, *others = (f"{in_brackets(each)}:{port}" for each in reached[:MOST_ADDRESSES])
        return cls(first, name, tuple(others), twin=local.twin)

    @property
    def for_phones(self) -> str:
        """The address for other devices of the network; empty if they do not find the server."""
        is_hidden = self.is_alone or is_loopback(self.address.rpartition(":")[0].strip("[]"))
        return "" if is_hidden else self.address

    def written(self) -> str:
        """Return the addresses to type into a browser.

        >>> Signpost("192.168.1.5:8080", "table.local:8080").written()
        'http://table.local:8080 or http://192.168.1.5:8080'
        """
        places = dict.fromkeys((self.name, self.address, *self.others))
        return " or ".join(f"http://{place}" for place in places if place)

    @property
    def url(self) -> str:
        """The address of the page that most browsers reach."""
        return f"http://{self.address}/"

    @property
    def remarks(self) -> tuple[Message, ...]:
        """What else there is to say to whoever reads the address."""
        elsewhere = ", ".join(f"http://{each}/" for each in self.others)
        others = (Message.of(ELSEWHERE_TOO, addresses=elsewhere),) if elsewhere else ()
        return (*others, *self.faults)

    @property
    def faults(self) -> tuple[Message, ...]:
        """What keeps others from the page, for whoever can mend it."""
        alone = (Message.of(ALONE),) if self.is_alone else ()
        return (*alone, Message.of(TAKEN, name=self.twin)) if self.twin else alone

    def qr_code(self, code: str) -> tuple[tuple[bool, ...], ...]:
        """Return the rows of a QR code of the page where ``code`` is entered, dark where True.

        Capitals keep it small: QR codes have a short form for them, but none for the brackets of
        IPv6, so that the name is taken there.
        """
        place = self.name if self.name and "[" in self.address else self.address
        text = f"HTTP://{place.upper()}/J/{code}"
        matrix = segno.make(text, error="l", micro=False).matrix
        return tuple(tuple(map(bool, row)) for row in matrix)


def reachable_addresses(listening: str) -> Sequence[str]:
    """Return the addresses at which phones reach a server that listens at the host ``listening``.

    The best one is first; there are none if this computer is in no network.
    """
    address = address_in(listening)
    if address is None or not address.is_unspecified:
        return (listening,)
    has_ipv4 = address.version == 4
    found = [each.address for each in addresses_here() if has_ipv4 or each.address.version == 6]
    return tuple(map(str, found))


def signposts(host: str, port: int) -> Callable[[], Signpost]:
    """Return what tells where phones find a server that listens at ``host`` and ``port`` now.

    The name of this computer is looked up first, which may take two seconds.
    """
    seeker = NameSeeker()

    def find() -> Signpost:
        here = () if is_loopback(host) else tuple(str(each.address) for each in addresses_here())
        return Signpost.at(host, port, seeker.newest(here) if here else UNKNOWN)

    find()
    seeker.wait(FIRST_SECONDS)
    return find


async def announce(
    find: Callable[[], Signpost], words: Callable[[Signpost], str], pause: float = LOOK_SECONDS
) -> None:
    """Print ``words`` about what ``find`` finds, now and whenever they are others, for ever."""
    told = ""
    while True:
        found = words(find())
        if found != told:
            told = found
            print(told, flush=True)
        await asyncio.sleep(pause)
