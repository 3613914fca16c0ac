"""Position text, read: the form first, then whether the fields agree with each other."""

import re
from collections.abc import Iterator

from games import text as texts
from games.xiangqi4.board import (
    CAMPS,
    COLOUR_LETTERS,
    COLOURS,
    NAMES,
    PALACES,
    RANKS,
    SEATS,
)
from games.xiangqi4.ending import QUIET_LIMIT, Rules, drawn, living_seats, victory
from games.xiangqi4.match import Match, pick_first
from games.xiangqi4.movement import Movement
from games.xiangqi4.notation import SPOIL
from games.xiangqi4.pieces import (
    ADVISOR,
    ELEPHANT,
    GENERAL,
    KIND_OF,
    LETTERS,
    SEAT_OF,
    SOLDIER,
    WORDS,
    piece_of,
)
from games.xiangqi4.spoils import Lot, Reserves
from games.xiangqi4.writing import write_board, write_reserves

FIELDS = ("board", "turn", "living", "reserves", "lots", "clock")

PIECE = f"[{COLOUR_LETTERS}][{LETTERS}]"
RANK = re.compile(rf"(?:{PIECE}|[1-9][0-9]?)+")
TOKEN = re.compile(f"({PIECE})|([1-9][0-9]?)")
LIVING = re.compile("r?b?y?g?")
HELD = re.compile(f"([{COLOUR_LETTERS}])({SPOIL})([{COLOUR_LETTERS}])([1-9][0-9]?)")
LOT = re.compile(f"({SPOIL})([{COLOUR_LETTERS}]):(r?b?y?g?)")


def read(movement: Movement, rules: Rules, text: str) -> Match:
    """The match written ``text``, without history; ValueError says what is wrong with it."""
    board, turn, living, reserves, lots, clock = texts.fields(text, FIELDS)
    match = Match(movement, rules)
    match.set_up(_read_board(board))
    if write_board(match.board) != board:
        raise ValueError(f"expected each run of empty points as one number: {board!r}")
    match.turn = texts.turn(turn, len(SEATS))
    match.reserves = _read_reserves(reserves)
    match.lots = tuple(_read_lot(item) for item in texts.items(lots))
    match.clock = texts.whole(clock, "clock", 0, QUIET_LIMIT)
    texts.check(_disagreements(match, _read_living(living)), text)
    _begin(match, text)
    return match


def _begin(match: Match, text: str) -> None:
    """Find out how a game that is over ended, or that the seat to act can act."""
    if match.turn is None:
        match.ending = victory(match.rules, match.living) or drawn(
            match.rules, match.living, "draw"
        )
    elif not match.lots and not match.begin(pick_first):
        raise ValueError(f"expected a legal move for {COLOURS[match.turn]} to play: {text!r}")


def _read_board(text: str) -> dict[int, int]:
    """The piece on every point where one stands."""
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


def _disagreements(match: Match, living: int) -> Iterator[tuple[bool, str]]:
    """Whether fields disagree, each with what was expected."""
    for seat in SEATS:
        army = [match.board[point] for point in match.armies[seat]]
        alive = bool(living >> seat & 1)
        generals = army.count(piece_of(seat, GENERAL))
        yield alive and generals != 1, f"one general of {COLOURS[seat]}, who lives"
        yield not alive and bool(army), f"no piece of {COLOURS[seat]}, who is out"
    for point, piece in match.occupied():
        yield _is_astray(piece, point), f"no {WORDS[KIND_OF[piece]]} on {NAMES[point]}"
    yield from _end_disagreements(match, living)
    yield from _reserve_disagreements(match)
    yield from _lot_disagreements(match)


def _end_disagreements(match: Match, living: int) -> Iterator[tuple[bool, str]]:
    yield not living, "a seat that lives"
    if match.turn is not None:
        yield victory(match.rules, living) is not None, "the turn - of a game that is won"
        yield match.clock >= QUIET_LIMIT, f"a clock below {QUIET_LIMIT} while a seat is to act"


def _is_astray(piece: int, point: int) -> bool:
    seat, kind = SEAT_OF[piece], KIND_OF[piece]
    if kind in (ADVISOR, GENERAL):
        return point not in PALACES[seat]
    return kind in (ELEPHANT, SOLDIER) and point not in CAMPS[seat]


def _reserve_disagreements(match: Match) -> Iterator[tuple[bool, str]]:
    teams = match.rules.teams
    yield teams and bool(match.reserves or match.lots), "neither reserves nor lots in teams"
    for holder, _, _ in match.reserves:
        yield not match.is_living(holder), f"no reserve of {COLOURS[holder]}, who is out"


def _lot_disagreements(match: Match) -> Iterator[tuple[bool, str]]:
    kinds = [lot.kind for lot in match.lots]
    yield kinds != sorted(kinds), "lots in the order R H C S"
    for lot in match.lots:
        yield match.is_living(lot.origin), "lots only of a seat that is out"
        yield lot.origin != match.turn, "the turn of the seat that lots are taken from"
        are_living = set(lot.claimants) <= set(living_seats(match.living))
        yield not are_living, "only living claimants of lots"
    can_act = match.turn is None or bool(match.lots) or match.is_living(match.turn)
    yield not can_act, "the turn of a living seat, or -"
