"""How positions and moves of xiangqi for four are written and read, and why an action is refused.

A position text has the board, the turn, who lives, the reserves, the lots and the clock. Reading
checks the form first, then whether the fields agree with each other. Pieces that were found on the
real board are read as a battle, too.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import cast

from games import text as texts
from games.actions import PASS
from games.arranging import check_alone
from games.core import GAME_OVER, Attempt
from games.equipment import OFF, RESERVE, Piece
from games.message import IllegalMove, Message, WrongPieces, msg
from games.xiangqi4.armies import SPOILS, Lot, Reserves, held_by
from games.xiangqi4.battle import FROM_RESERVE, Battle, dropped, pick_any
from games.xiangqi4.moves import BattleMove, beside, standing, won
from games.xiangqi4.rules import (
    ADVISOR,
    BADGES,
    CAMP_OF,
    CAMPS,
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
    NOBODY,
    PALACES,
    QUIET_LIMIT,
    RANKS,
    ROOK,
    SEAT_OF,
    SEATS,
    SET_UP_COUNTS,
    SOLDIER,
    SPOIL,
    STRAIGHT,
    VETERAN,
    WORDS,
    Xiangqi4Rules,
    drawn,
    living_seats,
    piece_of,
    victory,
)
from games.xiangqi4.tables import Movement
from games.xiangqi4.terrain import code_of

FIELDS = ("board", "turn", "living", "reserves", "lots", "clock")

PIECE = f"[{COLOUR_LETTERS}][{LETTERS}]"
RANK = re.compile(rf"(?:{PIECE}|[1-9][0-9]?)+")
TOKEN = re.compile(f"({PIECE})|([1-9][0-9]?)")
LIVING = re.compile("r?b?y?g?")
HELD = re.compile(f"([{COLOUR_LETTERS}])({SPOIL})([{COLOUR_LETTERS}])([1-9][0-9]?)")
LOT = re.compile(f"({SPOIL})([{COLOUR_LETTERS}]):(r?b?y?g?)")


def write(battle: Battle) -> str:
    """Return the position text of ``battle``."""
    return " ".join(
        (
            write_board(battle.board),
            texts.EMPTY if battle.turn is None else str(battle.turn),
            "".join(COLOUR_LETTERS[seat] for seat in living_seats(battle.living)) or texts.EMPTY,
            write_reserves(battle.reserves),
            texts.joined([_lot_text(lot) for lot in battle.lots]),
            str(battle.clock),
        )
    )


def write_board(board: bytearray) -> str:
    """Return the ranks from the highest down, a run of empty points as its length."""
    return "/".join(_rank_text([board[point] for point in rank]) for rank in RANKS)


def write_reserves(reserves: Reserves) -> str:
    """Return who holds how many of what from whom, as in ``rRb2,rSb1``."""
    return texts.joined(
        [
            f"{COLOUR_LETTERS[holder]}{LETTERS[kind]}{COLOUR_LETTERS[origin]}{count}"
            for (holder, kind, origin), count in sorted(reserves.items())
        ]
    )


def _rank_text(pieces: list[int]) -> str:
    runs = [(piece, len(list(alike))) for piece, alike in groupby(pieces)]
    return "".join(_sign(piece) * length if piece else str(length) for piece, length in runs)


def _sign(piece: int) -> str:
    return COLOUR_LETTERS[SEAT_OF[piece]] + LETTERS[KIND_OF[piece]]


def _lot_text(lot: Lot) -> str:
    claimants = "".join(COLOUR_LETTERS[seat] for seat in lot.claimants)
    return f"{LETTERS[lot.kind]}{COLOUR_LETTERS[lot.origin]}:{claimants}"


def read(movement: Movement, rules: Xiangqi4Rules, text: str) -> Battle:
    """Return the battle written ``text``, without history; ValueError says what is wrong."""
    board, turn, living, reserves, lots, clock = texts.fields(text, FIELDS)
    battle = Battle(movement, rules)
    battle.set_up(_read_board(board))
    if write_board(battle.board) != board:
        raise ValueError(f"expected each run of empty points as one number: {board!r}")
    battle.turn = texts.turn(turn, len(SEATS))
    battle.reserves = _read_reserves(reserves)
    battle.lots = tuple(_read_lot(item) for item in texts.items(lots))
    battle.clock = texts.whole(clock, "clock", 0, QUIET_LIMIT)
    texts.check(_disagreements(battle, _read_living(living)), text)
    _begin(battle, text)
    return battle


def _begin(battle: Battle, text: str) -> None:
    """Find out how a game that is over ended, or that the seat to act can act."""
    if battle.turn is None:
        battle.ending = victory(battle.rules, battle.living) or drawn(
            battle.rules, battle.living, "draw"
        )
    elif not battle.lots and not battle.begin(pick_any):
        raise ValueError(f"expected a legal move for {COLOURS[battle.turn]} to play: {text!r}")


def _read_board(text: str) -> dict[int, int]:
    """Return the piece on every point where one stands."""
    ranks = text.split("/")
    if len(ranks) != len(RANKS):
        raise ValueError(f"expected {len(RANKS)} ranks joined by /, found {len(ranks)}: {text!r}")
    found: dict[int, int] = {}
    for points, rank in zip(RANKS, ranks, strict=True):
        pieces = _read_rank(rank)
        if len(pieces) != len(points):
            raise ValueError(f"expected {len(points)} points in rank {rank!r}, not {len(pieces)}")
        found.update((at, piece) for at, piece in zip(points, pieces, strict=True) if piece)
    return found


def _read_rank(text: str) -> list[int]:
    if not RANK.fullmatch(text):
        raise ValueError(f"expected pieces such as rR and runs of empty points: {text!r}")
    pieces: list[int] = []
    for piece, run in TOKEN.findall(text):
        pieces += [_piece(piece)] if piece else [0] * int(run)
    return pieces


def _piece(text: str) -> int:
    return piece_of(COLOUR_LETTERS.index(text[0]), LETTERS.index(text[1]))


def _read_living(text: str) -> int:
    letters = "" if text == texts.EMPTY else text
    if not LIVING.fullmatch(letters) or not text:
        raise ValueError(f"expected living as letters of {COLOUR_LETTERS} in order: {text!r}")
    return sum(1 << COLOUR_LETTERS.index(letter) for letter in letters)


def _read_reserves(text: str) -> Reserves:
    reserves: dict[tuple[int, int, int], int] = {}
    for item in texts.items(text):
        parts = HELD.fullmatch(item)
        if parts is None:
            raise ValueError(f"expected a reserve such as rRb2: {item!r}")
        holder, kind, origin, count = parts.groups()
        key = COLOUR_LETTERS.index(holder), LETTERS.index(kind), COLOUR_LETTERS.index(origin)
        reserves[key] = int(count)
    if write_reserves(reserves) != text:
        raise ValueError(f"expected reserves by holder, kind R H C S and origin: {text!r}")
    return reserves


def _read_lot(text: str) -> Lot:
    parts = LOT.fullmatch(text)
    if parts is None or len(parts[3]) < 2:
        raise ValueError(f"expected a lot such as Rb:rg, claimants in seat order: {text!r}")
    kind, origin, claimants = parts.groups()
    seats = tuple(COLOUR_LETTERS.index(letter) for letter in claimants)
    return Lot(LETTERS.index(kind), COLOUR_LETTERS.index(origin), seats)


def _disagreements(battle: Battle, living: int) -> Iterator[tuple[bool, str]]:
    """Yield whether fields disagree, each with what was expected."""
    for seat in SEATS:
        army = [battle.board[point] for point in battle.armies[seat]]
        alive = bool(living >> seat & 1)
        generals = army.count(piece_of(seat, GENERAL))
        yield alive and generals != 1, f"one general of {COLOURS[seat]}, who lives"
        yield not alive and bool(army), f"no piece of {COLOURS[seat]}, who is out"
    for point, piece in battle.occupied():
        yield _is_misplaced(piece, point), f"no {WORDS[KIND_OF[piece]]} on {NAMES[point]}"
    yield from _end_disagreements(battle, living)
    yield from _reserve_disagreements(battle)
    yield from _lot_disagreements(battle)


def _end_disagreements(battle: Battle, living: int) -> Iterator[tuple[bool, str]]:
    yield not living, "a seat that lives"
    won = victory(battle.rules, living)
    if battle.turn is not None:
        winners = " and ".join(COLOURS[seat] for seat in won.winners) if won else ""
        has = "have" if battle.rules.teams else "has"
        yield bool(winners), f"turn -, because {winners} {has} won"
        yield battle.clock >= QUIET_LIMIT, f"a clock below {QUIET_LIMIT} while a seat is to act"


def _is_misplaced(piece: int, point: int) -> bool:
    seat, kind = SEAT_OF[piece], KIND_OF[piece]
    if kind in (ADVISOR, GENERAL):
        return point not in PALACES[seat]
    return kind in (ELEPHANT, SOLDIER) and point not in CAMPS[seat]


def _reserve_disagreements(battle: Battle) -> Iterator[tuple[bool, str]]:
    teams = battle.rules.teams
    yield teams and bool(battle.reserves or battle.lots), "neither reserves nor lots in teams"
    for holder, _, _ in battle.reserves:
        yield not battle.is_living(holder), f"no reserve of {COLOURS[holder]}, who is out"


def _lot_disagreements(battle: Battle) -> Iterator[tuple[bool, str]]:
    kinds = [lot.kind for lot in battle.lots]
    yield kinds != sorted(kinds), "lots in the order R H C S"
    for lot in battle.lots:
        yield battle.is_living(lot.origin), "lots only of a seat that is out"
        yield lot.origin != battle.turn, "the turn of the seat that lots are taken from"
        are_living = set(lot.claimants) <= set(living_seats(battle.living))
        yield not are_living, "only living claimants of lots"
    can_act = battle.turn is None or bool(battle.lots) or battle.is_living(battle.turn)
    yield not can_act, "the turn of a living seat, or -"


NO_GENERAL = msg("{colour}'s general must be on the board")
IS_OUT = msg("{colour} is out and can have no piece on the board or in reserve")
DRAWN_FOR = msg("pieces that lots are drawn for stay in reserve")


def owner(piece: Piece) -> int:
    """Return the seat whose army ``piece`` is of, which in reserve its letter tells."""
    is_won = piece.place == RESERVE and piece.badge
    return COLOUR_LETTERS.find(piece.badge) if is_won else piece.holder


def standings(piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be at ``place``, as it is or is held now first.

    A soldier that has left its camp is a veteran, in its camp it may be either; what crosses
    rivers may be in reserve with any other seat.
    """
    army = owner(piece)
    if piece.kind not in WORDS or army == NOBODY:
        return ()
    kind = WORDS.index(piece.kind)
    if place == OFF:
        return (beside(army, kind, OFF),)
    ways = _held(piece, army, kind) if place == RESERVE else _on_board(army, kind, place)
    return tuple(sorted(ways, key=lambda way: (way.seat, way.badge) != (piece.seat, piece.badge)))


def _held(piece: Piece, army: int, kind: int) -> Iterator[Piece]:
    if kind not in SPOILS:
        return
    if piece.place == RESERVE and not piece.badge:
        yield beside(army, kind, RESERVE)
    yield from (won(seat, kind, army) for seat in SEATS if seat != army)


def _on_board(army: int, kind: int, place: str) -> Iterator[Piece]:
    point = INDEX.get(place)
    if point is None:
        return
    if kind == SOLDIER:
        yield standing(piece_of(army, VETERAN), point)
    ground = {GENERAL: PALACES, ADVISOR: PALACES, ELEPHANT: CAMPS, SOLDIER: CAMPS}.get(kind)
    if ground is None or point in ground[army]:
        yield standing(piece_of(army, kind), point)


def rearranged(battle: Battle, pieces: tuple[Piece, ...]) -> Battle:
    """Return ``battle`` with ``pieces`` instead of its own; WrongPieces if they do not fit it.

    Who is out stays out, who lives keeps a general, and lots stay as they are. The seat to act is
    judged as at the beginning of any turn: without a legal move it goes out, and its army with it.
    """
    check_alone(pieces)
    after = Battle(battle.movement, battle.rules)
    on_board = [piece for piece in pieces if piece.place in INDEX]
    after.set_up({INDEX[piece.place]: _number(piece) for piece in on_board})
    after.reserves = {
        (piece.holder, WORDS.index(piece.kind), owner(piece)): piece.count for piece in _won(pieces)
    }
    after.turn, after.lots, after.clock = battle.turn, battle.lots, battle.clock
    _check_living(battle, after)
    _check_lots(after, pieces)
    if not after.lots:
        after.settle(cast("int", battle.turn) - 1, pick_any)
    return after


def _number(piece: Piece) -> int:
    is_veteran = piece.badge == BADGES[VETERAN]
    return piece_of(piece.holder, VETERAN if is_veteran else WORDS.index(piece.kind))


def _won(pieces: Iterable[Piece]) -> Iterator[Piece]:
    return (piece for piece in pieces if piece.place == RESERVE and piece.badge)


def _check_living(before: Battle, after: Battle) -> None:
    holders = {holder for holder, _, _ in after.reserves}
    for seat in SEATS:
        if before.is_living(seat) and not after.is_living(seat):
            raise WrongPieces(NO_GENERAL, colour=COLOURS[seat])
        if not before.is_living(seat) and (after.armies[seat] or seat in holders):
            raise WrongPieces(IS_OUT, colour=COLOURS[seat])


def _check_lots(battle: Battle, pieces: Iterable[Piece]) -> None:
    drawn_for = Counter((lot.origin, WORDS[lot.kind]) for lot in battle.lots)
    found: Counter[tuple[int, str]] = Counter()
    for piece in pieces:
        if piece.place == RESERVE and not piece.badge:
            found[piece.holder, piece.kind] += piece.count
    if found != drawn_for:
        raise WrongPieces(DRAWN_FOR)


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
