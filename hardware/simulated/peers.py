"""The microcontroller on the serial link of a wiring."""

from collections.abc import Callable

from hardware.link.hello import Size
from hardware.simulated.serial_peer import SerialPeer
from hardware.simulated.timeline import Timeline
from hardware.wiring.wiring import CUP, DICE_LINES, KEYS, Wiring


def peer_of(
    wiring: Wiring,
    board: Size | None,
    timeline: Timeline,
    clock: Callable[[], float],
) -> SerialPeer | None:
    """Return the peer that brings what ``wiring`` expects of its link, and a sensing ``board``.

    Keys and dice that are wired to pins are left there. None if there is nothing to bring.
    """
    expected = () if wiring.link is None else wiring.link.brings
    keys = tuple(key for key in KEYS if key not in wiring.keys) if "keys" in expected else ()
    tray = (*DICE_LINES, CUP) if "tray" in expected and wiring.dice is None else ()
    if not (keys or tray or board):
        return None
    return SerialPeer(keys, tray, board, timeline, clock)
