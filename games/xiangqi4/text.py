"""The position text of xiangqi for four: board, turn, living, reserves, lots, clock.

Reading checks the form first, then whether the fields agree with each other.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from games import text as texts
from games.xiangqi4.battle import Battle, pick_first
from games.xiangqi4.rules import (
    ADVISOR,
    CAMPS,
    COLOUR_LETTERS,
    COLOURS,
    ELEPHANT,
    GENERAL,
    KIND_OF,
    LETTERS,
    NAMES,
    PALACES,
    QUIET_LIMIT,
    RANKS,
    SEAT_OF,
    SEATS,
    SOLDIER,
    SPOIL,
    WORDS,
    Xiangqi4Rules,
    drawn,
    living_seats,
    piece_of,
    victory,
)
from games.xiangqi4.spoils import Lot, Reserves
from games.xiangqi4.tables import Movement

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
    elif not battle.lots and not battle.begin(pick_first):
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
