"""Where the web server listens, and the one line that says why it cannot."""

import socket

import pytest

from firmware_host.web.listening import ListeningError, listen
from tests.served import free_port


def test_an_address_of_this_computer_is_listened_at() -> None:
    with listen("127.0.0.1", free_port()) as listener:
        socket.create_connection(listener.getsockname()).close()


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this computer has no IPv6")
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_every_address_includes_those_of_ipv6(address: str) -> None:
    port = free_port()
    with listen("0.0.0.0", port):
        socket.create_connection((address, port)).close()


def test_without_ipv6_every_address_is_every_one_of_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    port = free_port()
    with listen("0.0.0.0", port):
        socket.create_connection(("127.0.0.1", port)).close()


def test_a_port_in_use_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ListeningError, match=f"port {port}: another program listens there"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.7", "no-such-name.invalid", "no..name"])
def test_an_address_of_another_computer_is_refused(host: str) -> None:
    with pytest.raises(ListeningError, match=f"at {host}, .*: this computer has no such address"):
        listen(host, 8080)
