"""Make a record of a played game, and play a record again moment by moment."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, cast

from games import text as texts
from games.actions import Action
from games.core import Catalogue, Game, Outcome, State
from games.equipment import Seat
from games.options import OptionValue, told
from games.record import SKIPPED, Corrected, Entry, Reached, Record, RecordError, Turn, broken_off

AGREED = ("agreed", "resigned", "time")
"""The words for an end that the rules do not lead to: people agreed on it, or time was up."""

DRAW = "draw"
GONE = "nobody"
"""Stands in place of a player at a seat that somebody has left."""

"""Stands for the winners where there is none."""


def record_of(
    states: Sequence[State],
    actions: Sequence[Action | None],
    *,
    date: str = "",
    players: Mapping[str, str] | None = None,
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
        first=game.seats[first].colour,
        options={name: str(value) for name, value in told(game.options).items()},
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
    leads = (_Lead(_seat_to_act(state), str(action), state) for state, action in played)
    return tuple(entry for entry in _entries(leads) if isinstance(entry, Turn))


class _Lead(NamedTuple):
    """What ``seat`` did, which led to ``state``; without a seat it was set up so."""

    seat: Seat | None
    text: str
    state: State


def _leads(before: State, action: Action | None, after: State) -> Iterator[_Lead]:
    """Yield what led from one state to the next: an action, seats passed over, or a correction."""
    if action is not None:
        reached = before.apply(action)
        yield _Lead(_seat_to_act(before), str(action), reached)
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
        passed.append(_Lead(_seat_to_act(state), SKIPPED, following))
        state = following
    return iter(passed if state == until else ())


def _entries(leads: Iterable[_Lead]) -> Iterator[Turn | Corrected]:
    """Gather all that a seat does in a row into one turn."""
    for seat, run in groupby(leads, key=lambda lead: lead.seat):
        if seat is None:
            yield from (Corrected(str(lead.state)) for lead in run)
        else:
            yield Turn(seat.colour, tuple(lead.text for lead in run))


def result(game: Game, outcome: Outcome | None) -> str:
    """Return how ``game`` ended, as the header says it; empty without an ``outcome``.

    >>> import games
    >>> result(games.load("thaayam"), Outcome((0,), "home"))
    'white (home)'
    """
    if outcome is None:
        return ""
    winners = " and ".join(game.seats[seat].colour for seat in outcome.winners)
    return f"{DRAW if outcome.is_draw else winners} ({outcome.reason})"


def ended(record: Record, last: State) -> Outcome | None:
    """Return how the game of ``record``, now at the state ``last``, ended; None if it did not.

    >>> import games
    >>> record = Record("thaayam", "white", result="red (resigned)")
    >>> ended(record, games.load("thaayam").start(0))
    Outcome(winners=(2,), reason='resigned', is_draw=False)

    Those who are still there share a draw.

    >>> record = Record("squadro", "white", result="draw (agreed)")
    >>> ended(record, games.load("squadro").start(0))
    Outcome(winners=(0, 1), reason='agreed', is_draw=True)
    """
    if not _is_agreed(record.result):
        return last.outcome()
    who, _, reason = _in_colours(record.result, last.game).removesuffix(")").partition(" (")
    if who == DRAW:
        there = (seat for seat in last.game.seats if record.players.get(seat.colour) != GONE)
        return Outcome(tuple(seat.index for seat in there), reason, is_draw=True)
    winners = tuple(seat.index for seat in last.game.seats if seat.colour in who.split(" and "))
    return Outcome(winners, reason)


@dataclass(frozen=True, slots=True)
class Moment:
    """The ``state`` after ``action``, which ``seat`` took in the record's ``turn``.

    ``action`` is None where a seat was passed over that nobody plays for; ``seat`` too where play
    begins or goes on from a corrected position.
    """

    turn: int
    seat: Seat | None
    action: Action | None
    state: State


def replay(record: Record, catalogue: Catalogue) -> Iterator[Moment]:
    """Play ``record`` again with a game of ``catalogue`` and yield it moment by moment.

    RecordError, when play comes to it, names the turn and the reason: an action that is not legal
    or not that seat's, a position or a result that play does not reach, a record that breaks off.

    >>> import games
    >>> record = Record("thaayam", "white", entries=(Turn("white", ("8", "2", "1:hand-c1")),))
    >>> for moment in replay(record, games):
    ...     print(moment.state)
    Traceback (most recent call last):
    games.record.RecordError: turn 1 (white): 1:hand-c1: no throw counts before a 1 ...
    """
    game = game_of(record, catalogue)
    record = in_colours(record, game)
    with record.lines.naming_header("first"):
        moment = Moment(0, None, None, game.start(_seat(game, record.first)))
    yield moment
    for index, entry in enumerate(record.entries):
        is_cut = record.may_be_cut and entry is record.entries[-1]
        with record.lines.naming_entry(index):
            moment = yield from _follow(entry, moment, is_cut)
    if record.result and not _is_agreed(record.result):
        with record.lines.naming_header("result"):
            _check_result(record, moment)


def _follow(entry: Entry, moment: Moment, is_cut: bool) -> Generator[Moment, None, Moment]:
    """Yield the moments that ``entry`` brings after ``moment``; return the last."""
    match entry:
        case Turn():
            moment = yield from _play(entry, moment, is_cut)
        case Corrected(position):
            moment = Moment(moment.turn, None, None, _correct(position, moment))
            yield moment
        case Reached(position):
            _compare(f"after turn {moment.turn}: position", position, str(moment.state))
    return moment


def check(record: Record, catalogue: Catalogue) -> int:
    """Play ``record`` through and return the number of its actions; RecordError if it is wrong."""
    return sum(moment.action is not None for moment in replay(record, catalogue))


def game_of(record: Record, catalogue: Catalogue) -> Game:
    """Return the game of ``record``, with its options; RecordError if ``catalogue`` has none."""
    with record.lines.naming_header("game"):
        kind = _kind(record.game, catalogue)
    with record.lines.naming_header("options"):
        values = dict(_option(kind, name, text) for name, text in record.options.items())
    return kind(**values)


def _kind(name: str, catalogue: Catalogue) -> type[Game]:
    try:
        return catalogue.kind(name)
    except ValueError as error:
        raise RecordError(str(error)) from None


def in_colours(record: Record, game: Game) -> Record:
    """Return ``record`` with its seats named by their colours, which may be named by their sides.

    RecordError for a player at a seat that ``game`` does not have, or at one that has another.

    >>> import games
    >>> old = Record("squadro", "south", players={"west": "Ann"}, result="west (resigned)")
    >>> record = in_colours(old, games.load("squadro"))
    >>> record.first, record.players, record.result
    ('white', {'black': 'Ann'}, 'black (resigned)')
    """
    return replace(
        record,
        first=_colour(record.first, game),
        players=_players(record, game),
        result=_in_colours(record.result, game),
        entries=tuple(_entry_in_colours(entry, game) for entry in record.entries),
    )


def _players(record: Record, game: Game) -> Mapping[str, str]:
    """Return who plays, by the colours of the seats."""
    players: dict[str, str] = {}
    for name, player in record.players.items():
        with record.lines.naming_header(name):
            colour = game.seats[_seat(game, name)].colour
            if colour in players:
                raise RecordError(
                    f"expected one player for a seat, found {', '.join(record.players)}"
                )
        players[colour] = player
    return players


def _entry_in_colours(entry: Entry, game: Game) -> Entry:
    return replace(entry, seat=_colour(entry.seat, game)) if isinstance(entry, Turn) else entry


def _in_colours(result: str, game: Game) -> str:
    """Return the header ``result`` with the winners named by their colours."""
    winners, bracket, reason = result.partition(" (")
    names = [_colour(name, game) for name in winners.split(" and ")]
    return " and ".join(names) + bracket + reason


def _colour(name: str, game: Game) -> str:
    """Return the colour of the seat called ``name``; what names none is returned unchanged."""
    return next((seat.colour for seat in game.seats if seat.is_called(name)), name)


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


def _seat(game: Game, name: str) -> int:
    for seat in game.seats:
        if seat.is_called(name):
            return seat.index
    colours = ", ".join(seat.colour for seat in game.seats)
    raise RecordError(f"expected a seat of {game.name} ({colours}), not {name}")


def _play(turn: Turn, before: Moment, is_cut: bool) -> Generator[Moment, None, Moment]:
    """Yield a moment for each action of ``turn``; return the last.

    If the record ``is_cut``, its last action may not be whole.
    """
    number, moment = before.turn + 1, before
    for place, text in enumerate(turn.actions, 1):
        try:
            moment = _act(number, turn.seat, text, moment.state)
        except ValueError as error:
            if is_cut and place == len(turn.actions):
                raise broken_off(before.turn) from error
            raise RecordError(
                f"turn {number} ({turn.seat}): {texts.quoted(text)}: {error}"
            ) from error
        yield moment
    return moment


def _act(number: int, name: str, text: str, state: State) -> Moment:
    seat = None if state.is_terminal else _seat_to_act(state)
    if seat is not None and seat.colour != name:
        raise RecordError(f"expected the turn of {seat.colour}")
    if text == SKIPPED:
        return Moment(number, seat, None, _passed(state))
    action = state.parse(text)
    return Moment(number, seat, action, state.apply(action))


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
    """Return whether the game ended as play does not lead to."""
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


def _seat_to_act(state: State) -> Seat:
    """Return the seat that acts in ``state``, which is not over."""
    return state.game.seats[cast("int", state.turn)]
