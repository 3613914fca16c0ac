"""Where the web server listens, and the one line that says why it cannot."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
import segno

from firmware_host.web.listening import (
    UNKNOWN,
    ListeningError,
    LocalName,
    Signpost,
    addresses_here,
    announce,
    ipv6_addresses,
    listen,
)
from tests.served import free_port

ALONE = ("unshare", "--map-root-user", "--net")
"""In a network of its own, with loopback alone."""

LOOK = (
    "from firmware_host.web.listening import Signpost, addresses_here;"
    "from firmware_host.web.listening import computer_name, look_up;"
    "here = [str(each.address) for each in addresses_here()];"
    "name = look_up(computer_name(), here, lambda name: here);"
    "print(*(Signpost.at(host, 80, name).written() for host in ('0.0.0.0', '::')), sep=' | ')"
)
"""In a network where everybody knows the name of this computer."""

NAMED = LocalName("table.local", frozenset(["10.42.0.1"]))
NO_NETWORK = "http://NAME.local:80 or http://localhost:80"


def seen_after(*commands: str) -> Sequence[str]:
    """Return where servers for all and for IPv6 alone are found after these ``commands`` of ip.

    The name of the computer is replaced by ``NAME``.
    """
    script = " && ".join(("ip link set lo up", *(f"ip {each}" for each in commands), '"$@"'))
    command = (*ALONE, "sh", "-c", script, "sh", sys.executable, "-c", LOOK)
    found = subprocess.run(command, check=False, capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip(f"needs network namespaces of its own: {found.stderr.strip()}")
    name = socket.gethostname().partition(".")[0]
    return found.stdout.strip().replace(f"{name}.local", "NAME.local").split(" | ")


def rows_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a QR code of ``text``, dark where True."""
    matrix = segno.make(text, error="l", micro=False).matrix
    return tuple(tuple(each == 1 for each in row) for row in matrix)


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


UP = ("link add wlan0 type veth peer name other", "link set other up", "link set wlan0 up")
HOTSPOT = (*UP, "addr add 10.42.0.1/24 dev wlan0")
IPV6 = (*UP, "-6 addr add fd12:3456::5/64 dev wlan0 nodad")


@pytest.mark.parametrize(
    ("commands", "for_all", "for_ipv6"),
    [
        ((), NO_NETWORK, NO_NETWORK),
        # a hotspot of one's own, or a switch on which nobody says the way to elsewhere
        (HOTSPOT, "http://NAME.local:80 or http://10.42.0.1:80", NO_NETWORK),
        (
            IPV6,
            "http://NAME.local:80 or http://[fd12:3456::5]:80",
            "http://NAME.local:80 or http://[fd12:3456::5]:80",
        ),
        # containers lead to no phone, and come last
        (
            (
                "link add docker0 type bridge",
                "addr add 172.17.0.1/16 dev docker0",
                "link set docker0 up",
                *HOTSPOT,
            ),
            "http://NAME.local:80 or http://10.42.0.1:80 or http://172.17.0.1:80",
            NO_NETWORK,
        ),
        # of two networks, the one that leads elsewhere
        (
            (
                *HOTSPOT,
                "link add eth0 type veth peer name switch",
                "link set switch up",
                "link set eth0 up",
                "addr add 192.168.1.5/24 dev eth0",
                "route add default via 192.168.1.1",
            ),
            "http://NAME.local:80 or http://192.168.1.5:80 or http://10.42.0.1:80",
            NO_NETWORK,
        ),
    ],
)
def test_phones_are_sent_to_an_address_of_every_kind_of_network(
    commands: Sequence[str], for_all: str, for_ipv6: str
) -> None:
    assert seen_after(*commands) == [for_all, for_ipv6]


def test_an_address_that_is_listened_at_is_the_one_that_is_shown() -> None:
    assert Signpost.at("127.0.0.1", 8080).written() == "http://127.0.0.1:8080"
    assert Signpost.at("192.168.1.5", 8080).address == "192.168.1.5:8080"
    assert Signpost.at("2001:db8::5", 8080).address == "[2001:db8::5]:8080"


def test_addresses_of_ipv6_that_are_not_for_others_are_left_out() -> None:
    rows = (
        "fe8000000000000000fc00fffe000001 04 40 20 80 eth0",  # link-local
        "00000000000000000000000000000001 01 80 10 80 lo",
        "20010db8000000000000000000000001 04 40 00 20 eth0",  # deprecated
        "20010db8000000000000000000000002 04 40 00 40 eth0",  # not yet tried
        "20010db8000000000000000000000003 04 40 00 01 eth0",  # for a while
        "20010db8000000000000000000000004 04 40 00 80 eth0",
    )
    found = [(str(each.address), each.is_temporary) for each in ipv6_addresses(rows)]
    assert found == [("2001:db8::3", True), ("2001:db8::4", False)]


def test_a_computer_that_does_not_tell_has_no_addresses(tmp_path: Path) -> None:
    assert addresses_here(tmp_path / "dev", tmp_path / "if_inet6") == []


def test_a_long_address_has_a_qr_code_with_the_name_in_its_place() -> None:
    post = Signpost("[2001:db8:1234:5678:9abc:def0:1234:5678]:8080", "tableside.local:8080")
    assert len(post.qr_code("ABCDEFGH")) == 25


def test_the_terminal_is_told_at_once_and_when_the_address_changes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    places = [Signpost("localhost:80", is_alone=True)] * 3 + [Signpost("10.42.0.1:80")] * 2

    async def follow() -> None:
        with suppress(IndexError):
            await announce(lambda: places.pop(0), Signpost.written, 0)

    asyncio.run(follow())
    assert capsys.readouterr().out == "http://localhost:80\nhttp://10.42.0.1:80\n"


@pytest.mark.parametrize(
    ("listening", "local", "written"),
    [
        ("10.42.0.1", NAMED, "http://table.local:80 or http://10.42.0.1:80"),
        # the name leads to another interface of this computer, at which nothing listens
        ("10.42.0.2", NAMED, "http://10.42.0.2:80"),
        ("10.42.0.1", UNKNOWN, "http://10.42.0.1:80"),
        ("127.0.0.1", NAMED, "http://127.0.0.1:80"),
    ],
)
def test_a_name_is_shown_only_if_it_leads_to_the_server(
    listening: str, local: LocalName, written: str
) -> None:
    assert Signpost.at(listening, 80, local).written() == written


def test_an_address_of_ipv6_is_in_the_qr_code_unless_a_name_leads_here() -> None:
    nameless, named = Signpost("[fd00::2]:80"), Signpost("[fd00::2]:80", "table-2.local:80")
    codes = [post.qr_code("ABCDEFGH") for post in (nameless, named)]
    texts = "HTTP://[FD00::2]:80/J/ABCDEFGH", "HTTP://TABLE-2.LOCAL:80/J/ABCDEFGH"
    assert codes == [rows_of(text) for text in texts]


def test_another_computer_with_the_name_is_told_wherever_addresses_are() -> None:
    post = Signpost.at("10.42.0.1", 80, NAMED._replace(name="table-2.local", twin="table.local"))
    assert post.written() == "http://table-2.local:80 or http://10.42.0.1:80"
    (said,) = post.remarks
    assert str(said) == (
        "Another computer in this network has the name table.local, so that name does not lead "
        "here. Give one of the two another name."
    )
    assert post.faults == post.remarks
