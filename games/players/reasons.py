"""Why a move is a good one, in a few words for the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.actions import Move
from games.core import State
from games.equipment import OFF, PLACES_BESIDE
from games.message import msg
from games.players.danger import Dangers, dangers

ONLY = msg("the only move")
WINS = msg("wins")
TAKES = msg("takes {count}")
GETS_HOME = msg("gets home")
COMES_IN = msg("comes in")
SAVES = msg("saves {place}")
LEAVES_NOTHING = msg("leaves nothing to take")
STANDS_BEST = msg("stands best after it")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason as ``text`` with ``{names}`` to fill in, and the ``facts`` that fill them."""

    text: str
    facts: Mapping[str, int | str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.facts)


def why(state: State, move: Move) -> Reason:
    """What speaks for ``move``, a legal one in ``state``: the first of these that is true.

    It wins, nothing else can be played, it takes pieces, it brings one home or onto the board, it
    leaves less for the next seat to take; or just that the position after it is liked.
    """
    reasons = (
        (_wins, WINS),
        (_is_only, ONLY),
        (_takes, TAKES),
        (_gets_home, GETS_HOME),
        (_comes_in, COMES_IN),
    )
    text = next((text for holds, text in reasons if holds(state, move)), None)
    if text is None:
        return _safety(state, move) or Reason(STANDS_BEST)
    return Reason(text, {"count": _takes(state, move)} if text == TAKES else {})


def _safety(state: State, move: Move) -> Reason | None:
    """What ``move`` does for the safety of its side, beside a move that does nothing for it."""
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
        return Reason(SAVES, {"place": max(saved, key=lambda place: left[place])})
    return Reason(LEAVES_NOTHING) if left and not after else None


def _another(state: State, move: Move) -> Move | None:
    """The first move that takes nothing and leaves alone what ``move`` moves."""
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
    """What stood in danger already before ``other`` was played."""
    reached = {step.target for step in other.steps}
    return (place for place in left if place not in reached)


def _wins(state: State, move: Move) -> bool:
    outcome = state.apply(move).outcome()
    return outcome is not None and not outcome.is_draw and state.turn in outcome.winners


def _is_only(state: State, move: Move) -> bool:
    return state.legal_moves() == (move,)


def _takes(_: State, move: Move) -> int:
    return sum(victim.count for victim in move.captures)


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
