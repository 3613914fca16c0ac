"""The moves of Thaayam: which a seat may choose from, and what hands do for each."""

from typing import NamedTuple

from games.actions import PASS, Choice, Move, PlainMove, Step, Verb
from games.equipment import HAND, OFF, Piece
from games.thaayam.rules import BORNE_OFF, FORTRESS, Captured, Groups, ThaayamRules

Played = tuple[int, int, int, int, Captured]
"""What a move does: its seat, the throw, the progresses it leaves and comes to, what it takes."""
Play = tuple[Move, Played | None]
"""A move, and what it does; None for a pass."""
PASSED: Play = PASS, None


class ThaayamTurn(NamedTuple):
    """What ``seat`` chooses from: the throws ``kept``, and where the pieces (``groups``) stand."""

    rules: ThaayamRules
    groups: Groups
    seat: int
    kept: tuple[int, ...]
    has_captured: bool

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves of :func:`legal_plays`."""
        return tuple(move for move, _ in legal_plays(*self))

    def reach(self, throw: int, origin: int) -> tuple[int, str]:
        """Return where ``throw`` leads from ``origin``, and why it cannot be played, "" if it can.

        ``origin`` is the progress of a piece of the seat.
        """
        return self.rules.reach(self.groups[self.seat], throw, origin, self.has_captured)

    def move(self, throw: int, origin: int, target: int) -> Move:
        """Return the move between two progresses, with everything that it captures here."""
        return play(self.rules, self.groups, self.seat, throw, origin, target)[0]


def legal_plays(
    rules: ThaayamRules, groups: Groups, seat: int, kept: tuple[int, ...], has_captured: bool
) -> list[Play]:
    """Return every throw of ``kept`` with each piece that can play it, else ``pass``."""
    group, reach = groups[seat], rules.reach
    origins = sorted(set(group) - {BORNE_OFF}, reverse=True)
    found = []
    for throw in sorted(set(kept)):
        for origin in origins:
            target, obstacle = reach(group, throw, origin, has_captured)
            if not obstacle:
                found.append(play(rules, groups, seat, throw, origin, target))
    return found or [PASSED]


def play(
    rules: ThaayamRules, groups: Groups, seat: int, throw: int, origin: int, target: int
) -> Play:
    """Return the move between two progresses, and what it does."""
    captured: Captured = ()
    for other, progress in rules.meetings[seat][target]:
        if progress in groups[other]:
            captured = (*captured, (other, groups[other].count(progress)))
    key = (seat, throw, origin, target, captured)
    known = rules.moves.get(key)
    if known is None:
        known = rules.moves[key] = _move(rules, *key)
    return known, key


def _move(
    rules: ThaayamRules, seat: int, throw: int, origin: int, target: int, captured: Captured
) -> Move:
    start, end = rules.place(seat, origin), rules.place(seat, target)
    victims = tuple(Piece(other, "piece", end, count=count) for other, count in captured)
    removals = tuple(Step("take_off", victim, end, HAND) for victim in victims)
    verb: Verb = "put_on" if start == HAND else "take_off" if end == OFF else "move"
    path = range(origin + 1, min(target, FORTRESS) + 1)
    return PlainMove(
        text=f"{throw}:{start}-{end}{'x' if captured else ''}",
        choices=(
            Choice("piece", start, _on_board(start)),
            Choice("target", end, _on_board(end)),
            Choice("die", str(throw), _on_board(end)),
        ),
        path=tuple(rules.place(seat, progress) for progress in path),
        captures=victims,
        steps=(*removals, Step(verb, Piece(seat, "piece", start), start, end)),
    )


def _on_board(place: str) -> tuple[str, ...]:
    return () if place in (HAND, OFF) else (place,)
