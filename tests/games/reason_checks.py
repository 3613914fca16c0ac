"""Whether a reason for a move is true, found from the public rules and the board alone.

Each kind of reason, a text with its facts, has a check of its own here. What may happen before the
seat's next turn is played out by :mod:`tests.games.outlook`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import games.squadro.evaluate as squadro
import games.thaayam.evaluate as thaayam
import games.tshupu.evaluate as tshupu
import games.xiangqi4.evaluate as xiangqi4
from games import course
from games.actions import Move
from games.core import State
from games.equipment import HAND, OFF, RESERVE, Piece
from games.message import Message
from games.players.why import (
    ALL_SAFE,
    COMES_IN,
    GETS_HOME,
    JUMPS,
    LESS_RISK,
    ONLY,
    PUTS_OUT,
    SAVES,
    TAKES,
    TAKES_KIND,
    WINS,
)
from tests.games.outlook import (
    ANYBODY,
    EVERYTHING,
    Between,
    Effort,
    Outlook,
    in_play,
    passed,
    reachable_by_any_throws,
    turn_of,
    with_turn,
)

ROUNDING = 1e-9
HALF = 0.005 + ROUNDING
"""How far a percentage may be from the chance."""


@dataclass(frozen=True)
class Said:
    """The ``reason`` that is given for ``move``; ``effort`` limits what is played out."""

    state: State
    move: Move
    reason: Message
    effort: Effort = EVERYTHING

    @property
    def seat(self) -> int:
        assert self.state.turn is not None
        return self.state.turn

    @property
    def mover(self) -> int:
        assert self.state.mover is not None
        return self.state.mover

    @property
    def after(self) -> State:
        return self.state.apply(self.move)

    def fact(self, name: str) -> str:
        return str(dict(self.reason.facts)[name])

    def count(self, name: str) -> int:
        return int(self.fact(name))

    def progress(self) -> tuple[list[int], list[int]]:
        """The progresses that pieces of the mover leave, and those that they come to."""
        before, after = (
            Counter(_progresses(state, self.mover)) for state in (self.state, self.after)
        )
        return sorted((before - after).elements()), sorted((after - before).elements())

    def is_true(self) -> bool:
        return CHECKS[self.reason.text](self)

    def loss(self, state: State, *places: str) -> Between:
        """How likely a piece on ``places`` is captured from ``state``, in which a turn begins."""
        return Outlook(self.seat, places, self.effort).chance(state)


def _progresses(state: State, seat: int) -> list[int]:
    """How far the pieces of ``seat`` have come, as the text of a race game tells."""
    field_of = {"squadro": 1}.get(state.game.name, 2)
    return [int(each) for each in str(state).split(" ")[field_of].split("/")[seat].split(",")]


def _standing(state: State, seat: int | None = None) -> Counter[tuple[int | None, str, str]]:
    """How many pieces stand where on the board, those of ``seat`` or of all."""
    found: Counter[tuple[int | None, str, str]] = Counter()
    for piece in state.pieces():
        if piece.place in state.game.board and seat in (None, piece.seat):
            found[piece.seat, piece.kind, piece.place] += piece.count
    return found


def _at(state: State, seat: int, *places: str) -> int:
    return sum(p.count for p in state.pieces() if p.seat == seat and p.place in places)


def _places(state: State, seat: int) -> list[str]:
    return [place for _, _, place in _standing(state, seat)]


def _wins(said: Said) -> bool:
    outcome = said.after.outcome()
    return outcome is not None and not outcome.is_draw and outcome.score(said.seat) == 1


def _is_only(said: Said) -> bool:
    return len(said.state.legal_moves()) == 1


def _puts_out(said: Said) -> bool:
    colour = said.fact("colour")
    (seat,) = (each.index for each in said.state.game.seats if each.colour == colour)
    return bool(_standing(said.state, seat)) and not _standing(said.after, seat)


def _taken(said: Said) -> list[str]:
    """The kinds of the pieces of others that no longer stand where they did."""
    gone = _standing(said.state) - _standing(said.after)
    return [kind for (seat, kind, _) in gone.elements() if seat != said.mover]


def _takes(said: Said) -> bool:
    return len(_taken(said)) == said.count("count")


def _takes_kind(said: Said) -> bool:
    return _taken(said) == [said.fact("kind")]


def _gets_home(said: Said) -> bool:
    return _at(said.after, said.mover, OFF) > _at(said.state, said.mover, OFF)


def _comes_in(said: Said) -> bool:
    beside = (HAND, RESERVE)
    return _at(said.after, said.mover, *beside) < _at(said.state, said.mover, *beside)


def _is_saved(said: Said) -> bool:
    """It stood there, could have been captured if nothing was done, and now cannot be."""
    place = said.fact("place")
    if not _at(said.state, said.seat, place):
        return False
    ends = {step.origin: step.target for step in said.move.steps if step.piece.seat == said.seat}
    return _is_threatened(said, place) and _is_safe(said, ends.get(place, place))


def _is_threatened(said: Said, place: str) -> bool:
    """Whether another seat could capture there before the move, if it were its turn."""
    return any(
        Outlook(said.seat, (place,), said.effort, hunter=other).chance(begun).most
        for other in in_play(said.state) - {said.seat}
        for begun in turn_of(said.state, other)
    )


def _is_safe(said: Said, *places: str) -> bool:
    if said.state.game.name == "thaayam":
        return not reachable_by_any_throws(said.after, said.seat, places)
    return said.loss(said.after, *places).least == 0


def _is_all_safe(said: Said) -> bool:
    return _is_safe(said, *_places(said.after, said.seat))


def _is_less_risk(said: Said) -> bool:
    """Nobody makes it more than what is said, which is less than if nothing was done."""
    before = said.loss(passed(said.state, said.seat), *_places(said.state, said.seat))
    after = said.loss(said.after, *_places(said.after, said.seat))
    percent = said.count("percent")
    is_less = before.most > after.least or said.effort.width is not None
    return 100 * after.least <= percent + ROUNDING and percent <= 100 and is_less


def _threatens(said: Said) -> bool:
    """The seat's next throws allow the capture as often as is said, if nothing moves until then."""
    place, again = said.fact("place"), with_turn(said.after, said.seat)
    found = Outlook(ANYBODY, (place,), said.effort, hunter=said.seat).chance(again)
    percent = said.count("percent") / 100
    return found.least - HALF <= percent <= found.most + HALF


def _is_on_mark(name: str) -> Callable[[Said], bool]:
    """A piece of the mover has come to a square that is so marked, where it is never captured."""

    def check(said: Said) -> bool:
        board = said.state.game.board
        new = _standing(said.after, said.mover) - _standing(said.state, said.mover)
        marked = [p for _, _, p in new if any(mark.name == name for mark in board[p].marks)]
        return bool(marked) and _is_safe_on(said, marked)

    return check


def _is_safe_on(said: Said, places: list[str]) -> bool:
    """Whether that is so for a piece of the seat; for a partner's it follows from the marks."""
    return said.mover != said.seat or said.after.turn == said.seat or _is_safe(said, *places)


def _is_in_centre(said: Said) -> bool:
    (centre,) = (point.name for point in said.state.game.board.points if point.size > 1)
    return _at(said.after, said.mover, centre) > _at(said.state, said.mover, centre)


def _enters_inner_ring(said: Said) -> bool:
    new = _standing(said.after, said.mover) - _standing(said.state, said.mover)
    old = _standing(said.state, said.mover) - _standing(said.after, said.mover)
    return any(_is_inside(p) for _, _, p in new) and all(not _is_inside(p) for _, _, p in old)


def _is_inside(square: str) -> bool:
    return square[0] in "bcd" and square[1] in "234"


def _is_rearmost(said: Said) -> bool:
    (origin,) = said.progress()[0]
    return origin == min(_running(said)) < max(_running(said))


def _is_foremost(said: Said) -> bool:
    (origin,) = said.progress()[0]
    running = _running(said)
    return origin == max(running) and (running == [origin] or origin > min(running))


def _running(said: Said) -> list[int]:
    """The pieces of the mover that are neither in hand nor where they need no more single steps."""
    least, goal = {"thaayam": (1, 25), "tshupu": (1, 32)}.get(said.state.game.name, (0, 12))
    return [p for p in _progresses(said.state, said.mover) if least <= p < goal]


def _turns_back(said: Said) -> bool:
    return said.progress()[1][-1:] == [6] or 6 in said.progress()[1]


def _can_jump(said: Said) -> bool:
    place, again = said.fact("place"), with_turn(said.after, said.seat)
    victims = {v.place for move in again.legal_moves() for v in move.captures}
    return place in victims and _at(said.after, 1 - said.seat, place) == 1


def _leads(said: Said) -> bool:
    own, other = (_moves_to_win(said.after, seat) for seat in (said.seat, 1 - said.seat))
    return other - own == said.count("count") >= 1


def _moves_to_win(state: State, seat: int) -> int:
    """How many moves bring four pieces home, each moved alone while the enemy is at its start."""
    return sum(sorted(_moves_home(state, seat, track) for track in range(5))[:4])


def _moves_home(state: State, seat: int, track: int) -> int:
    sides = [["0"] * 5, ["0"] * 5]
    sides[seat][track] = str(_progresses(state, seat)[track])
    count = 0
    while sides[seat][track] != "12":
        again = state.game.state(f"{seat} {'/'.join(map(','.join, sides))}")
        (move,) = (m for m in again.legal_moves() if m.text[1] == str(track + 1))
        sides[seat][track] = str(_progresses(again.apply(move), seat)[track])
        count += 1
    return count


def _captures_of(state: State, seat: int) -> Iterator[tuple[Move, Piece]]:
    """What ``seat`` could capture if it were its turn."""
    for begun in turn_of(state, seat):
        for move in begun.legal_moves():
            for victim in move.captures:
                yield move, victim


def _gives_check(said: Said) -> bool:
    """The general could be captured now."""
    victims = [victim for _, victim in _captures_of(said.after, said.seat)]
    seats = said.state.game.seats
    return any(
        v.kind == "general" and seats[v.holder].colour == said.fact("colour") for v in victims
    )


def _attacks(said: Said) -> bool:
    there = said.fact("kind"), said.fact("place")
    return any((v.kind, v.place) == there for _, v in _captures_of(said.after, said.seat))


def _protects(said: Said) -> bool:
    """Whoever could capture the piece now could be captured there in turn."""
    place, after = said.fact("place"), said.after
    attacks = [
        (seat.index, move)
        for seat in after.game.seats
        if seat.index != said.seat and _standing(after, seat.index)
        for move, victim in _captures_of(after, seat.index)
        if victim.place == place
    ]
    return bool(attacks) and all(
        any(v.place == place for _, v in _captures_of(with_turn(after, s).apply(m), said.seat))
        for s, m in attacks
    )


def _is_promoted(said: Said) -> bool:
    def veterans(state: State) -> int:
        own = [piece for piece in state.pieces() if piece.seat == said.seat]
        return sum(piece.badge == "V" for piece in own if piece.place in state.game.board)

    return veterans(said.after) == veterans(said.state) + 1


def _is_brought_out(said: Said) -> bool:
    """Its rank or file at the edge of the cross was left."""
    (step,) = (each for each in said.move.steps if each.piece.seat == said.seat)
    points = said.state.game.board.points
    sides = [lambda p: p.y, lambda p: -p.x, lambda p: -p.y, lambda p: p.x]
    back = min(map(sides[said.seat], points))
    at = [sides[said.seat](said.state.game.board[each]) for each in (step.origin, step.target)]
    return at[0] == back < at[1] and step.piece.kind == said.fact("kind")


def _has_moves(said: Said) -> bool:
    place, again = said.fact("place"), with_turn(said.after, said.seat)
    ways = [move for move in again.legal_moves() if move.choices[0].value == place]
    (kind,) = (kind for _, kind, at in _standing(said.after, said.seat) if at == place)
    return len(ways) == said.count("count") and kind == said.fact("kind")


CHECKS: Mapping[str, Callable[[Said], bool]] = {
    WINS: _wins,
    ONLY: _is_only,
    PUTS_OUT: _puts_out,
    TAKES: _takes,
    TAKES_KIND: _takes_kind,
    JUMPS: _takes,
    GETS_HOME: _gets_home,
    COMES_IN: _comes_in,
    SAVES: _is_saved,
    ALL_SAFE: _is_all_safe,
    LESS_RISK: _is_less_risk,
    course.THREATENS: _threatens,
    course.REARMOST: _is_rearmost,
    course.FOREMOST: _is_foremost,
    thaayam.IN_FORTRESS: _is_on_mark("fortress"),
    thaayam.IN_PALACE: _is_on_mark("palace"),
    thaayam.ON_INNER_RING: _enters_inner_ring,
    tshupu.IN_CENTRE: _is_in_centre,
    tshupu.ON_CROSS_CUT: _is_on_mark("cross-cut"),
    squadro.TURNS_BACK: _turns_back,
    squadro.THREATENS: _can_jump,
    squadro.LEADS_BY: _leads,
    xiangqi4.CHECKS: _gives_check,
    xiangqi4.ATTACKS: _attacks,
    xiangqi4.GUARDS: _protects,
    xiangqi4.PROMOTES: _is_promoted,
    xiangqi4.BRINGS_OUT: _is_brought_out,
    xiangqi4.OPENS: _has_moves,
}
