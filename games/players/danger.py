"""What may be taken next: the captures that the seat to act has in its turn."""

from collections.abc import Mapping

from games.actions import Move
from games.core import State

LEAST = 0.03
"""A course of throws that is less likely is not looked at."""

Dangers = Mapping[str, float]
"""The chance by which the pieces on each point may be captured."""


def dangers(state: State, team: int) -> Dangers:
    """What of ``team`` can be captured in the turn that begins with ``state``, and how likely.

    Where there are dice a capture is as likely as the throws that allow it. Nothing is in danger
    while the team itself is to act.
    """
    if state.turn is None or state.game.seats[state.turn].team == team:
        return {}
    return _captured(state, team, state.turn, 1.0)


def _captured(state: State, team: int, turn: int, likely: float) -> dict[str, float]:
    if state.turn != turn or likely < LEAST:
        return {}
    if not state.is_chance:
        return _chosen(state, team, turn, likely)
    sums: dict[str, float] = {}
    for throw, chance in state.chance_outcomes():
        share = float(chance)
        for place, each in _captured(state.apply(throw), team, turn, likely * share).items():
            sums[place] = sums.get(place, 0.0) + share * each
    return sums


def _chosen(state: State, team: int, turn: int, likely: float) -> dict[str, float]:
    found: dict[str, float] = {}
    for move in state.legal_moves():
        taken = dict.fromkeys(_places(state, move, team), 1.0)
        if len(state.pending) > 1:
            taken = _captured(state.apply(move), team, turn, likely) | taken
        for place, chance in taken.items():
            found[place] = max(chance, found.get(place, 0.0))
    return found


def _places(state: State, move: Move, team: int) -> list[str]:
    seats = state.game.seats
    return [victim.place for victim in move.captures if seats[victim.seat].team == team]
