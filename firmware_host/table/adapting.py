"""How well machines play that follow the people at the table.

The strength is in the name of the player, and so in the record that begins a game. The strength of
the next game follows from that record and from who won. The journal of games is therefore all that
is needed after a restart; nothing is known of who the people are. In public, each visit starts
anew.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from firmware_host.session.seats import ADAPTIVE, PHONE, Seats, chosen
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from games.core import Game, Outcome
from games.players.levels import adaptive_name, adaptive_strength

GAIN: Final = 0.3
"""How much stronger a machine becomes for a point that nobody expected people to win.

A level is a quarter. Of two sides that are equally strong, each expects half the point.
"""
PERSONS: Final = ("person", PHONE)

LastGame = tuple[Setup, Outcome | None]


def with_strength(setup: Setup, context: SceneContext) -> Setup:
    """Return ``setup`` with the strength of all machines that follow people in their names."""
    if ADAPTIVE not in map(chosen, setup.players):
        return setup
    name = following_player(setup.game, context)
    players = (name if chosen(player) == ADAPTIVE else player for player in setup.players)
    return replace(setup, players=tuple(players))


def following_player(game: str, context: SceneContext) -> str:
    """Return the machine that is as strong as the people were in their last game of ``game``."""
    for setup, outcome in _last_games(game, context):
        kind = context.catalogue.load(setup.game, **setup.options)
        strength = strength_after(setup, outcome, kind)
        if strength is not None:
            return adaptive_name(strength)
    return ADAPTIVE


def strength_after(setup: Setup, outcome: Outcome | None, game: Game) -> float | None:
    """Return how strong machines are after a game that began with ``setup``.

    None if no machine followed people in it. A game without an ``outcome`` changes nothing.
    """
    strengths = map(adaptive_strength, setup.players)
    before = next((strength for strength in strengths if strength is not None), None)
    if before is None or outcome is None:
        return before
    seats = zip(game.seats, Seats.of(game, setup.players).players, strict=True)
    sitting = [(seat.team, player) for seat, player in seats if player != "nobody"]
    people = {team for team, player in sitting if player in PERSONS}
    expected = len(people) / len({team for team, _ in sitting})
    winners = outcome.sides(game.seats)
    won = len(people & winners) / len(winners)
    return min(1.0, max(0.0, before + GAIN * (won - expected)))


def _last_games(name: str, context: SceneContext) -> Iterator[LastGame]:
    """Yield the games of ``name``, the newest first; in public only the one on the table."""
    session = context.session
    if session is not None and session.setup.game == name:
        yield session.setup, session.outcome
    if not context.is_public:
        for game in context.history:
            with suppress(ValueError):
                setup = Setup.read(game.records[0])
                if setup.game == name:
                    yield setup, game.outcome
