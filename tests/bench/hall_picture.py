"""The places of the tray where dice are asked for again most often, as a picture."""

from collections.abc import Mapping

from tests.bench.hall_tray import CELLS, TrayTally

SIDE, GAP, TOP, STEP = 240, 40, 40, 12
DARKEST = 0.3
"""The part of throws that is drawn darkest."""


def drawn(tallies: Mapping[str, TrayTally]) -> str:
    """Return the picture of all ``tallies`` by kind of dice, as SVG."""
    width, height = GAP + len(tallies) * (SIDE + GAP), TOP + SIDE + GAP
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
        ),
        "<title>How often dice are asked for again, by place in the tray</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (kind, tally) in enumerate(tallies.items()):
        parts += _tray(kind, tally, GAP + number * (SIDE + GAP))
    return "\n".join((*parts, "</svg>", ""))


def _tray(kind: str, tally: TrayTally, left: int) -> list[str]:
    worst = max((_part(tally, x, y) for x in range(CELLS) for y in range(CELLS)), default=0.0)
    share = tally.asked_again / max(1, tally.throws)
    parts = [
        (
            f'<text x="{left}" y="{TOP - 14}">{kind}: {share:.1%} asked for again, '
            f"{worst:.0%} at worst</text>"
        )
    ]
    for x in range(CELLS):
        for y in range(CELLS):
            shade = 255 - round(200 * min(1.0, _part(tally, x, y) / DARKEST))
            top = TOP + SIDE - (y + 1) * STEP
            parts.append(
                f'<rect x="{left + x * STEP}" y="{top}" width="{STEP}" height="{STEP}" '
                f'fill="rgb({shade},{shade},255)"/>'
            )
    middles = [(n + 0.5) * SIDE / 8 for n in range(8)]
    parts += [
        f'<circle cx="{left + x:g}" cy="{TOP + y:g}" r="1.5" fill="#804000"/>'
        for x in middles
        for y in middles
    ]
    parts.append(
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#000000"/>'
    )
    return parts


def _part(tally: TrayTally, x: int, y: int) -> float:
    """Return the part of dice at a place that were asked for again; 0 if few lay there."""
    thrown = tally.thrown[x, y]
    return tally.asked[x, y] / thrown if thrown >= 20 else 0.0
