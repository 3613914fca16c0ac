"""The options of the game, and the rules and tables of movement that they make."""

from collections.abc import Mapping
from functools import lru_cache

from games.message import msg
from games.options import Option, OptionValue
from games.xiangqi4.board import CAMPS, CENTRE, COORDINATES, NAMES, PALACES, SIZE, soldier_ways
from games.xiangqi4.ending import Rules
from games.xiangqi4.movement import Movement
from games.xiangqi4.terrain import Terrain

OPTIONS = (
    Option(
        "mode",
        msg("Sides"),
        msg("free"),
        (msg("teams"),),
        msg("Free: each alone. Teams: red and yellow against black and green, no spoils."),
    ),
    Option(
        "leap",
        msg("Great leap"),
        msg("2x4"),
        (msg("2x5"),),
        msg("How far a horse leaps in the middle: over four points, or over five."),
    ),
    Option(
        "two_steps",
        msg("Two steps"),
        msg("veteran"),
        (msg("middle"),),
        msg("Where a veteran may go two points: everywhere, or only from the middle."),
    ),
    Option(
        "stalemate",
        msg("Stalemate"),
        msg("out"),
        (msg("pass"),),
        msg("A seat that has no move and is not attacked goes out, or passes."),
    ),
    Option(
        "spoils",
        msg("Spoils"),
        msg("equal"),
        (msg("lot"), msg("last"), msg("none")),
        msg("A mated army: shared equally, the rest by lot, all to the last in turn, none."),
    ),
    Option(
        "team_end",
        msg("Teams' end"),
        msg("both"),
        (msg("first"),),
        msg("Teams: a side has lost with both its generals, or with the first."),
    ),
)

FREE_TEAMS, ALLIES = (0, 1, 2, 3), (0, 1, 0, 1)
CANNON_REACH_OF_ALLIES = 8
CACHED_MOVEMENTS = 2
"""Up to 25 MB each, when all armies have died in turn; options make eight different ones."""
LEAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "2x4": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 2)),
    "2x5": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)),
}
"""The points of a great leap, forward and sideways, its end last (seed, clause 2)."""


def rules(options: Mapping[str, OptionValue]) -> Rules:
    """What ``options`` say about going out, spoils and the end."""
    return Rules(
        teams=options["mode"] == "teams",
        ends_first=options["team_end"] == "first",
        spoils=str(options["spoils"]),
        passes=options["stalemate"] == "pass",
    )


def movement(options: Mapping[str, OptionValue]) -> Movement:
    """The tables of movement that ``options`` make, which equal options share."""
    return _movement(
        teams=options["mode"] == "teams",
        leap=str(options["leap"]),
        doubles_in_the_middle=options["two_steps"] == "middle",
    )


@lru_cache(CACHED_MOVEMENTS)
def _movement(*, teams: bool, leap: str, doubles_in_the_middle: bool) -> Movement:
    return Movement(
        Terrain(
            points=COORDINATES,
            palaces=PALACES,
            camps=CAMPS,
            teams=ALLIES if teams else FREE_TEAMS,
            soldier_ways=soldier_ways,
            reach=CANNON_REACH_OF_ALLIES if teams else SIZE,
            promotes=CENTRE,
            doubles=CENTRE if doubles_in_the_middle else range(len(NAMES)),
            leaps_from=CENTRE,
            leap=LEAPS[leap],
        )
    )
