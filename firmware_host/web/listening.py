"""The socket at which browsers connect, or one line that says why there is none."""

import errno
import socket
from collections.abc import Mapping
from typing import Final

from firmware_host.errors import HostError, reason

EVERY_ADDRESS: Final = "0.0.0.0"

WHAT_TO_DO: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: "another program listens there: end it, or give another port",
    errno.EACCES: "ports below 1024 are for root: give another one, such as 8080",
    errno.EADDRNOTAVAIL: "this computer has no such address: 0.0.0.0 stands for all it has",
}


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
