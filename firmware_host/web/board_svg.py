"""Draw a board and what stands on it as SVG, in the wood and colours that the look of a game says.

Pages lay the :class:`Ground` once and show pieces on it; a drawing has both. By night a page lets
the shapes of the class ``dusk`` show, which lie over the wood and over every piece.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from firmware_host.web import piece_svg
from firmware_host.web.board_wood import WoodPlan, carved, stroke
from firmware_host.web.piece_svg import SQUARE, Say
from firmware_host.web.svg import Number, element, framed, group
from games.core import Game, State
from games.equipment import NEUTRAL, OFF, PLACES_BESIDE, Piece, Seat, seat_of

WAY: Final = "#15803d"

ON_EDGE: Final = SQUARE / 3
"""Pixels from one piece that stands on its edge to the next."""

Middles = Mapping[str, Sequence[float]]
"""The middle of each point, the edge of its square, and how far its row reaches up, if it does."""


class Ground(NamedTuple):
    """A board without pieces: its ``shapes`` as SVG on ``width`` x ``height`` pixels.

    ``points`` has the middle of each point by its name, with the edge of its square. ``symbols``
    are those of :mod:`firmware_host.web.piece_svg`. ``places`` says where pieces of a seat lie
    beside the board, such as ``hand 0``: what lies in a tray stands on its edge, and how far down
    the next one stands comes third. ``crowds`` says how several pieces share a point.
    """

    width: float
    height: float
    shapes: str
    points: Middles
    symbols: str
    places: Middles
    crowds: Sequence[Sequence[tuple[float, float, float]]]


def drawing(state: State, title: str, ways: Iterable[Sequence[str]] = ()) -> str:
    """Return the board of ``state`` with its pieces as SVG.

    Each of ``ways``, the names of points in a row, is an arrow.
    """
    game = state.game
    board, prefix = _laid(game), _prefix(game)
    standing = "\n".join(_standing(state.pieces(), game, board, prefix))
    symbols = f"<defs>{piece_svg.symbols_in(standing, game, prefix)}</defs>"
    lines = [_way(way, board.points) for way in ways if way]
    return framed(board.width, board.height, title, (symbols, board.shapes, standing, *lines))


def moving(states: Sequence[State], title: str) -> str:
    """Return a drawing that shows ``states`` one after the other, three times, then the last one.

    A program that does not move pictures shows the last one.
    """
    game = states[0].game
    board, prefix = _laid(game), _prefix(game)
    standing = ["\n".join(_standing(each.pieces(), game, board, prefix)) for each in states]
    symbols = f"<defs>{piece_svg.symbols_in(''.join(standing), game, prefix)}</defs>"
    frames = (_frame(each, number, len(states)) for number, each in enumerate(standing))
    return framed(board.width, board.height, title, (symbols, board.shapes, *frames))


def _frame(standing: str, number: int, count: int) -> str:
    """Return the pieces of one picture of ``count``; the last one stays longer than the others."""
    begin, whole = number, count + 2
    end = whole if number == count - 1 else number + 1
    turns = [(0, "none"), (begin, "inline"), (end, "none")][number == 0 :]
    shown = [(at / whole, look) for at, look in turns if at < whole]
    change = element(
        "animate",
        attributeName="display",
        calcMode="discrete",
        dur=f"{whole}s",
        repeatCount=3,
        values=";".join(look for _, look in shown),
        keyTimes=";".join(f"{at:.4g}" for at, _ in shown),
    )
    return group([change, standing], display="inline" if end == whole else "none")


def arranged(game: Game, pieces: Iterable[Piece], title: str, label: Callable[[str], str]) -> str:
    """Return the board of ``game`` with ``pieces`` as SVG, in which people can point at each point.

    What can be pointed at has the name of its point as ``data-at``, and is called ``label(point)``.
    """
    board, prefix = _laid(game), f"made-{_prefix(game)}"
    standing = defaultdict[str, list[Piece]](list)
    shapes: list[str] = []
    for piece in pieces:
        standing[piece.place].append(piece)
        if piece.place not in game.board:
            shapes += _in_tray(piece, game, board, prefix)
    for name, (x, y, edge, *reach) in board.points.items():
        here, rows = standing[name], int(sum(reach))
        there = piece_svg.standing(here, game, prefix, edge, rows) if here else ()
        shapes.append(group(there, transform=f"translate({x:g} {y:g})"))
        shapes.append(_target(name, label(name), x, y, edge, rows))
    symbols = f"<defs>{piece_svg.symbols_in(''.join(shapes), game, prefix)}</defs>"
    return framed(board.width, board.height, title, (symbols, board.shapes, *shapes))


def _target(name: str, label: str, x: float, y: float, edge: float, reach: int) -> str:
    """Return what can be touched of the point ``name``: its square, or all of its row."""
    rows = max(1, abs(reach))
    top = y - edge / 2 - (edge * (rows - 1) if reach > 0 else 0)
    known = {"data_at": name, "aria_label": label, "role": "button", "fill": "transparent"}
    size = {"x": x - edge / 2, "y": top, "width": edge, "height": edge * rows}
    return element("rect", **known, **size, tabindex=-1)


def ground(game: Game, say: Say = str) -> Ground:
    """Return the board of ``game`` without pieces; ``say`` translates the kinds of pieces."""
    return _laid(game)._replace(symbols=piece_svg.symbols(game, say))


@lru_cache(maxsize=16)
def sign(seat: Seat) -> str:
    """Return the sign of ``seat`` as a small picture."""
    piece = group([piece_svg.piece_of(seat)], transform="translate(20 19)")
    return framed(40, 40, seat.name, [piece])


def _prefix(game: Game) -> str:
    """Return what names of symbols begin with, as several games may be in one document."""
    return f"{game.name}-{''.join(seat.colour[0] for seat in game.seats)}-"


@lru_cache(maxsize=16)
def _laid(game: Game) -> Ground:
    plan = WoodPlan(game.board, game.look)
    shapes = "\n".join(carved(plan))
    middles = {
        p.name: (*_short(*plan.at(p), p.size * SQUARE), *([p.reach] if p.reach else ()))
        for p in game.board.points
    }
    crowds = [piece_svg.crowd(number) for number in range(1, 10)]
    return Ground(plan.width, plan.height, shapes, middles, "", _places(game, plan), crowds)


def _short(x: float, y: float, edge: float) -> tuple[Number, Number, Number]:
    """Return the numbers of a point as they are sent: whole ones without a fraction.

    >>> _short(263.0, 17.25, 44)
    (263, 17.25, 44)
    """
    x, y, edge = (int(each) if each == int(each) else each for each in (x, y, edge))
    return x, y, edge


def _standing(
    pieces: Iterable[Piece],
    game: Game,
    board: Ground,
    prefix: str,
) -> Iterator[str]:
    standing: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.place in game.board:
            standing[piece.place].append(piece)
        else:
            yield from _in_tray(piece, game, board, prefix)
    for name, there in standing.items():
        x, y, edge, *reach = board.points[name]
        shapes = piece_svg.standing(there, game, prefix, edge, int(sum(reach)))
        yield group(shapes, transform=f"translate({x:g} {y:g})")


def _in_tray(piece: Piece, game: Game, board: Ground, prefix: str) -> Iterator[str]:
    """Yield ``piece`` as often as it counts, on its edge, if there is a tray where it lies."""
    x, y, *down = board.places[f"{piece.place} {seat_of(piece, game.seats).index}"]
    for number in range(piece.count if down else 0):
        shapes = piece_svg.standing([replace(piece, count=1)], game, prefix, SQUARE)
        place = f"translate({x:g} {y + number * sum(down):g}) scale(.9 .36)"
        yield group(shapes, transform=place)


def _way(way: Sequence[str], points: Middles) -> str:
    """Return a line along the points of ``way`` that ends in a ring."""
    middles = [(points[name][0], points[name][1]) for name in way]
    (x, y), line = middles[-1], "L".join(f"{x:g} {y:g}" for x, y in middles)
    ring = element("circle", cx=x, cy=y, r=SQUARE // 2 - 3, fill="none", stroke=WAY, stroke_width=5)
    return stroke(f"M{line}", WAY, 5, stroke_linejoin="round") + ring


def _places(game: Game, plan: WoodPlan) -> Middles:
    """Return where pieces beside the board lie: outside at the side of their seat, or in a tray."""
    return {
        f"{place} {seat.index}": _tray(plan, seat)
        if place == OFF and seat.side in plan.trays and seat != NEUTRAL
        else plan.beside(seat.side, (number + 0.5) / len(PLACES_BESIDE))
        for seat in (*game.seats, NEUTRAL)
        for number, place in enumerate(PLACES_BESIDE)
    }


def _tray(plan: WoodPlan, seat: Seat) -> Sequence[float]:
    """Return where the first piece of ``seat`` in its tray is, and how far down the next one."""
    outer, inner = plan.trays[seat.side]
    x, y = plan.spot((plan.right + 0.1, outer))
    down = ON_EDGE if outer > inner else -ON_EDGE
    return x, y + down * 0.6, down


# Squares of wood


# Lines


# Grooves


# Names
