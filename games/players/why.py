"""Why a move is a good one, in a few words for the table.

Every reason is a fact. What people see on the board is said as it is. Danger is all that the other
seats may throw and play before the seat acts again; what is safe is safe from all of it, and a
chance is said where there is one. A move of which nothing can be said has no reason.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from math import ceil

from games.actions import Move, sent_back
from games.core import Danger, State
from games.equipment import HAND, OFF, PLACES_BESIDE, Piece, has_kinds
from games.message import Message, msg

WINS = msg("wins")
ONLY = msg("the only move")
PUTS_OUT = msg("puts {colour} out of the game")
TAKES = msg("captures {count}")
TAKES_KIND = msg("captures {kind}")
JUMPS = msg("jumps over {count}")
GETS_HOME = msg("brings a piece home")
COMES_IN = msg("brings a piece in")
SAVES = msg("saves {place}")
ALL_SAFE = msg("all safe this round")
LESS_RISK = msg("capture risk {percent} % at most")

WORTH_SAVING = 0.05
"""A piece that is captured less often than this is not said to be saved."""
MUCH_LESS = 0.1
"""A risk is said to be lower if it is lower by as much."""
COMPARED = 4
"""So many other moves are looked at to find out whether safety is worth a word."""
ROUNDING = 1e-9


def why(state: State, move: Move) -> Message | None:
    """Return what speaks for ``move``, a legal one in ``state``: the first of REASONS that is true.

    None if nothing does that people could see.
    """
    return next((reason for ask in REASONS if (reason := ask(state, move))), None)


def _wins(state: State, move: Move) -> Message | None:
    outcome = state.apply(move).outcome()
    has_won = outcome is not None and not outcome.is_draw and state.turn in outcome.winners
    return Message.of(WINS) if has_won else None


def _is_only(state: State, move: Move) -> Message | None:
    return Message.of(ONLY) if state.legal_moves() == (move,) else None


def _puts_out(state: State, move: Move) -> Message | None:
    """Say whose last pieces leave the game, without another turn for their seat."""
    if not any(
        step.target in PLACES_BESIDE and _is_others(step.piece, state) for step in move.steps
    ):
        return None
    after = _seats_in_play(state.apply(move).pieces())
    gone = [seat for seat in _seats_in_play(state.pieces()) if seat not in after]
    others = [state.game.seats[seat].colour for seat in gone if seat != state.turn]
    return Message.of(PUTS_OUT, colour=Message.of(others[0])) if others else None


def _is_others(piece: Piece, state: State) -> bool:
    return piece.seat not in (None, state.turn)


def _seats_in_play(pieces: Iterable[Piece]) -> list[int]:
    in_play = {each.holder for each in pieces if each.seat is not None and _can_act(each)}
    return sorted(in_play)


def _can_act(piece: Piece) -> bool:
    return piece.place == HAND or piece.place not in PLACES_BESIDE


def _takes(state: State, move: Move) -> Message | None:
    if not move.captures:
        return None
    count = sum(victim.count for victim in move.captures)
    if has_kinds(state.pieces()) and count == 1:
        return Message.of(TAKES_KIND, kind=Message.of(move.captures[0].kind))
    ends = {step.target for step in move.steps if step.piece.seat == state.mover}
    jumped = [each for each in sent_back(move, state.game.board) if each.place not in ends]
    return Message.of(JUMPS if len(jumped) == len(move.captures) else TAKES, count=count)


def _gets_home(state: State, move: Move) -> Message | None:
    board = state.game.board
    gets_home = any(
        step.piece.seat == state.mover and step.origin in board and step.target == OFF
        for step in move.steps
    )
    return Message.of(GETS_HOME) if gets_home else None


def _comes_in(state: State, move: Move) -> Message | None:
    board = state.game.board
    comes_in = any(
        step.piece.seat == state.mover and step.origin in PLACES_BESIDE and step.target in board
        for step in move.steps
    )
    return Message.of(COMES_IN) if comes_in else None


def _saves(state: State, move: Move) -> Message | None:
    """Name the piece that was most likely lost, and that nobody can capture after ``move``."""
    seat = _whose_turn_ends(state, move)
    if seat is None:
        return None
    after, ends = state.apply(move), {step.origin: step.target for step in move.steps}
    for place in _most_endangered(state, seat):
        found = after.danger(seat, (ends.get(place, place),))
        if found is not None and not found.most:
            return Message.of(SAVES, place=place)
    return None


def _most_endangered(state: State, seat: int) -> Iterator[str]:
    """Yield where pieces of ``seat`` may well be captured if it does nothing, the worst first."""
    dangers = {place: state.danger(seat, (place,)) for place in _places(state, seat)}
    least = {place: found.least for place, found in dangers.items() if found}
    worst = sorted(least, key=lambda place: -least[place])
    return (place for place in worst if least[place] >= WORTH_SAVING)


def _is_safer(state: State, move: Move) -> Message | None:
    """Tell that nothing can be captured, or much less, than if the seat did something else."""
    seat = _whose_turn_ends(state, move)
    if seat is None:
        return None
    before, after = _whole_danger(state, seat), _whole_danger(state.apply(move), seat)
    if before is None or after is None:
        return None
    if not after.most:
        return Message.of(ALL_SAFE) if before.least or _is_special(state, move, seat) else None
    is_lower = before.least - after.most >= MUCH_LESS
    return Message.of(LESS_RISK, percent=percent_at_most(after.most)) if is_lower else None


def _is_special(state: State, move: Move, seat: int) -> bool:
    """Return whether other moves leave something to capture, of those that are looked at."""
    others = [state.apply(each) for each in state.legal_moves() if each != move][:COMPARED]
    dangers = [_whole_danger(each, seat) for each in others if each.turn not in (None, seat)]
    return any(found.least for found in dangers if found)


def percent_at_most(chance: float) -> int:
    """Return ``chance`` in per cent, rounded up, so that it is never said to be lower than it is.

    >>> percent_at_most(0.101), percent_at_most(0.1)
    (11, 10)
    """
    return ceil(100 * chance - ROUNDING)


def _whole_danger(state: State, seat: int) -> Danger | None:
    return state.danger(seat, _places(state, seat))


def _places(state: State, seat: int) -> Collection[str]:
    board = state.game.board
    return [each.place for each in state.pieces() if each.seat == seat and each.place in board]


def _whose_turn_ends(state: State, move: Move) -> int | None:
    """Return the seat whose turn ends with ``move``, None if it goes on or plays for another."""
    seat, after = state.turn, state.apply(move)
    return None if after.turn in (None, seat) or state.mover != seat else seat


REASONS: tuple[Callable[[State, Move], Message | None], ...] = (
    _wins,
    _is_only,
    lambda state, move: state.proof(move),
    _puts_out,
    _takes,
    _gets_home,
    _comes_in,
    _saves,
    lambda state, move: state.achievement(move),
    _is_safer,
    lambda state, move: state.headway(move),
)
"""What may speak for a move, the strongest first."""
