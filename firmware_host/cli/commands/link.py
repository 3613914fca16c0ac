"""``tableside link``: the peers of the serial link, and what comes from them, live."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from queue import SimpleQueue
from typing import Protocol

from firmware_host.cli import link_view
from firmware_host.cli.terminals import Terminal, attached
from hardware.link.link import Link, PeerInfo, Ports
from hardware.untrusted_text import harmless
from hardware.wiring.link import BRINGS, LinkWiring
from hardware.wiring.wiring import Wiring, load

GOOD, FAILED = 0, 1
REFRESH = 0.05
"""Seconds between two looks at what has come."""

TO_END = "Ctrl-C ends"
WHAT_TO_DO = (
    "plug the peer in with a cable that carries data, not one that only charges",
    "a new Raspberry Pi Pico needs the firmware first: docs/firmware.md",
    'another device: name its USB id or path in the wiring, [link] find = ["2e8a:0005"]',
)


class Seen(Protocol):
    """A serial port that is there."""

    @property
    def path(self) -> str:
        """Where it is."""

    @property
    def usb(self) -> str:
        """Its USB id, empty without one."""

    @property
    def name(self) -> str:
        """What it calls itself, empty if it does not."""


Look = Callable[[], Sequence[Seen]]


def link(wiring_name: str) -> int:
    """Show the peers that the wiring called ``wiring_name`` looks for, until Ctrl-C.

    A wiring without a section [link] looks for a Raspberry Pi Pico here. Returns the exit code: 0
    if a peer was there, else 1. WiringError if the wiring cannot be right.
    """
    from hardware.link.serial_ports import SerialPorts, seen

    wiring = load(wiring_name)
    wired = wiring.link or LinkWiring()
    return watch(wiring, SerialPorts(wired.find), seen, attached())


def watch(
    wiring: Wiring,
    ports: Ports,
    look: Look,
    terminal: Terminal,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Show on ``terminal`` the peers at ``ports`` until Ctrl-C; return the exit code as above.

    ``look`` returns every serial port there is, ``clock`` tells the seconds.
    """
    with closing(Link(ports, SimpleQueue(), clock)) as link:
        watching = _Watching(wiring, link, look)
        try:
            while True:
                link.tick(clock())
                terminal.show(tuple(map(harmless, watching.said())), tuple(watching.status()))
                terminal.wait(REFRESH)
        except KeyboardInterrupt:
            return GOOD if watching.has_met_a_peer else FAILED


class _Watching:
    """What has been told about the peers of ``link``, and what is new."""

    def __init__(self, wiring: Wiring, link: Link, look: Look) -> None:
        self.has_met_a_peer = False
        self._wiring, self._link, self._look = wiring, link, look
        self._has_begun = False
        self._usb: dict[str, str] = {}
        self._peers: dict[str, PeerInfo] = {}
        self._faults: tuple[str, ...] = ()

    def said(self) -> Iterator[str]:
        """Yield the lines about what is new since the last time."""
        now = {peer.path: peer for peer in self._link.peers}
        if not self._has_begun:
            yield from self._beginning()
        if now.keys() != self._peers.keys() or not self._has_begun:
            self._usb = {port.path: port.usb for port in self._look()}
            yield from (f"{path}: gone" for path in self._peers if path not in now)
            yield from () if now else self._nothing()
        for path, peer in now.items():
            yield from self._news(self._peers.get(path), peer)
        faults = self._link.faults
        yield from (f"! {fault}" for fault in faults if fault not in self._faults)
        self._has_begun, self._peers, self._faults = True, now, faults

    def status(self) -> Iterator[str]:
        """Yield the lines that show how everything stands."""
        width = shutil.get_terminal_size().columns - 1
        for peer in self._peers.values():
            yield from link_view.status(peer, self._usb, width)
        yield from (harmless(f"! {fault}", width) for fault in self._faults)
        yield TO_END

    def _beginning(self) -> Iterator[str]:
        link = self._wiring.link
        if link is None:
            yield f"the wiring {self._wiring.name} has no section [link]: looking for a Pico"
        yield f"looking for {', '.join((link or LinkWiring()).find)}; {TO_END}"

    def _nothing(self) -> Iterator[str]:
        ports = [f"{port.path} {port.usb} {port.name}".strip() for port in self._look()]
        yield f"serial ports here: {', '.join(ports) or 'none'}"
        yield from WHAT_TO_DO

    def _news(self, before: PeerInfo | None, peer: PeerInfo) -> Iterator[str]:
        self.has_met_a_peer |= peer.state == "here"
        if before is None or (before.state, before.offers) != (peer.state, peer.offers):
            yield link_view.title(peer, self._usb)
        for kind in BRINGS:
            if kind in peer.heard:
                old = before.heard.get(kind) if before else None
                if old is None or old.words != peer.heard[kind].words:
                    yield link_view.change(peer, kind)
