"""Make a record of a played game, and play a record again moment by moment."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol, cast

from games import text as texts
from games.actions import Action
from games.core import Game, Outcome, State
from games.equipment import Side
from games.options import OptionValue
from games.record import SKIPPED, Corrected, Reached, Record, RecordError, Turn, broken_off

AGREED = ("agreed", "resigned")
"""The words for an end that people agreed on, which the rules do not lead to."""

DRAW = "draw"
"""Stands for the winners where there is none."""


def record_of(
    states: Sequence[State],
    actions: Sequence[Action | None],
    *,
    date: str = "",
    players: Mapping[Side, str] | None = None,
    outcome: Outcome | None = None,
) -> Record:
    """Return the record of a game that went through ``states``.

    An action of None is a correction, and seats that nobody plays for may be passed over in
    between. ``outcome`` is how it ended where people agreed upon that. A first state that is not a
    start of the game is written as a corrected position.
    """
    begun, game = states[0], states[0].game
    first = begun.turn or 0
    leads = [_Lead(None, "", begun)] if begun != game.start(first) else []
    for before, action, after in zip(states[:-1], actions, states[1:], strict=True):
        leads.extend(_leads(before, action, after))
    return Record(
        game=game.name,
        first=game.seats[first].side,
        options={name: str(value) for name, value in game.options.items()},
        date=date,
        players=dict(players or {}),
        result=result(game, outcome or states[-1].outcome()),
        entries=tuple(_entries(leads)),
    )


def turns(states: Iterable[State], actions: Iterable[Action]) -> tuple[Turn, ...]:
    """Gather ``actions`` into turns, one for all that a seat does in a row.

    ``states[i]`` is the one in which ``actions[i]`` happened; a last state without one is fine.
    """
    played = zip(states, actions, strict=False)
    leads = (_Lead(_side(state), str(action), state) for state, action in played)
    return tuple(entry for entry in _entries(leads) if isinstance(entry, Turn))


class _Lead(NamedTuple):
    """What the seat of ``side`` did, which led to ``state``; without a side it was set up so."""

    side: Side | None
    text: str
    state: State


def _leads(before: State, action: Action | None, after: State) -> Iterator[_Lead]:
    """Yield what led from one state to the next: an action, seats passed over, or a correction."""
    if action is not None:
        reached = before.apply(action)
        yield _Lead(_side(before), str(action), reached)
        passed = list(_passed_over(reached, after))
        yield from passed
        before = passed[-1].state if passed else reached
    if before != after:
        yield _Lead(None, "", after)


def _passed_over(state: State, until: State) -> Iterator[_Lead]:
    """Yield the seats passed over from ``state`` to ``until``; none if that leads elsewhere."""
    passed: list[_Lead] = []
    for _ in state.game.seats:
        following = None if state == until or state.is_terminal else state.skipped()
        if following is None:
            break
        passed.append(_Lead(_side(state), SKIPPED, following))
        state = following
    return iter(passed if state == until else ())


def _entries(leads: Iterable[_Lead]) -> Iterator[Turn | Corrected]:
    """Gather all that a seat does in a row into one turn."""
    for side, run in groupby(leads, key=lambda lead: lead.side):
        if side is None:
            yield from (Corrected(str(lead.state)) for lead in run)
        else:
            yield Turn(side, tuple(lead.text for lead in run))


def result(game: Game, outcome: Outcome | None) -> str:
    """Return how ``game`` ended, as the header says it; empty without an ``outcome``.

    >>> import games
    >>> result(games.load("thaayam"), Outcome((0,), "home"))
    'south (home)'
    """
    if outcome is None:
        return ""
    winners = " and ".join(game.seats[seat].side for seat in outcome.winners)
    return f"{DRAW if outcome.is_draw else winners} ({outcome.reason})"


def ended(record: Record, last: State) -> Outcome | None:
    """Return how the game of ``record``, now at the state ``last``, ended; None if it did not.

    >>> import games
    >>> record = Record("thaayam", "south", result="north (resigned)")
    >>> ended(record, games.load("thaayam").start(0))
    Outcome(winners=(2,), reason='resigned', is_draw=False)
    """
    if not _is_agreed(record.result):
        return last.outcome()
    who, _, reason = record.result.removesuffix(")").partition(" (")
    winners = tuple(seat.index for seat in last.game.seats if seat.side in who.split(" and "))
    return Outcome(winners, reason, is_draw=who == DRAW)


class Catalogue(Protocol):
    """Where games come from; the package ``games`` is one."""

    def names(self) -> tuple[str, ...]:
        """Return the ids of the games, as a menu lists them."""

    def kind(self, name: str) -> type[Game]:
        """Return the class of a game; ValueError if there is none called ``name``."""

    def load(self, name: str, /, **options: OptionValue) -> Game:
        """Return the game under ``options``; ValueError says what is wrong with them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The ``state`` after ``action``, which the seat of ``side`` took in the record's ``turn``.

    ``action`` is None where a seat was passed over that nobody plays for; ``side`` too where play
    begins or goes on from a corrected position.
    """

    turn: int
    side: Side | None
    action: Action | None
    state: State


def replay(record: Record, catalogue: Catalogue) -> Iterator[Moment]:
    """Play ``record`` again with a game of ``catalogue`` and yield it moment by moment.

    RecordError, when play comes to it, names the turn and the reason: an action that is not legal
    or not that seat's, a position or a result that play does not reach, a record that breaks off.

    >>> import games
    >>> record = Record("thaayam", "south", entries=(Turn("south", ("8", "2", "1:hand-c1")),))
    >>> for moment in replay(record, games):
    ...     print(moment.state)
    Traceback (most recent call last):
    games.record.RecordError: turn 1 (south): 1:hand-c1: there is no 1 left to play, only none
    """
    game = _game(record, catalogue)
    moment = Moment(0, None, None, game.start(_seat(game, record.first)))
    yield moment
    for entry in record.entries:
        match entry:
            case Turn():
                is_cut = record.may_be_cut and entry is record.entries[-1]
                moment = yield from _play(entry, moment, is_cut)
            case Corrected(position):
                moment = Moment(moment.turn, None, None, _correct(position, moment))
                yield moment
            case Reached(position):
                _compare(f"after turn {moment.turn}: position", position, str(moment.state))
    if record.result and not _is_agreed(record.result):
        _check_result(record, moment)


def check(record: Record, catalogue: Catalogue) -> int:
    """Play ``record`` through and return the number of its actions; RecordError if it is wrong."""
    return sum(moment.action is not None for moment in replay(record, catalogue))


def _game(record: Record, catalogue: Catalogue) -> Game:
    try:
        kind = catalogue.kind(record.game)
        values = dict(_option(kind, name, text) for name, text in record.options.items())
    except ValueError as error:
        raise RecordError(str(error)) from None
    game = kind(**values)
    for side in record.players:
        _seat(game, side)
    return game


def _option(kind: type[Game], name: str, text: str) -> tuple[str, OptionValue]:
    known = {option.name: option for option in kind.OPTIONS}
    if name not in known:
        raise RecordError(
            f"expected options of {kind.name} ({', '.join(known)}), not '{texts.quoted(name)}'"
        )
    values = {str(value): value for value in known[name].values}
    if text not in values:
        expected = ", ".join(values)
        raise RecordError(f"option {name}: expected one of {expected}, not '{texts.quoted(text)}'")
    return name, values[text]


def _seat(game: Game, side: Side) -> int:
    for seat in game.seats:
        if seat.side == side:
            return seat.index
    sides = ", ".join(seat.side for seat in game.seats)
    raise RecordError(f"expected a side of {game.name} ({sides}), not {side}")


def _play(turn: Turn, before: Moment, is_cut: bool) -> Generator[Moment, None, Moment]:
    """Yield a moment for each action of ``turn``; return the last.

    If the record ``is_cut``, its last action may not be whole.
    """
    number, moment = before.turn + 1, before
    for text in turn.actions:
        try:
            moment = _act(number, turn.side, text, moment.state)
        except ValueError as error:
            if is_cut and text is turn.actions[-1]:
                raise broken_off(before.turn) from error
            raise RecordError(
                f"turn {number} ({turn.side}): {texts.quoted(text)}: {error}"
            ) from error
        yield moment
    return moment


def _act(number: int, side: Side, text: str, state: State) -> Moment:
    if state.turn is not None and _side(state) != side:
        raise RecordError(f"it is the turn of {_side(state)}")
    if text == SKIPPED:
        return Moment(number, side, None, _passed(state))
    action = state.parse(text)
    return Moment(number, side, action, state.apply(action))


def _passed(state: State) -> State:
    following = state.skipped()
    if following is None:
        raise RecordError("this seat cannot be passed over")
    return following


def _correct(position: str, before: Moment) -> State:
    try:
        return before.state.game.state(position)
    except ValueError as error:
        raise RecordError(f"after turn {before.turn}: set: {error}") from error


def _is_agreed(result: str) -> bool:
    """Return whether people ended the game, which play does not lead to."""
    return any(result.endswith(f"({word})") for word in AGREED)


def _check_result(record: Record, last: Moment) -> None:
    outcome = last.state.outcome()
    if outcome is None:
        expected = texts.quoted(record.result)
        raise RecordError(f"{broken_off(last.turn)}: its result '{expected}' is not reached")
    _compare("result", record.result, result(last.state.game, outcome))


def _compare(what: str, given: str, found: str) -> None:
    if given != found:
        expected = texts.quoted(given, texts.LONGEST)
        raise RecordError(f"{what} expected '{expected}', reached '{found}'")


def _side(state: State) -> Side:
    """Return the side of the seat that acts in ``state``, which is not over."""
    return state.game.seats[cast("int", state.turn)].side
