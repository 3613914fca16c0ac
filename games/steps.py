"""What the acts of the hands do to the pieces on a real board, forwards and backwards."""

from collections.abc import Iterable, Mapping

from games.actions import Step, Verb
from games.equipment import Piece, identity, listed

BACKWARDS: Mapping[Verb, Verb] = {
    "move": "move",
    "take_off": "put_on",
    "put_on": "take_off",
    "turn": "turn",
}


def take_back(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The acts that undo ``steps``: backwards, each from its target to its origin."""
    return tuple(
        Step(BACKWARDS[step.verb], step.result, step.target, step.origin, step.piece)
        for step in reversed(tuple(steps))
    )


def carry_out(pieces: Iterable[Piece], steps: Iterable[Step]) -> tuple[Piece, ...]:
    """What stands where after ``steps`` have been done to ``pieces``.

    ValueError when a step takes a piece that does not stand at its origin.
    """
    counts = {identity(piece): piece.count for piece in pieces}
    for step in steps:
        before, after = step.piece, step.result
        origin = (before.seat, before.kind, step.origin, before.facing, before.badge)
        if counts.get(origin, 0) < before.count:
            raise ValueError(f"{before.count} of {origin} expected, {counts.get(origin, 0)} found")
        counts[origin] -= before.count
        counts[identity(after)] = counts.get(identity(after), 0) + after.count
    return listed(counts)
