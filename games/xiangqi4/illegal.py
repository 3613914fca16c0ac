"""Why an action is not legal in xiangqi for four, as one sentence."""

from collections.abc import Iterator, Mapping

from games.actions import PASS
from games.core import GAME_OVER, Attempt
from games.errors import IllegalMove
from games.message import Message, msg
from games.xiangqi4.battle import FROM_RESERVE, Battle, dropped
from games.xiangqi4.moves import BattleMove
from games.xiangqi4.rules import (
    ADVISOR,
    CAMP_OF,
    CANNON,
    COLOUR_LETTERS,
    COLOURS,
    ELEPHANT,
    EMPTY,
    GENERAL,
    HORSE,
    INDEX,
    KIND_OF,
    LETTERS,
    MOVE_TEXT,
    NAMES,
    ROOK,
    SEAT_OF,
    SET_UP_COUNTS,
    SOLDIER,
    STRAIGHT,
    VETERAN,
    WORDS,
)
from games.xiangqi4.spoils import held_by
from games.xiangqi4.terrain import code_of

LOT_AWAITED = msg("expected a lot, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as g3-g10, g3xg19, C@q8 or pass, not {given}")
CAN_MOVE = msg("{colour} can move and may not pass")
NO_POINT = msg("{point} is not a point of the board")
NO_PIECE = msg("{colour} has no piece on {point}")
OWN_PIECE = msg("{colour}'s own piece stands on {point}")
ALLY = msg("{colour}, your ally, has a piece on {point}")
NOT_SO = msg("the {kind} cannot go to {target}: {rule}")
IN_THE_WAY = msg("a piece on {point} blocks the {kind} from {origin} to {target}")
NO_SCREEN = msg(
    "a cannon captures over exactly one piece; between {origin} and {target} there are {count}"
)
OUT_OF_RANGE = msg(
    "in teams a cannon captures at most {reach} points away; {target} is {distance} from {origin}"
)
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")
LEAVES_ATTACKED = msg("that leaves {colour}'s general attacked")
ATTACKED_BY = msg("that leaves {colour}'s general attacked by a piece of {enemy}: {attacker}")
NOT_HELD = msg("{colour} has no {kind} in reserve from the camp of {point}")
NO_CAMP = msg("{point} is not in a camp: drop a piece in the camp that it comes from")
ENOUGH = msg("{colour} already has all {count} of that kind on the board: {kind}")
OCCUPIED = msg("you can drop a piece only on an empty point: {point} is occupied")
DROP_ATTACKS = msg("a dropped piece may not attack at once: from {point} it attacks {victim}")

RULES: Mapping[int, str] = {
    ROOK: msg("it moves straight along a line"),
    HORSE: msg("it goes one point straight (empty), then one diagonally"),
    ELEPHANT: msg("it moves two points diagonally, inside its camp"),
    ADVISOR: msg("it moves one point diagonally, inside its palace"),
    GENERAL: msg("it moves one point straight, inside its palace"),
    CANNON: msg("it moves straight along a line"),
    SOLDIER: msg("it moves one point forward up to the middle"),
    VETERAN: msg("it moves one point straight"),
}
HORSE_LEAPS = msg("one point straight (empty), one diagonally, or a great leap")
ONE_OR_TWO = msg("it goes one or two points straight")
NEVER_BACK = msg("{rule}, never back in this camp")


def refusal(battle: Battle, text: str) -> IllegalMove:
    """Return why ``text`` may not be played in ``battle``."""
    if battle.turn is None:
        return IllegalMove(GAME_OVER)
    if battle.lots:
        choices = ", ".join(f"lot:{COLOUR_LETTERS[seat]}" for seat in battle.lots[0].claimants)
        return IllegalMove(LOT_AWAITED, choices=choices, given=text)
    if text == PASS.text:
        return IllegalMove(CAN_MOVE, colour=COLOURS[battle.turn])
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    letter, place, origin, target = parts.groups()
    for point in (place, origin, target):
        if point is not None and point not in INDEX:
            return IllegalMove(NO_POINT, point=point)
    if letter:
        return _of_drop(battle, LETTERS.index(letter), INDEX[place])
    return _of_move(battle, INDEX[origin], INDEX[target], text)


def attempts(battle: Battle, origin: str, target: str) -> Iterator[Attempt]:
    """Yield the move from point to point, or from the reserve the drop of every kind held.

    What is held of the army in whose camp ``target`` lies comes first.
    """
    if target not in INDEX or origin == target:
        return
    point = INDEX[target]
    if origin in INDEX:
        yield f"{origin}{'x' if battle.board[point] else '-'}{target}", target
        return
    held = sorted(
        held_by(battle.reserves, battle.acting), key=lambda won: won[1] != CAMP_OF.get(point)
    )
    for kind, _ in held:
        yield f"{LETTERS[kind]}@{target}", target


def _of_drop(battle: Battle, kind: int, point: int) -> IllegalMove:
    seat = battle.acting
    facts = {"colour": COLOURS[seat], "kind": WORDS[kind], "point": NAMES[point]}
    if point not in CAMP_OF:
        return IllegalMove(NO_CAMP, **facts)
    if (seat, kind, CAMP_OF[point]) not in battle.reserves:
        return IllegalMove(NOT_HELD, **facts)
    if battle.on_board(seat, kind) >= SET_UP_COUNTS[kind]:
        return IllegalMove(ENOUGH, count=SET_UP_COUNTS[kind], **facts)
    if battle.board[point] != EMPTY:
        return IllegalMove(OCCUPIED, **facts)
    code = code_of(FROM_RESERVE + kind, point)
    victim = battle.victim(dropped(seat, code), point)
    if victim is not None:
        return IllegalMove(DROP_ATTACKS, victim=NAMES[victim], **facts)
    return _attacked(battle, code)


def _of_move(battle: Battle, origin: int, target: int, text: str) -> IllegalMove:
    seat, piece = battle.acting, battle.board[origin]
    colour = COLOURS[seat]
    if SEAT_OF[piece] != seat:
        return IllegalMove(NO_PIECE, colour=colour, point=NAMES[origin])
    standing = battle.board[target]
    if standing and not battle.movement.prey[seat][standing]:
        return _of_friend(seat, SEAT_OF[standing], NAMES[target])
    obstacle = _obstacle(battle, origin, target)
    if obstacle is not None:
        return obstacle
    right = BattleMove(battle, code_of(origin, target))
    if battle.allows(seat, right.code):
        return IllegalMove(WRITTEN_OTHERWISE, right=right.text, given=text)
    return _attacked(battle, right.code)


def _attacked(battle: Battle, code: int) -> IllegalMove:
    """Return who attacks the general of the seat to act after its move or drop ``code``."""
    seat = battle.acting
    colour = COLOURS[seat]
    for piece in battle.attackers_after(seat, code):
        enemy, kind = COLOURS[SEAT_OF[piece]], WORDS[KIND_OF[piece]]
        return IllegalMove(ATTACKED_BY, colour=colour, enemy=enemy, attacker=kind)
    return IllegalMove(LEAVES_ATTACKED, colour=colour)


def _of_friend(seat: int, other: int, point: str) -> IllegalMove:
    reason = OWN_PIECE if other == seat else ALLY
    return IllegalMove(reason, colour=COLOURS[other], point=point)


def _obstacle(battle: Battle, origin: int, target: int) -> IllegalMove | None:
    """Return what keeps the piece on ``origin`` from going to ``target``, None if nothing does."""
    piece, movement = battle.board[origin], battle.movement
    facts = {
        "kind": WORDS[KIND_OF[piece]],
        "origin": NAMES[origin],
        "target": NAMES[target],
    }
    if not movement.reaches(piece, origin, target, battle.living):
        return IllegalMove(NOT_SO, rule=_rule(battle, piece, origin), **facts)
    passed = movement.passed(piece, origin, target, battle.living)
    blocking = [point for point in passed if battle.board[point]]
    if KIND_OF[piece] == CANNON and battle.board[target]:
        return _of_shot(len(passed) + 1, len(blocking), movement.terrain.reach, facts)
    if blocking:
        return IllegalMove(IN_THE_WAY, point=NAMES[blocking[0]], **facts)
    return None


def _rule(battle: Battle, piece: int, origin: int) -> Message:
    """Return how ``piece`` moves from ``origin``."""
    terrain, kind = battle.movement.terrain, KIND_OF[piece]
    if kind == HORSE and origin in terrain.leaps_from:
        return Message.of(HORSE_LEAPS)
    if kind != VETERAN:
        return Message.of(RULES[kind])
    rule = Message.of(ONE_OR_TWO if origin in terrain.doubles else RULES[kind])
    ways = terrain.soldier_ways(SEAT_OF[piece], kind, origin, battle.living)
    return rule if len(tuple(ways)) == len(STRAIGHT) else Message.of(NEVER_BACK, rule=rule)


def _of_shot(distance: int, screens: int, reach: int, facts: dict[str, str]) -> IllegalMove | None:
    if screens != 1:
        return IllegalMove(NO_SCREEN, count=screens, **facts)
    if distance > reach:
        return IllegalMove(OUT_OF_RANGE, reach=reach, distance=distance, **facts)
    return None
