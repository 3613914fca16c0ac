"""Why an action is not legal in Thaayam, as one sentence."""

from collections.abc import Iterator

from games.actions import PASS
from games.core import Attempt
from games.equipment import OFF
from games.errors import IllegalMove
from games.message import msg
from games.thaayam.moves import ThaayamTurn
from games.thaayam.rules import BORNE_OFF, ENTERING_THROW, FORTRESS, IN_HAND, MOVE_TEXT
from games.thaayam.text import enumerated

THROW_AWAITED = msg("expected a throw, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as 4:c1-e3 or pass, not {given}")
MUST_PLAY = msg("you must play a throw that can be played: {choices}")
NO_THROW_COUNTS = msg("no throw counts before a 1 while none of your pieces is on the board")
NOT_THROWN = msg("there is no {throw} left to play, only {kept}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


def refusal(turn: ThaayamTurn, text: str) -> IllegalMove:
    """Return why ``text`` is not a legal move in ``turn``."""
    if text == PASS.text:
        return IllegalMove(MUST_PLAY, choices=enumerated(turn.legal_moves()))
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    if not turn.kept:
        return IllegalMove(NO_THROW_COUNTS)
    throw, start, end = parts.groups()
    return _of_move(turn, text, int(throw), start, end)


def attempts(turn: ThaayamTurn, origin: str, target: str) -> Iterator[Attempt]:
    """Yield each throw left with a piece on ``origin``, as if it led to ``target``.

    With it comes where it really leads. The smallest throw comes first: of those that end in one
    place it falls least short of it.
    """
    if origin == OFF:
        return
    rules, seat = turn.rules, turn.seat
    if not turn.kept:
        yield f"{ENTERING_THROW}:{origin}-{target}", target
    for throw in sorted(set(turn.kept)):
        end, _ = turn.reach(throw, rules.progress(seat, origin))
        yield f"{throw}:{origin}-{target}", rules.place(seat, end)


def _of_move(turn: ThaayamTurn, text: str, throw: int, start: str, end: str) -> IllegalMove:
    """Return why the well-formed move ``text`` is not legal."""
    rules, seat = turn.rules, turn.seat
    if throw not in turn.kept:
        return IllegalMove(NOT_THROWN, throw=throw, kept=enumerated(turn.kept))
    origin = rules.progress(seat, start)
    if origin not in turn.groups[seat] or origin == BORNE_OFF:
        return IllegalMove(NO_PIECE, colour=rules.seats[seat].colour, place=start)
    target, obstacle = turn.reach(throw, origin)
    if obstacle:
        return _blocked(turn, obstacle, throw, origin)
    reached = rules.place(seat, target)
    if reached != end:
        return IllegalMove(LEADS_ELSEWHERE, throw=throw, place=start, reached=reached, given=end)
    right = turn.move(throw, origin, target)
    return IllegalMove(WRITTEN_OTHERWISE, right=right.text, given=text)


def _blocked(turn: ThaayamTurn, obstacle: str, throw: int, origin: int) -> IllegalMove:
    """Return the ``obstacle`` with what was thrown: this throw, or all if none would do better."""
    needed = FORTRESS - origin if IN_HAND < origin < FORTRESS else ENTERING_THROW
    thrown = str(throw) if needed in turn.kept else enumerated(sorted(set(turn.kept)))
    return IllegalMove(
        obstacle,
        throw=throw,
        thrown=thrown,
        place=turn.rules.place(turn.seat, origin),
        needed=needed,
        count=sum(progress < FORTRESS for progress in turn.groups[turn.seat]),
    )
