"""Finding out why the action written in a text is not legal."""

from collections.abc import Iterator

from games.actions import PASS
from games.core import GAME_OVER, Attempt
from games.errors import IllegalMove
from games.xiangqi4 import reasons
from games.xiangqi4.board import CAMP_OF, COLOUR_LETTERS, COLOURS, INDEX, NAMES, SET_UP_COUNTS
from games.xiangqi4.deeds import Deed
from games.xiangqi4.match import FROM_RESERVE, Match, dropped
from games.xiangqi4.notation import MOVE_TEXT
from games.xiangqi4.pieces import CANNON, EMPTY, KIND_OF, LETTERS, SEAT_OF, WORDS
from games.xiangqi4.spoils import held_by
from games.xiangqi4.stepping import code_of


def refusal(match: Match, text: str) -> IllegalMove:
    """Why ``text`` may not be played in ``match``."""
    if match.turn is None:
        return IllegalMove(GAME_OVER)
    if match.lots:
        choices = ", ".join(f"lot:{COLOUR_LETTERS[seat]}" for seat in match.lots[0].claimants)
        return IllegalMove(reasons.LOT_AWAITED, choices=choices, given=text)
    if text == PASS.text:
        return IllegalMove(reasons.CAN_MOVE, colour=COLOURS[match.turn])
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(reasons.MOVE_AWAITED, given=text)
    letter, place, origin, target = parts.groups()
    for point in (place, origin, target):
        if point is not None and point not in INDEX:
            return IllegalMove(reasons.NO_POINT, point=point)
    if letter:
        return _of_drop(match, LETTERS.index(letter), INDEX[place])
    return _of_move(match, INDEX[origin], INDEX[target], text)


def attempts(match: Match, origin: str, target: str) -> Iterator[Attempt]:
    """The move from point to point; from beside the board the drop of every kind that is held.

    What is held of the army in whose camp ``target`` lies comes first.
    """
    if target not in INDEX or origin == target:
        return
    point = INDEX[target]
    if origin in INDEX:
        yield f"{origin}{'x' if match.board[point] else '-'}{target}", target
        return
    held = sorted(
        held_by(match.reserves, match.acting), key=lambda won: won[1] != CAMP_OF.get(point)
    )
    for kind, _ in held:
        yield f"{LETTERS[kind]}@{target}", target


def _of_drop(match: Match, kind: int, point: int) -> IllegalMove:
    seat = match.acting
    facts = {"colour": COLOURS[seat], "kind": WORDS[kind], "point": NAMES[point]}
    if point not in CAMP_OF:
        return IllegalMove(reasons.NO_CAMP, **facts)
    if (seat, kind, CAMP_OF[point]) not in match.reserves:
        return IllegalMove(reasons.NOT_HELD, **facts)
    if match.on_board(seat, kind) >= SET_UP_COUNTS[kind]:
        return IllegalMove(reasons.ENOUGH, count=SET_UP_COUNTS[kind], **facts)
    if match.board[point] != EMPTY:
        return IllegalMove(reasons.OCCUPIED, **facts)
    after = match.copy()
    after.board[point] = dropped(seat, code_of(FROM_RESERVE + kind, point))
    victim = after.victim(point)
    if victim is not None:
        return IllegalMove(reasons.DROP_ATTACKS, victim=NAMES[victim], **facts)
    return IllegalMove(reasons.LEAVES_ATTACKED, **facts)


def _of_move(match: Match, origin: int, target: int, text: str) -> IllegalMove:
    seat, piece = match.acting, match.board[origin]
    colour = COLOURS[seat]
    if SEAT_OF[piece] != seat:
        return IllegalMove(reasons.NO_PIECE, colour=colour, point=NAMES[origin])
    standing = match.board[target]
    if standing and not match.movement.prey[seat][standing]:
        return _of_friend(seat, SEAT_OF[standing], NAMES[target])
    obstacle = _obstacle(match, origin, target)
    if obstacle is not None:
        return obstacle
    right = Deed(match, code_of(origin, target))
    if match.allows(seat, right.code):
        return IllegalMove(reasons.WRITTEN_OTHERWISE, right=right.text, given=text)
    return IllegalMove(reasons.LEAVES_ATTACKED, colour=colour)


def _of_friend(seat: int, other: int, point: str) -> IllegalMove:
    reason = reasons.OWN_PIECE if other == seat else reasons.ALLY
    return IllegalMove(reason, colour=COLOURS[other], point=point)


def _obstacle(match: Match, origin: int, target: int) -> IllegalMove | None:
    """What keeps the piece on ``origin`` from going to ``target``, None if nothing does."""
    piece, movement = match.board[origin], match.movement
    facts = {
        "kind": WORDS[KIND_OF[piece]],
        "origin": NAMES[origin],
        "target": NAMES[target],
    }
    if not movement.reaches(piece, origin, target, match.living):
        return IllegalMove(reasons.NOT_SO, **facts)
    passed = movement.passed(piece, origin, target, match.living)
    blocking = [point for point in passed if match.board[point]]
    if KIND_OF[piece] == CANNON and match.board[target]:
        return _of_shot(len(passed) + 1, len(blocking), movement.terrain.reach, facts)
    if blocking:
        return IllegalMove(reasons.IN_THE_WAY, point=NAMES[blocking[0]], **facts)
    return None


def _of_shot(distance: int, screens: int, reach: int, facts: dict[str, str]) -> IllegalMove | None:
    if screens != 1:
        return IllegalMove(reasons.NO_SCREEN, count=screens, **facts)
    if distance > reach:
        return IllegalMove(reasons.OUT_OF_RANGE, reach=reach)
    return None
