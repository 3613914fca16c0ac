"""Why a move is a good one, in a few words for the table."""

from collections.abc import Callable, Iterator, Mapping

from games.actions import Move, sent_back
from games.core import State
from games.equipment import OFF, PLACES_BESIDE
from games.message import Message, msg

ONLY = msg("the only move")
WINS = msg("wins")
TAKES = msg("captures {count}")
JUMPS = msg("jumps over {count}")
GETS_HOME = msg("brings a piece home")
COMES_IN = msg("brings a piece in")
SAVES = msg("saves {place}")
LEAVES_NOTHING = msg("leaves no piece exposed")
STANDS_BEST = msg("best position")

LEAST = 0.03
"""Series of throws that are less likely are not looked at."""

Dangers = Mapping[str, float]
"""The chance that the pieces on each point are captured."""


def why(state: State, move: Move) -> Message:
    """Return what speaks for ``move``, a legal one in ``state``: the first of these that is true.

    It wins; nothing else can be played; it takes pieces; it brings one home or onto the board; the
    next seat can take less after it. Otherwise just that the position after it is liked.
    """
    count = sum(victim.count for victim in move.captures)
    if count and not _wins(state, move) and not _is_only(state, move):
        jumped = sent_back(move, state.game.board)
        return Message.of(JUMPS if len(jumped) == len(move.captures) else TAKES, count=count)
    text = next((text for holds, text in REASONS if holds(state, move)), None)
    return Message.of(text) if text else _safety(state, move) or Message.of(STANDS_BEST)


def dangers(state: State, team: int) -> Dangers:
    """Return what of ``team`` can be captured in the turn that begins with ``state``.

    With dice a capture is as likely as the throws that allow it. Nothing is in danger while the
    team itself is to act.
    """
    if state.turn is None or state.game.seats[state.turn].team == team:
        return {}
    return _captured(state, team, state.turn, 1.0)


def _captured(state: State, team: int, turn: int, likely: float) -> dict[str, float]:
    if state.turn != turn or likely < LEAST:
        return {}
    if not state.is_chance:
        return _captured_by_choice(state, team, turn, likely)
    sums: dict[str, float] = {}
    for throw, chance in state.chance_outcomes():
        share = float(chance)
        for place, each in _captured(state.apply(throw), team, turn, likely * share).items():
            sums[place] = sums.get(place, 0.0) + share * each
    return sums


def _captured_by_choice(state: State, team: int, turn: int, likely: float) -> dict[str, float]:
    seats = state.game.seats
    found: dict[str, float] = {}
    for move in state.legal_moves():
        taken = {
            victim.place: 1.0
            for victim in move.captures
            if victim.seat is not None and seats[victim.seat].team == team
        }
        if len(state.pending) > 1:
            taken = _captured(state.apply(move), team, turn, likely) | taken
        for place, chance in taken.items():
            found[place] = max(chance, found.get(place, 0.0))
    return found


def _safety(state: State, move: Move) -> Message | None:
    """Return what ``move`` does for the safety of its side, compared with one that does nothing."""
    other = _another(state, move)
    if other is None or state.turn is None:
        return None
    team = state.game.seats[state.turn].team
    left = dangers(state.apply(other), team)
    after = dangers(state.apply(move), team)
    ends = {step.origin: step.target for step in move.steps}
    stood = _untouched(left, other)
    saved = [place for place in stood if after.keys().isdisjoint({place, ends.get(place, place)})]
    if saved:
        return Message.of(SAVES, place=max(saved, key=lambda place: left[place]))
    return Message.of(LEAVES_NOTHING) if left and not after else None


def _another(state: State, move: Move) -> Move | None:
    """Return the first move that takes nothing and leaves alone what ``move`` moves."""
    moved = {step.origin for step in move.steps}
    return next(
        (
            each
            for each in state.legal_moves()
            if not each.captures and each.steps and moved.isdisjoint(s.origin for s in each.steps)
        ),
        None,
    )


def _untouched(left: Dangers, other: Move) -> Iterator[str]:
    """Yield what was in danger already before ``other`` was played."""
    reached = {step.target for step in other.steps}
    return (place for place in left if place not in reached)


def _wins(state: State, move: Move) -> bool:
    outcome = state.apply(move).outcome()
    return outcome is not None and not outcome.is_draw and state.turn in outcome.winners


def _is_only(state: State, move: Move) -> bool:
    return state.legal_moves() == (move,)


def _gets_home(state: State, move: Move) -> bool:
    board = state.game.board
    return any(
        step.piece.seat == state.mover and step.origin in board and step.target == OFF
        for step in move.steps
    )


def _comes_in(state: State, move: Move) -> bool:
    board = state.game.board
    return any(
        step.piece.seat == state.mover and step.origin in PLACES_BESIDE and step.target in board
        for step in move.steps
    )


REASONS: tuple[tuple[Callable[[State, Move], bool], str], ...] = (
    (_wins, WINS),
    (_is_only, ONLY),
    (_gets_home, GETS_HOME),
    (_comes_in, COMES_IN),
)
"""What may speak for a move that takes nothing, the strongest first."""
