"""``tableside link``: show the devices on the serial link, live."""

import shutil
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from queue import SimpleQueue
from typing import TYPE_CHECKING

from firmware_host.cli.parser import add_wiring
from firmware_host.cli.terminals import Terminal, attached
from hardware.firmware.protocol import read_bits
from hardware.link.conversation import DOING, Heard
from hardware.link.hello import Offers
from hardware.link.link import Link, PeerInfo
from hardware.link.ports import Ports
from hardware.untrusted_input import harmless
from hardware.wiring.sections import BRINGS, LinkWiring
from hardware.wiring.wiring import Wiring, load

if TYPE_CHECKING:
    from hardware.link.serial_ports import SeenPort

SUMMARY = "show the devices on the serial link, live"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, which says which devices to look for."""
    add_wiring(parser)


def run(arguments: Namespace) -> int:
    """Show the devices until Ctrl-C; return 0 if there was one, else 1."""
    return watch_link(arguments.wiring)


GOOD, FAILED = 0, 1
REFRESH = 0.05
"""Seconds between two updates."""

TO_END = "Ctrl-C: quit"
WHAT_TO_DO = (
    "plug in the device with a data cable, not one that only charges",
    "a new Raspberry Pi Pico needs the firmware first: docs/firmware.md",
    'for another device, name its USB id or path in the wiring: [link] find = ["2e8a:0005"]',
)

PIECE, EMPTY = "o", "."
COLUMN = 24
"""Characters for the meaning of a line, before the line itself."""


Look = Callable[[], Sequence["SeenPort"]]


def watch_link(wiring_name: str) -> int:
    """Show the devices that the wiring called ``wiring_name`` looks for, until Ctrl-C.

    For a wiring without a section [link], look for a Raspberry Pi Pico. Return the exit code: 0 if
    a device was there, else 1. WiringError if the wiring is wrong.
    """
    from hardware.link.serial_ports import SerialPorts, seen

    wiring = load(wiring_name)
    wired = wiring.link or LinkWiring()
    with attached() as terminal:
        return watch(wiring, SerialPorts(wired.find), seen, terminal)


def watch(
    wiring: Wiring,
    ports: Ports,
    look: Look,
    terminal: Terminal,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Show the devices at ``ports`` on ``terminal`` until Ctrl-C; return the exit code.

    ``look`` returns all serial ports of this computer; ``clock`` returns seconds.
    """
    with closing(Link(ports, SimpleQueue(), clock)) as link:
        watching = _Watcher(wiring, link, look)
        try:
            while True:
                link.tick(clock())
                terminal.show(tuple(map(harmless, watching.news())), tuple(watching.status()))
                terminal.wait(REFRESH)
        except KeyboardInterrupt:
            return GOOD if watching.has_met_a_peer else FAILED


class _Watcher:
    """What is shown of the devices on ``link``, and what is new."""

    def __init__(self, wiring: Wiring, link: Link, look: Look) -> None:
        self.has_met_a_peer = False
        self._wiring, self._link, self._look = wiring, link, look
        self._has_begun = False
        self._usb: dict[str, str] = {}
        self._peers: dict[str, PeerInfo] = {}
        self._faults: tuple[str, ...] = ()

    def news(self) -> Iterator[str]:
        """Yield lines about what is new since the last call."""
        now = {peer.path: peer for peer in self._link.peers}
        if not self._has_begun:
            yield from self._introduction()
        if now.keys() != self._peers.keys() or not self._has_begun:
            self._usb = {port.path: port.usb for port in self._look()}
            yield from (f"{path}: gone" for path in self._peers if path not in now)
            yield from () if now else self._no_device()
        for path, peer in now.items():
            yield from self._news_of(self._peers.get(path), peer)
        faults = (*self._link.faults, *self._sensor_faults())
        yield from (f"! {fault}" for fault in faults if fault not in self._faults)
        self._has_begun, self._peers, self._faults = True, now, faults

    def status(self) -> Iterator[str]:
        """Yield the status lines."""
        width = shutil.get_terminal_size().columns - 1
        for peer in self._peers.values():
            yield from status(peer, self._usb, width)
        yield from (harmless(f"! {fault}", width) for fault in self._faults)
        yield TO_END

    def _sensor_faults(self) -> Iterator[str]:
        sensors = self._link.sensors
        if sensors is not None:
            yield from (f"{what}: {advice}" for what, advice in sensors.told)

    def _introduction(self) -> Iterator[str]:
        link = self._wiring.link
        if link is None:
            yield f"the wiring {self._wiring.name} has no section [link]: looking for a Pico"
        yield f"looking for {', '.join((link or LinkWiring()).find)}; {TO_END}"

    def _no_device(self) -> Iterator[str]:
        ports = [f"{port.path} {port.usb} {port.name}".strip() for port in self._look()]
        yield f"serial ports here: {', '.join(ports) or 'none'}"
        yield from WHAT_TO_DO

    def _news_of(self, before: PeerInfo | None, peer: PeerInfo) -> Iterator[str]:
        self.has_met_a_peer |= peer.state == "here"
        if before is None or (before.state, before.offers) != (peer.state, peer.offers):
            yield title(peer, self._usb)
        for kind in BRINGS:
            if kind in peer.heard:
                old = before.heard.get(kind) if before else None
                if old is None or old.words != peer.heard[kind].words:
                    yield change(peer, kind)


def title(peer: PeerInfo, usb: Mapping[str, str]) -> str:
    """Return where ``peer`` is, who it is and what it offers; ``usb`` has USB ids by path.

    >>> title(PeerInfo("/dev/ttyACM0", "greeting", "", "", "", Offers(), 0, 0, 0, {}), {})
    '/dev/ttyACM0: greeting'
    """
    words = [f"{peer.path} {usb.get(peer.path, '')}".strip() + f": {peer.state}"]
    if peer.version:
        words += [f"{peer.model} {peer.identity}", f"version {peer.version}"]
        words += ["offers " + (" ".join(peer.heard["hello"].words[3:]) or "nothing")]
    return ", ".join(words)


def change(peer: PeerInfo, kind: str) -> str:
    """Return the last frame of ``kind`` from ``peer``: its meaning, and as it came."""
    return f"{peer.path} {_row(kind, peer.heard[kind], peer.offers)}"


def status(peer: PeerInfo, usb: Mapping[str, str], width: int) -> Iterator[str]:
    """Yield the state of ``peer`` in lines of at most ``width`` characters."""
    counts = f"    frames: {peer.good} good, {peer.bad} bad, {peer.missed} missed"
    rows = [f"    {_row(kind, heard, peer.offers)}" for kind, heard in peer.heard.items()]
    for line in (title(peer, usb), counts, *rows, *_board_rows(peer)):
        yield line[:width]


def meaning(kind: str, words: Sequence[str], offers: Offers) -> str:
    """Return the meaning of a state in words; empty if the frame is not a state.

    >>> meaning("keys", ["2"], Offers(keys=("up", "ok"))), meaning("keys", ["0"], Offers(("up",)))
    ('ok', 'all open')
    >>> meaning("board", ["9"], Offers(board=(2, 2))), meaning("keys", ["zz"], Offers(("up",)))
    ('2 of 4 occupied', 'not understood')
    >>> meaning("dice", ["07=6", "08/"], Offers())
    '6 cocked'
    """
    if kind not in BRINGS:
        return ""
    if kind == "dice":
        return " ".join(map(_die_meaning, words))
    lines, bits = offers.lines(kind), _bits(kind, words, offers)
    if bits is None:
        return "not understood"
    if kind == "board":
        return f"{bits.bit_count()} of {len(lines)} occupied"
    closed = [line for bit, line in enumerate(lines) if bits >> bit & 1]
    return " ".join(closed) or "all open"


def _die_meaning(word: str) -> str:
    """Return what a die does; the face that is up or seems to come up says it best."""
    return word[3:] or DOING.get(word[2:3], "?")


def _bits(kind: str, words: Sequence[str], offers: Offers) -> int | None:
    """Return the state of all lines of ``kind``; None if ``words`` are not understood."""
    try:
        return read_bits(words[0], len(offers.lines(kind)))
    except (IndexError, ValueError):
        return None


def _row(kind: str, heard: Heard, offers: Offers) -> str:
    return f"{kind:<6} {meaning(kind, heard.words, offers):<{COLUMN}} {heard.line}"


def _board_rows(peer: PeerInfo) -> Iterator[str]:
    """Yield the sensing board as seen from above, the first row at the bottom."""
    heard, size = peer.heard.get("board"), peer.offers.board
    if heard is None or size is None:
        return
    bits = _bits("board", heard.words, peer.offers)
    if bits is None:
        return
    columns, rows = size
    signs = [PIECE if bits >> bit & 1 else EMPTY for bit in range(columns * rows)]
    for row in reversed(range(rows)):
        yield "    " + " ".join(signs[row * columns : (row + 1) * columns])
