"""Why a move is a good one, in a few words for the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.actions import Move
from games.core import State, msg
from games.equipment import OFF, PLACES_BESIDE

ONLY = msg("the only move")
WINS = msg("wins")
TAKES = msg("takes {count}")
GETS_HOME = msg("gets home")
COMES_IN = msg("comes in")
STANDS_BEST = msg("stands best after it")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason as ``text`` with ``{names}`` to fill in, and the ``facts`` that fill them."""

    text: str
    facts: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.facts)


def why(state: State, move: Move) -> Reason:
    """What speaks for ``move``, a legal one in ``state``: the first of these that is true.

    It wins, nothing else can be played, it takes pieces, it brings one home or onto the board; or
    just that whoever chose it likes the position after it.
    """
    taken = sum(victim.count for victim in move.captures)
    reasons = (
        (_wins(state, move), WINS),
        (len(state.legal_moves()) == 1, ONLY),
        (taken > 0, TAKES),
        (_gets_home(state, move), GETS_HOME),
        (_comes_in(state, move), COMES_IN),
    )
    text = next((text for holds, text in reasons if holds), STANDS_BEST)
    return Reason(text, {"count": taken} if text == TAKES else {})


def _wins(state: State, move: Move) -> bool:
    outcome = state.apply(move).outcome()
    return outcome is not None and not outcome.is_draw and state.turn in outcome.winners


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
