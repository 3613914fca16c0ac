"""By which name the other devices of a network find this computer.

Nobody owns the names of multicast DNS (RFC 6762): if another computer is ``table.local``, Avahi
calls this one ``table-2.local``, and the system does not say so. A name is looked up before it is
shown, therefore, as a phone would look it up. Where nobody answers that takes seconds, so a thread
does it.
"""

import socket
import threading
import time
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from firmware_host.web.hosts import address_in

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
