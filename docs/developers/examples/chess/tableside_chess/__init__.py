"""Chess: the rules come from the library ``chess``, the machine's moves from any UCI engine.

>>> state = Chess().start()
>>> len(state.legal_moves()), str(state.apply(state.parse("e2-e4"))).split()[0]
(20, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import tanh
from shutil import which
from typing import Final, Self

import chess
from chess.engine import Limit, SimpleEngine

from games.actions import Action, Choice, Move, PlainMove, Step
from games.arranging import check_alone
from games.budget import Budget
from games.core import NOBODY_WON, About, Game, Outcome, State
from games.equipment import OFF, Board, Look, Mark, Piece, Point, Seat, Theme, sorted_pieces
from games.message import IllegalMove, Message, WrongPieces, msg

KINDS: Final = (
    "",
    msg("pawn"),
    msg("knight"),
    msg("bishop"),
    msg("rook"),
    msg("queen"),
    msg("king"),
)
"""The kinds of pieces by the numbers that ``chess`` gives them; then their values and counts."""
WORTH: Final = (0, 1, 3, 3, 5, 9, 0)
OF_A_SIDE: Final = (0, 8, 2, 2, 2, 1, 1)
FIFTY_MOVES: Final = 100
CHECKMATE: Final = Message.of(msg("the king is mated"))
IMPOSSIBLE: Final = msg("no game of chess comes to this position")
DARK: Final = Mark(msg("dark square"), "dot")
ENGINE: Final = which("stockfish") or which("stockfish", path="/usr/games")
ABOUT: Final = About(
    msg("Chess"), "2", msg("none"), msg("a battle of two armies around their kings")
)


class Chess(Game):
    """The board, the seats, and how positions are written: in FEN, with promoted pieces marked."""

    name = "chess"
    title = ABOUT.title
    about = ABOUT
    MOVE_TEXT = re.compile(r"[a-h][1-8]-[a-h][1-8](=[nbrq])?")
    SEARCH_NODES = 20_000
    seats = (Seat(0, "white", "south", 0, "white"), Seat(1, "black", "north", 1, "black"))
    board = Board(
        tuple(
            Point(chess.square_name(each), x, y, () if (x + y) % 2 else (DARK,))
            for each in chess.SQUARES
            for x, y in [(chess.square_file(each), chess.square_rank(each))]
        )
    )
    look = Look(Theme(frame="#4b3a2a", field="#ecd9b0", marked="#b98a5a"), off="lost")

    def start(self, first: int = 0) -> "Position":
        board = chess.Board()
        board.turn = not self._check_first(first)
        return Position(self, board.fen(promoted=True))

    def state(self, text: str) -> "Position":
        try:
            board = chess.Board(text)
        except ValueError as error:
            raise ValueError(f"expected a position in FEN: {error}") from None
        if board.fen(promoted=True) != text or not board.is_valid():
            raise ValueError(f"expected a position that a game comes to, in FEN, not {text!r}")
        return Position(self, text)

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        is_possible = place in self.board or (place == OFF and piece.kind != "king")
        return (replace(piece, place=place, count=1),) if is_possible else ()

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        """Take the order of the engine; without one, the program looks ahead itself."""
        if not budget.left or ENGINE is None:
            return None
        moves, board = {each.text: each for each in state.legal_moves()}, chess.Board(str(state))
        with SimpleEngine.popen_uci(ENGINE) as engine:
            lines = engine.analyse(board, Limit(nodes=budget.left), multipv=len(moves))
        return tuple(moves[written(line["pv"][0])] for line in lines)


@lru_cache(maxsize=1000)
def _read(text: str) -> chess.Board:
    """Return the board written ``text``, which nobody changes."""
    return chess.Board(text)


def written(move: chess.Move) -> str:
    """Return ``move`` as people read it: ``e7-e8=q``."""
    start, end, becomes = move.uci()[:2], move.uci()[2:4], move.uci()[4:]
    return f"{start}-{end}={becomes}" if becomes else f"{start}-{end}"


@dataclass(frozen=True, slots=True)
class Position(State):
    """A position by its ``text``."""

    game: Chess
    text: str

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        board = _read(self.text)
        return None if _is_over(board) else 1 - board.turn

    def legal_moves(self) -> tuple[Move, ...]:
        board = _read(self.text)
        return () if _is_over(board) else tuple(_move(board, each) for each in board.legal_moves)

    def outcome(self) -> Outcome | None:
        board = _read(self.text)
        if board.is_checkmate():
            return Outcome((int(board.turn),), "checkmate", message=CHECKMATE)
        return Outcome((0, 1), "draw", True, NOBODY_WON) if _is_over(board) else None

    def pieces(self) -> tuple[Piece, ...]:
        standing = [_piece(_read(self.text), square) for square in _read(self.text).piece_map()]
        off = Counter(
            {(seat, kind): OF_A_SIDE[i] for seat in (0, 1) for i, kind in enumerate(KINDS)}
        )
        off.subtract((each.holder, _from_box(_read(self.text), each)) for each in standing)
        lost = [Piece(seat, kind, OFF, count=count) for (seat, kind), count in off.items() if count]
        return sorted_pieces([*standing, *lost])

    def evaluate(self, seat: int) -> float:
        outcome = self.outcome()
        return tanh(self.material(seat) / 10) if outcome is None else outcome.score(seat)

    def material(self, seat: int) -> float:
        standing = _read(self.text).piece_map().values()
        return sum(WORTH[each.piece_type] * (1 if each.color != seat else -1) for each in standing)

    def __str__(self) -> str:
        return self.text

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        check_alone(pieces)
        board = _read(self.text).copy(stack=False)
        standing = {each.place: each for each in pieces if each.place != OFF}
        board.set_piece_map(
            {
                chess.parse_square(place): chess.Piece(KINDS.index(each.kind), not each.seat)
                for place, each in standing.items()
            }
        )
        if not board.is_valid():
            raise WrongPieces(IMPOSSIBLE)
        return replace(self, text=board.fen(promoted=True))

    def refusal(self, text: str) -> IllegalMove:
        return IllegalMove(msg("{given} is no move that is possible now"), given=text)

    def _after(self, action: Action) -> Self:
        board = _read(self.text).copy(stack=False)
        board.push_uci(action.text.replace("-", "").replace("=", ""))
        return replace(self, text=board.fen(promoted=True))


def _is_over(board: chess.Board) -> bool:
    is_drawn = board.halfmove_clock >= FIFTY_MOVES or board.is_insufficient_material()
    return is_drawn or not any(board.legal_moves)


def _piece(board: chess.Board, square: chess.Square) -> Piece:
    kind = KINDS[board.piece_type_at(square) or 0]
    return Piece(1 - bool(board.color_at(square)), kind, chess.square_name(square))


def _from_box(board: chess.Board, piece: Piece) -> str:
    """Return the kind as which ``piece`` began."""
    is_promoted = board.promoted & chess.BB_SQUARES[chess.parse_square(piece.place)]
    return KINDS[chess.PAWN] if is_promoted else piece.kind


def _move(board: chess.Board, move: chess.Move) -> Move:
    """Return ``move`` with what people choose and what their hands do."""
    own, target = _piece(board, move.from_square), chess.square_name(move.to_square)
    becomes = replace(own, kind=KINDS[move.promotion]) if move.promotion else None
    captured = tuple(_captured(board, move))
    promoted = (Choice("drop", becomes.kind),) if becomes else ()
    return PlainMove(
        written(move),
        (Choice("piece", own.place, (own.place,)), Choice("target", target, (target,)), *promoted),
        path=(target,),
        captures=tuple(step.piece for step in captured),
        steps=(*captured, Step("move", own, own.place, target, becomes), *_castled(board, move)),
    )


def _captured(board: chess.Board, move: chess.Move) -> Iterator[Step]:
    """Yield the step that takes the captured piece off, if there is one."""
    if board.is_capture(move):
        beside = chess.square(
            chess.square_file(move.to_square), chess.square_rank(move.from_square)
        )
        piece = _piece(board, beside if board.is_en_passant(move) else move.to_square)
        yield Step(
            "take_off", piece, piece.place, OFF, replace(piece, kind=_from_box(board, piece))
        )


def _castled(board: chess.Board, move: chess.Move) -> Iterator[Step]:
    """Yield the step of the rook, if ``move`` castles."""
    if board.is_castling(move):
        king, (start, end) = _piece(board, move.from_square), ("a", "d")
        if board.is_kingside_castling(move):
            start, end = "h", "f"
        rook = Piece(king.seat, KINDS[chess.ROOK], f"{start}{king.place[1]}")
        yield Step("move", rook, rook.place, f"{end}{king.place[1]}")
