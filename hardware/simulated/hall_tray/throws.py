"""Throws: how dice come to lie in the tray, apart, touching, on one another or against the rim.

The proportions are assumptions, and rather unkind: a third of the dice end up touching another.
"""

from collections.abc import Sequence
from math import asin, atan2, cos, hypot, pi, sin
from random import Random

from msgspec import Struct

from hardware.simulated.hall_tray.dice import BODIES, Body, Lying

INSIDE = 0.200
"""The inner side of the tray in metres; the sensors are in the middle of its eighths."""

MARGIN = 0.0125
"""From the rim to the first sensors."""

TOUCHING, CROSSED, LEANING, MISSING = 0.3, 0.015, 0.01, 0.005
"""The parts of the dice that touch another, lie on another, lean on the rim, or fell out."""

FLAT = 0.02
"""How uneven the felt is: the standard deviation of the tilt of a die that lies, in radians."""

CLEAR = {2: cos(pi / 3), 4: cos(35 / 180 * pi)}
"""A face counts as up while it is at most so far from level, by the number of faces: 60 degrees for
a lot, which is two thirds of the way to its edge, and 35 of 45 for a long die."""

TRIES = 60


class DiceInTray(Struct, frozen=True):
    """Dice as they lie; ``faces`` are what a person would read, None if one is not clear."""

    kind: str
    dice: tuple[Lying, ...]

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What counts, in ascending order; None if a die is missing or leans too much."""
        body, count = BODIES[self.kind]
        ups = [die.up for die in self.dice]
        if len(ups) < count or any(level < CLEAR[len(body.faces)] for _, level in ups):
            return None
        return tuple(sorted(face for face, _ in ups))


def throw(kind: str, rng: Random) -> DiceInTray:
    """Return a throw of the dice called ``kind`` ("lots" or "long")."""
    body, count = BODIES[kind]
    lying: list[Lying] = []
    for _ in range(count):
        chance = rng.random()
        if chance < MISSING:
            continue
        die = None
        if chance < MISSING + LEANING:
            die = _leaning(body, rng)
        elif lying and chance < MISSING + LEANING + CROSSED:
            die = _crossed(body, rng.choice(lying), rng)
        elif lying and rng.random() < TOUCHING:
            die = _beside(body, rng.choice(lying), lying, rng)
        lying.append(die or _apart(body, lying, rng))
    return DiceInTray(kind, tuple(lying))


def _flat(body: Body, x: float, y: float, yaw: float, rng: Random) -> Lying:
    """Return a die that lies at a place, on a face of its own choice."""
    roll = rng.randrange(len(body.faces)) * body.step + rng.gauss(0, FLAT)
    z = body.size[2] / 2 + rng.gauss(0, 0.0003)
    return Lying(body, x, y, z, yaw, roll, rng.gauss(0, FLAT / 2))


def _anywhere(body: Body, rng: Random) -> tuple[float, float, float]:
    while True:
        x, y = (rng.uniform(-MARGIN, INSIDE - MARGIN) for _ in "xy")
        yaw = rng.uniform(0, 2 * pi)
        if inside(body, x, y, yaw):
            return x, y, yaw


def _apart(body: Body, lying: Sequence[Lying], rng: Random) -> Lying:
    for _ in range(TRIES):
        x, y, yaw = _anywhere(body, rng)
        if all(gap_between(body, x, y, yaw, other) > 0 for other in lying):
            break
    return _flat(body, x, y, yaw, rng)


def _beside(body: Body, other: Lying, lying: Sequence[Lying], rng: Random) -> Lying | None:
    """Return a die that has been pushed against ``other``; None if there was no room."""
    for _ in range(TRIES):
        yaw = other.yaw + (rng.choice((0, pi)) if rng.random() < 0.4 else rng.uniform(0, 2 * pi))
        way, start = rng.uniform(0, 2 * pi), rng.uniform(-0.03, 0.03)
        x, y = other.x + start * cos(other.yaw), other.y + start * sin(other.yaw)
        while gap_between(body, x, y, yaw, other) <= 0:
            x, y = x + 0.0005 * cos(way), y + 0.0005 * sin(way)
        if inside(body, x, y, yaw) and all(
            gap_between(body, x, y, yaw, each) > 0 for each in lying if each is not other
        ):
            return _flat(body, x, y, yaw, rng)
    return None


def _crossed(body: Body, other: Lying, rng: Random) -> Lying | None:
    """Return a die with one end on the felt that lies across ``other``; None if it cannot."""
    length, _, thick = body.size
    for _ in range(TRIES):
        yaw = rng.uniform(0, 2 * pi)
        reach = rng.uniform(0.15, 0.85) * length
        x = other.x + rng.uniform(-0.02, 0.02) + (length / 2 - reach) * cos(yaw)
        y = other.y + rng.uniform(-0.02, 0.02) + (length / 2 - reach) * sin(yaw)
        if inside(body, x, y, yaw):
            nose = asin(min(1.0, other.body.size[2] / reach))
            z = length / 2 * sin(nose) + thick / 2 * cos(nose)
            roll = rng.randrange(len(body.faces)) * body.step + rng.gauss(0, 0.15)
            return Lying(body, x, y, z, yaw + pi, roll, -nose)
    return None


def _leaning(body: Body, rng: Random) -> Lying:
    """Return a die that leans against the rim with its side or with its end."""
    length, width, thick = body.size
    lean = rng.uniform(0.1, 1.4)
    turn = rng.randrange(4) * pi / 2
    roll = rng.randrange(len(body.faces)) * body.step
    along = rng.uniform(length / 2, INSIDE - length / 2)
    if rng.random() < 0.5:
        # on its long edge, the length along the rim
        out = (width * cos(lean) + thick * sin(lean)) / 2
        z = (width * sin(lean) + thick * cos(lean)) / 2
        x, y = _at_rim(out, along, turn)
        return Lying(body, x, y, z, turn + pi / 2, roll + lean)
    out = (length * cos(lean) + thick * sin(lean)) / 2
    z = (length * sin(lean) + thick * cos(lean)) / 2
    x, y = _at_rim(out, along, turn)
    return Lying(body, x, y, z, turn + pi, roll, lean)


def _at_rim(out: float, along: float, turn: float) -> tuple[float, float]:
    """Return the place ``out`` from the rim and ``along`` it, on the side that ``turn`` names."""
    half = INSIDE / 2
    x, y = out - half, along - half
    angle = atan2(y, x) + turn
    far = hypot(x, y)
    return far * cos(angle) + half - MARGIN, far * sin(angle) + half - MARGIN


def corners(body: Body, x: float, y: float, yaw: float) -> list[tuple[float, float]]:
    """Return the corners of a die that lies at a place, seen from above."""
    length, width, _ = body.size
    cy, sy = cos(yaw), sin(yaw)
    return [
        (x + a * length / 2 * cy - b * width / 2 * sy, y + a * length / 2 * sy + b * width / 2 * cy)
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def inside(body: Body, x: float, y: float, yaw: float) -> bool:
    """Return whether a die at a place is within the rim."""
    return all(
        -MARGIN <= each <= INSIDE - MARGIN for corner in corners(body, x, y, yaw) for each in corner
    )


def gap_between(body: Body, x: float, y: float, yaw: float, other: Lying) -> float:
    """Return how far a die is from ``other`` along the axis that separates them best (m).

    It is negative if they overlap.
    """
    ours = corners(body, x, y, yaw)
    theirs = corners(other.body, other.x, other.y, other.yaw)
    best = -1.0
    for angle in (yaw, yaw + pi / 2, other.yaw, other.yaw + pi / 2):
        ca, sa = cos(angle), sin(angle)
        one = [px * ca + py * sa for px, py in ours]
        two = [px * ca + py * sa for px, py in theirs]
        best = max(best, min(two) - max(one), min(one) - max(two))
    return best
