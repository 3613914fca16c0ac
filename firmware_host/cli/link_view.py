"""What a person reads about the peers of the serial link: lines of text, decoded and raw."""

from collections.abc import Iterator, Mapping, Sequence

from hardware.firmware.protocol import read_bits
from hardware.link.connection import PeerInfo
from hardware.link.conversation import Heard
from hardware.link.hello import Offers
from hardware.wiring.link import BRINGS

PIECE, EMPTY = "o", "."
COLUMN = 24
"""Characters that what was decoded takes beside the raw line."""


def title(peer: PeerInfo, usb: Mapping[str, str]) -> str:
    """Where ``peer`` is, who it is and what it offers; ``usb`` has the USB ids by path.

    >>> title(PeerInfo("/dev/ttyACM0", "greeting", "", "", "", Offers(), 0, 0, 0, {}), {})
    '/dev/ttyACM0: greeting'
    """
    words = [f"{peer.path} {usb.get(peer.path, '')}".strip() + f": {peer.state}"]
    if peer.version:
        words += [f"{peer.model} {peer.identity}", f"version {peer.version}"]
        words += ["offers " + (" ".join(peer.heard["hello"].words[3:]) or "nothing")]
    return ", ".join(words)


def change(peer: PeerInfo, kind: str) -> str:
    """The last frame of ``kind`` from ``peer``, what it means and as it came."""
    return f"{peer.path} {_row(kind, peer.heard[kind], peer.offers)}"


def status(peer: PeerInfo, usb: Mapping[str, str], width: int) -> Iterator[str]:
    """How ``peer`` stands now, in lines of at most ``width`` characters."""
    counts = f"    frames: {peer.good} good, {peer.bad} bad, {peer.missed} missed"
    rows = [f"    {_row(kind, heard, peer.offers)}" for kind, heard in peer.heard.items()]
    for line in (title(peer, usb), counts, *rows, *_plan(peer)):
        yield line[:width]


def meaning(kind: str, words: Sequence[str], offers: Offers) -> str:
    """What a state says, in words; empty for a frame that is no state.

    >>> meaning("keys", ["2"], Offers(keys=("up", "ok"))), meaning("keys", ["0"], Offers(("up",)))
    ('ok', 'all open')
    >>> meaning("board", ["9"], Offers(board=(2, 2))), meaning("keys", ["zz"], Offers(("up",)))
    ('2 of 4 occupied', 'not understood')
    """
    if kind not in BRINGS:
        return ""
    lines, bits = offers.lines(kind), _bits(kind, words, offers)
    if bits is None:
        return "not understood"
    if kind == "board":
        return f"{bits.bit_count()} of {len(lines)} occupied"
    closed = [line for bit, line in enumerate(lines) if bits >> bit & 1]
    return " ".join(closed) or "all open"


def _bits(kind: str, words: Sequence[str], offers: Offers) -> int | None:
    """The state of all lines of ``kind`` that ``words`` tell; None if they are not understood."""
    try:
        return read_bits(words[0], len(offers.lines(kind)))
    except (IndexError, ValueError):
        return None


def _row(kind: str, heard: Heard, offers: Offers) -> str:
    return f"{kind:<6} {meaning(kind, heard.words, offers):<{COLUMN}} {heard.line}"


def _plan(peer: PeerInfo) -> Iterator[str]:
    """The sensing board from above, the first row at the bottom."""
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
