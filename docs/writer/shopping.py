"""What is bought for each build, about how much it costs, and who says so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Bought:
    """A line of a shopping list: what, how many, about how much together, and who says so."""

    what: str
    count: str
    price: float
    source: str

    @property
    def currency(self) -> str:
        """Return in which currency the price is."""
        return "USD" if "USD" in self.source else "EUR"


_ESTIMATE: Final = "judged, November 2026"

SHOPPING: Final[Mapping[str, tuple[Bought, ...]]] = {
    "dice": (
        Bought("four-channel infrared tracking module: four heads with leads, one board", "1",
               2.10, "getmicros.net, seen in November 2026, USD"),
        Bought("microswitch with a hinge lever, such as Omron SS-5GL", "1", 1.5, _ESTIMATE),
        Bought("jumper leads, socket to socket, 30 cm", "8", 1, _ESTIMATE),
        Bought("square rod of wood, 16 x 16 mm, 1 m", "1", 2, _ESTIMATE),
        Bought("white and black acrylic paint", "1 each", 4, _ESTIMATE),
        Bought("threaded rod M3, 1 m", "2", 3, _ESTIMATE),
        Bought("nuts and washers M3", "20", 1, _ESTIMATE),
        Bought("screws M2 x 12 with nuts, for the switch", "2", 0.5, _ESTIMATE),
        Bought("PLA for a printer", "0.7 kg", 14, _ESTIMATE),
    ),
    "lane reader": (
        Bought("lane-reader.zip from a board maker: five boards, the least that are made", "1",
               15, _ESTIMATE),
        Bought("TCRT5000", "4", 3, _ESTIMATE),
        Bought("TL331IDBVR, comparator", "4", 2, _ESTIMATE),
        Bought("trimmer Bourns 3386P-1-103LF, 10 kOhm", "4", 6, _ESTIMATE),
        Bought("resistors, capacitors and red LEDs 0805: lane-reader-parts.csv", "1 set", 3,
               _ESTIMATE),
        Bought("pin headers 2.54 mm: straight 1 x 40, angled 1 x 12", "1 each", 2, _ESTIMATE),
        Bought("jumper leads, socket to socket, 40 cm", "20", 3, _ESTIMATE),
        Bought("screws M2 x 8", "4", 0.5, _ESTIMATE),
    ),
    "panel": (
        Bought("2.42 inch OLED module, SSD1309", "1", 20, _ESTIMATE),
        Bought("arcade button of 24 mm with a switch, clipped in", "7", 14, _ESTIMATE),
        Bought("leads with 2.8 mm sockets, ground in a chain", "1 set", 5, _ESTIMATE),
        Bought("front plate, cut from 3 mm plywood or acrylic", "1", 6, _ESTIMATE),
    ),
    "case": (
        Bought("stacking header, 2 x 20, extra tall", "1", 3, _ESTIMATE),
        Bought("screws M2.5 x 12", "4", 1, _ESTIMATE),
        Bought("spacers M2.5, 11 mm, with an inner thread", "4", 2, _ESTIMATE),
        Bought("screws M2.5 x 6", "4", 1, _ESTIMATE),
    ),
    "sensing board": (
        Bought("disc magnet, 5 x 2 mm", "32", 6, _ESTIMATE),
        Bought("reed switch, 14 mm, one for each field of 5 x 5", "25", 8, _ESTIMATE),
        Bought("Raspberry Pi Pico", "1", 5, _ESTIMATE),
        Bought("USB cable that carries data", "1", 3, _ESTIMATE),
    ),
}  # fmt: skip
"""What each build needs besides the Pi, its display and its power supply."""
