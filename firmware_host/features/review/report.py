"""A review for those who read it: lines for a terminal, and values for who looks elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from firmware_host.features.review.remote import BRIEF, SharedReview, SharedSums, SharedTurn
from firmware_host.session import names
from firmware_host.text.text_board import draw
from firmware_host.text.translator import Language
from games.actions import Move
from games.core import Game
from games.message import Fact, Message, msg
from games.review import (
    Review,
    ReviewEvent,
    ReviewPoint,
    TurningPoint,
    error_size,
    every_turn,
    luck_size,
    turning_points,
)

HEADS = (
    msg("turn"),
    msg("seat"),
    msg("action"),
    msg("share"),
    msg("luck"),
    msg("error"),
    msg("better"),
)
SUM_HEADS = (
    msg("seat"),
    msg("start"),
    msg("luck"),
    msg("skill"),
    msg("result"),
    msg("own errors"),
    msg("errors of others"),
    msg("foresight"),
)
SET_BY_HAND = msg("position set")
AGREED = msg("agreed")
ABOUT = msg("Share, luck and error are those of the seat that acts, in percent of the point.")
TURNING_POINTS = msg("Turning points")
TURN = msg("Turn {turn}, {seat}")
SUMS = msg("Result = start + luck + skill, in percent of the point")
SKILL = msg("Skill = own errors + errors of others + foresight")
BY_HAND = msg("Positions set by hand changed: {changes}")
SMALLEST = 5e-4
"""Smaller changes are shown as none."""

Row = Sequence[str]


def report(found: Review, game: Game, say: Language) -> Iterator[str]:
    """Yield the lines of the review of a game."""
    rows = [_event_row(event, game, say) for event in found.events]
    yield from _table([[say(head) for head in HEADS], *rows], {0, 3, 4, 5})
    yield f"\n{say(ABOUT)}"
    if found.is_brief:
        yield say(BRIEF)
    if points := turning_points(found):
        yield f"\n{say(TURNING_POINTS)}"
        for point in points:
            yield from _turning(point, game, say)
    yield f"\n{say(SUMS)}"
    sums = [_sum_row(found, game, seat.index, say) for seat in game.seats]
    yield from _table([[say(head) for head in SUM_HEADS], *sums], set(range(1, len(SUM_HEADS))))
    yield say(SKILL)
    yield from _by_hand(found, game, say)


def _event_row(event: ReviewEvent, game: Game, say: Language) -> Row:
    point, seat = event.point, event.seat
    if seat is None:
        return (str(point.turn), "", say(SET_BY_HAND), "", "", "", "")
    action = str(point.action) if point.action else say(_without_action(event))
    size = luck_size(event.luck[seat]) or error_size(event.error[seat])
    words = "; ".join(filter(None, (say(size), event.best)))
    share = f"{100 * event.after[seat]:.1f}"
    changes = (_change(event.luck[seat]), _change(event.error[seat]))
    return (str(point.turn), say(game.seats[seat].colour), action, share, *changes, words)


def _without_action(event: ReviewEvent) -> str:
    return AGREED if event.point.kind == "agreed" else SET_BY_HAND


def _change(change: float) -> str:
    return f"{100 * change:+.1f}" if abs(change) >= SMALLEST else ""


def _turning(point: TurningPoint, game: Game, say: Language) -> Iterator[str]:
    seat = Message.of(game.seats[point.seat].colour)
    where = say(TURN, turn=point.turn, seat=seat)
    yield f"\n{where}: {' '.join(say(each) for each in point.sentences())}\n"
    yield draw(point.state, say)


def _sum_row(found: Review, game: Game, seat: int, say: Language) -> Row:
    sums = found.sums(seat)
    parts = found.start[seat], sums.luck, sums.aside, sums.own, sums.others
    start, luck, aside, own, others = (_per_mille(part) for part in parts)
    result = _per_mille(found.result[seat])
    skill = result - start - luck - aside  # what is printed adds up, too
    changes = (luck, skill, own, others, skill - own - others)
    told = [f"{each / 10:+.1f}" for each in changes]
    colour = say(game.seats[seat].colour)
    return (colour, f"{start / 10:.1f}", *told[:2], f"{result / 10:.1f}", *told[2:])


def _by_hand(found: Review, game: Game, say: Language) -> Iterator[str]:
    changes = {seat: found.sums(seat.index).aside for seat in game.seats}
    if any(changes.values()):
        told = (
            f"{say(seat.colour)} {_per_mille(change) / 10:+.1f}" for seat, change in changes.items()
        )
        yield say(BY_HAND, changes=", ".join(told))


def _table(rows: Sequence[Row], right: set[int]) -> Iterator[str]:
    """Yield ``rows`` with columns as wide as needed; those in ``right`` end at the same place."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def told(turn: TurningPoint) -> tuple[Message, ...]:
    """Return what happened in ``turn``, its moves by the squares that stand on the board."""
    return turn.sentences(_in_words(turn))


def _in_words(turn: TurningPoint) -> Callable[[str], Fact]:
    """Return what tells the moves of ``turn``: by squares, unless these are the same for both."""
    pieces, moves = turn.state.pieces(), turn.state.legal_moves() if turn.best else ()
    ways = {str(each): names.path(each.choices, pieces) for each in moves}
    if ways.get(turn.best) == ways.get(turn.move):
        return str
    return lambda move: ways.get(move, move)


LOST: Final = msg("Gave away {percent} %. Better: {best}")
NAMED: Final = msg("{name}: −{percent} %. Better: {best}")
BROUGHT: Final = msg("Luck: {change} %")
ENDS: Final = "{origin} → {target}"


def comment(turn: TurningPoint, *, in_full: bool) -> Message | None:
    """Return in few words what the move of ``turn`` gave away; None where a review tells nothing.

    ``in_full`` names the size of an error, and says what the throws brought.
    """
    parts: list[Message] = []
    if turn.tells_error:
        name = error_size(turn.error) if in_full else ""
        facts = {"percent": round(-100 * turn.error), "best": _in_few_words(turn)}
        parts.append(Message.of(NAMED if name else LOST, name=Message.of(name), **facts))
    if in_full and turn.tells_luck:
        parts.append(Message.of(BROUGHT, change=f"{100 * turn.luck:+.0f}"))
    return names.join(parts, between=". ") if parts else None


def _in_few_words(turn: TurningPoint) -> Fact:
    """Return where each piece of the better move begins and ends, if that tells it from others."""
    ways = {str(each): _ends(each) for each in turn.state.legal_moves()}
    is_told = ways.get(turn.best) not in (None, ways.get(turn.move))
    return ways[turn.best] if is_told else _in_words(turn)(turn.best)


def _ends(move: Move) -> Message:
    parts = names.split_by_piece([each for each in move.choices if each.kind != "die"])
    return names.join(
        [
            Message.of(ENDS, origin=names.choice(part[0]), target=names.choice(part[-1]))
            if len(part) > 1
            else names.choice(part[0])
            for part in parts
        ]
    )


def shared(done: Review, points: Sequence[ReviewPoint]) -> SharedReview:
    """Return the review that is ``done`` of ``points`` for those who look at it elsewhere."""
    scores = tuple(tuple(map(_per_mille, shares)) for shares in done.scores)
    places = {id(point.state): number for number, point in reversed([*enumerate(points)])}
    most = turning_points(done)
    turns = (_shared_turn(each, places[id(each.state)], most) for each in every_turn(done))
    sums = (_shared_sums(done, seat) for seat in range(len(done.start)))
    return SharedReview(scores, tuple(sums), tuple(turns), done.is_brief)


def _shared_turn(turn: TurningPoint, after: int, most: Sequence[TurningPoint]) -> SharedTurn:
    return SharedTurn(
        turn.turn,
        turn.seat,
        after,
        _per_mille(turn.luck),
        _per_mille(turn.error),
        _per_mille(turn.score),
        names.join(told(turn), between=" "),
        turn in most,
        _better(turn) if turn in most else (),
    )


def _better(turn: TurningPoint) -> tuple[tuple[str, ...], ...]:
    """Return the squares from which and to which the pieces of the better move go."""
    moves = turn.state.legal_moves() if turn.best else ()
    best = next((move for move in moves if str(move) == turn.best), None)
    squares = {point.name for point in turn.state.game.board.points}
    parts = () if best is None else names.split_by_piece(best.choices)
    return tuple(tuple(each.value for each in part if each.value in squares) for part in parts)


def _shared_sums(done: Review, seat: int) -> SharedSums:
    sums = done.sums(seat)
    parts = done.start[seat], sums.luck, sums.skill + sums.aside, done.result[seat]
    return SharedSums(*(100 * part for part in parts))


def _per_mille(part: float) -> int:
    return round(1000 * part)
