"""Claims of example turns about races that are data: what brings a piece in, bars it, throws again.

Each gets the telling so far and what fills the gaps of its phrase, and asks the rules of the race,
whatever its file says.
"""

from collections.abc import Iterator, Mapping
from typing import cast

from firmware_host.text.translator import in_every_language
from games.actions import PASS
from games.equipment import HAND, OFF
from games.message import IllegalMove
from games.race.game import RacePosition
from games.race.rules import (
    ALL_THERE,
    BARRED,
    BLOCKED,
    ENTERS_BY,
    EXACT_COUNT,
    GRACE,
    LEAVES_BY,
    OWN_BARS,
    RaceRules,
)
from tests.docs.example_turn import Telling, acts, codes, stand


def race(telling: Telling) -> RacePosition:
    assert isinstance(telling.state, RacePosition)
    return telling.state


def rules_of(telling: Telling) -> RaceRules:
    return race(telling).game.rules


def reasons(telling: Telling, text: str) -> Iterator[Mapping[str, object]]:
    """Yield the facts of each refusal with that ``text``, whatever piece is tried now."""
    state = race(telling)
    own = {piece.place for piece in state.pieces() if piece.seat == state.mover}
    legal = {str(move) for move in state.legal_moves()}
    for origin in own:
        for target in (*(point.name for point in state.game.board.points), OFF):
            for tried, end in state.attempts(origin, target):
                if end == target and tried not in legal:
                    refused = state.refusal(tried)
                    assert isinstance(refused, IllegalMove)
                    if refused.message.text == text:
                        yield {**dict(refused.message.facts), "target": target}


def enters_only_by(telling: Telling, thrown: str) -> None:
    """Just these throws bring a piece in while all are in the hand."""
    start = race(telling).game.start()
    assert {piece.place for piece in start.pieces()} == {HAND}
    entering = {
        throw.text
        for throw, _ in start.chance_outcomes()
        if any(move.path for move in start.apply(throw).legal_moves())
    }
    assert entering == {*codes(thrown)}


def not_by_this(telling: Telling, thrown: str) -> None:
    assert any(each["thrown"] == thrown for each in reasons(telling, ENTERS_BY))


def comes_in_on(telling: Telling, square: str, number: str) -> None:
    """The last move brought a piece in, so many squares along its track."""
    move, seat = telling.moves[-1], telling.states[-2].mover
    assert move.ways[0][0] == HAND
    assert move.path[-1] == square
    assert rules_of(telling).tracks[cast("int", seat)][telling.number(number)] == square


def grace_enters(telling: Telling, text: str) -> None:
    """The last throw has a grace, which brings a piece in with the move ``text``."""
    assert int(telling.thrown[-1]) in rules_of(telling).words.enter.grace
    assert [throw.text for throw in telling.state.pending] == [str(GRACE), telling.thrown[-1]]
    telling.play(text)
    assert telling.moves[-1].text.startswith(f"{GRACE}:{HAND}-")


def entering_gives(telling: Telling, seat: str) -> None:
    has_throw(telling, seat)
    assert telling.moves[-1].ways[0][0] == HAND
    assert rules_of(telling).words.enter.again


def own_piece_bars(telling: Telling, square: str) -> None:
    assert any(each["reached"] == square for each in reasons(telling, OWN_BARS))


def piece_bars(telling: Telling, square: str, seat: str) -> None:
    stand(telling, 1, seat, square)
    assert any(each["reached"] == square for each in reasons(telling, BARRED))


def pieces_block(telling: Telling, number: str, seat: str, square: str) -> None:
    stand(telling, telling.number(number), seat, square)
    assert any(each["reached"] == square == each["target"] for each in reasons(telling, BLOCKED))


def nobody_passes(telling: Telling, number: str, seat: str, square: str) -> None:
    stand(telling, telling.number(number), seat, square)
    assert any(each["reached"] == square != each["target"] for each in reasons(telling, BLOCKED))


def must_play(telling: Telling, seat: str) -> None:
    acts(telling, seat)
    assert "pass" not in map(str, telling.state.legal_moves())


def passes_freely(telling: Telling, seat: str, text: str) -> None:
    """``seat`` passes although it could play the throw."""
    acts(telling, seat)
    assert len(telling.state.legal_moves()) > 1
    telling.play(text)
    assert telling.moves[-1] == PASS


def goes_on_to(telling: Telling, start: str, square: str) -> None:
    """A shortcut leads the piece that moved from ``start`` to where it stands."""
    seat = cast("int", telling.states[-2].mover)
    track = rules_of(telling).tracks[seat]
    ways = {track[begin]: track[end] for begin, end in rules_of(telling).shortcuts.items()}
    assert ways[start] == square == telling.moves[-1].path[-1]


def both_stand(telling: Telling, seat: str, enemy: str, square: str) -> None:
    assert telling.seat(seat).team != telling.seat(enemy).team
    stand(telling, 1, seat, square)
    stand(telling, 1, enemy, square)


def captured_to(telling: Telling, seat: str, square: str) -> None:
    move = telling.moves[-1]
    (victim,) = move.captures
    assert victim.seat == telling.seat(seat).index
    assert [step.target for step in move.steps if step.piece.seat == victim.seat] == [square]


def has_throw(telling: Telling, seat: str) -> None:
    """``seat``, which has just moved, throws again."""
    acts(telling, seat)
    assert telling.state.is_chance
    assert not telling.states[-2].is_chance
    assert telling.states[-2].turn == telling.state.turn


def number_gives(telling: Telling, thrown: str, seat: str) -> None:
    has_throw(telling, seat)
    assert telling.thrown[-1] == thrown
    assert rules_of(telling).throws[telling.thrown[-1]].again


def equal_dice_give(telling: Telling, seat: str) -> None:
    has_throw(telling, seat)
    assert len({*telling.thrown[-1].split("+")}) == 1 < len(telling.thrown[-1].split("+"))
    assert rules_of(telling).throws[telling.thrown[-1]].again


def capture_gives(telling: Telling, seat: str) -> None:
    has_throw(telling, seat)
    assert telling.moves[-1].captures
    assert rules_of(telling).words.capture.again


def is_marked(telling: Telling, square: str, name: str) -> None:
    known = {each.lower() for mark in telling.marks(square) for each in in_every_language(mark)}
    assert name.lower() in known


def mark_gives(telling: Telling, name: str, square: str, seat: str) -> None:
    has_throw(telling, seat)
    assert telling.moves[-1].path[-1] == square
    is_marked(telling, square, name)
    assert rules_of(telling).again_at[telling.seat(seat).index][_progress(telling, seat, square)]


def _progress(telling: Telling, seat: str, square: str) -> int:
    return rules_of(telling).tracks[telling.seat(seat).index].index(square)


def is_safe_on(telling: Telling, name: str, square: str) -> None:
    """Nobody that comes to ``square`` captures there."""
    is_marked(telling, square, name)
    rules = rules_of(telling)
    for track, captures in zip(rules.tracks, rules.captures, strict=True):
        assert square in track
        assert not captures[track.index(square)]


def throws_at_once(telling: Telling, seat: str, thrown: str) -> None:
    """``seat`` throws again before it plays the throw."""
    acts(telling, seat)
    assert telling.state.is_chance
    assert telling.states[-2].is_chance
    assert telling.thrown[-1] == thrown


def is_lost(telling: Telling, thrown: str) -> None:
    """The throw counted nothing, because a later one brings a piece in."""
    assert thrown in telling.thrown[:-1]
    assert [each.text for each in telling.state.pending] == [telling.thrown[-1]]


def is_home_on(telling: Telling, square: str) -> None:
    """The last move ended there, and its piece is home."""
    _comes_home(telling)
    assert telling.moves[-1].ways[0][-1] == square


def goes_past(telling: Telling, square: str) -> None:
    """The last move left the board behind ``square``, the last one of the track."""
    _comes_home(telling)
    assert telling.moves[-1].ways[0][-1] == OFF
    assert rules_of(telling).tracks[cast("int", telling.states[-2].mover)][-1] == square


def _comes_home(telling: Telling) -> None:
    index, goal = cast("int", telling.states[-2].mover), rules_of(telling).goal
    before, after = (cast("RacePosition", each).groups[index] for each in telling.states[-2:])
    assert before.count(goal) + 1 == after.count(goal)


def needs(telling: Telling, square: str, number: str) -> None:
    """From ``square`` only that number brings a piece home."""
    found = [each for each in reasons(telling, EXACT_COUNT) if each["place"] == square]
    assert {each["needed"] for each in found} == {str(telling.number(number))}


def larger_is_enough(telling: Telling, number: str, seat: str) -> None:
    """The last move brought a piece home by a larger number than ``number``, which it needed."""
    assert len(telling.moves[-1].path) == telling.number(number) - 1 < int(telling.thrown[-1]) - 1
    assert telling.states[-2].mover == telling.seat(seat).index


def leaves_by(telling: Telling, square: str, thrown: str) -> None:
    (found,) = [each for each in reasons(telling, LEAVES_BY) if each["place"] == square]
    assert str(found["needed"]).split(", ") == codes(thrown)


def not_all_there(telling: Telling, square: str, number: str) -> None:
    (found,) = [each for each in reasons(telling, ALL_THERE) if each["place"] == square]
    assert found["count"] == telling.number(number)


def wins(telling: Telling, seat: str) -> None:
    outcome = telling.state.outcome()
    assert outcome is not None
    assert outcome.winners == (telling.seat(seat).index,)


def plays_for(telling: Telling, seat: str, partner: str) -> None:
    acts(telling, seat)
    assert telling.state.mover == telling.seat(partner).index != telling.seat(seat).index


def has_rest(telling: Telling, seat: str) -> None:
    """The turn of ``seat``, whose pieces are home, was left out."""
    state, index = race(telling), telling.seat(seat).index
    assert rules_of(telling).rests(state.groups, index)
    last = telling.states[-2].turn
    assert last is not None
    assert state.turn != (last + 1) % len(telling.seats) == index


def counts_as(telling: Telling, number: str, counted: str) -> None:
    """The faces of the last throw add up to ``number``, and count as another number."""
    throw = rules_of(telling).throws[telling.thrown[-1]]
    assert sum(throw.throw.faces) == telling.number(number)
    assert throw.values == (telling.number(counted),)
    assert telling.number(number) != telling.number(counted)


def plays_apart(telling: Telling, first: str, second: str) -> None:
    """The dice of one throw are played one after the other."""
    for text in (first, second):
        assert not telling.state.is_chance
        telling.play(text)
    assert telling.thrown[-1].count("+") == 1
    assert rules_of(telling).words.dice.counts == "each"


def two_pieces_go(telling: Telling, move: str) -> None:
    telling.play(move)
    assert len(telling.moves[-1].ways) == 2
