"""What an evening together adds to the table; its scenes are loaded when people come to them."""

from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.features.evening.remote import (
    MOST_PEOPLE,
    NO_SCORE,
    Evening,
    EveningHere,
    KeptNames,
    NameSeat,
)
from firmware_host.features.evening.scores import (
    AHEAD,
    LEAST_GAMES,
    MATCH,
    NOBODY,
    PEOPLE,
    PlayedGame,
    ahead_by,
    best_of,
    change_of_seats,
    counted,
    is_mixed,
    lengths_of_wins,
    new_match,
    people_of,
    played,
    ratings,
    shown,
    totals,
    winners,
)
from firmware_host.session.seats import FAR
from firmware_host.session.session import Session
from firmware_host.session.setup import Order, Setup, game_of
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord, LineFile
from firmware_host.table.context import PERSONS, SceneContext
from firmware_host.table.effects import ARRANGEMENTS, BeginGame, Explain, Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, late_handler
from firmware_host.table.scene import ATTENDANTS, Cover, Effects, TableParts
from firmware_host.table.scenes.additions import (
    AFTER_GAME_LINES,
    DEVICE_ENTRIES,
    MENU_GROUPS,
    NEXT_GAME_LINES,
    ON_SWAP,
    SETUP_LINES,
    MenuGroup,
    MenuLine,
)
from firmware_host.table.scenes.base import Entry, plain_entry, returning
from games.message import Message, msg

FILE: Final = "people"
"""The file in the state folder with the names, by their numbers."""

NAMES: Final = msg("Names, match"), msg("Who sits where, and a match of several games.")
PEOPLE_LINE: Final = msg("People"), msg("The names at this table: look at them, delete them.")
SCORE: Final = msg("Score"), msg("The match, and who has won what.")
NEXT: Final = (
    msg("Next game"),
    msg("The match goes on: everybody plays the next colour, and another one begins."),
)
NEW_MATCH: Final = (
    msg("New match"),
    msg("Another match of as many games: everybody plays the next colour."),
)
MATCH_LINE: Final = msg("Match: best of {count}")
OPEN_MATCH: Final = msg("Match until you stop")
POINTS: Final = msg("- {person}: {points}")
WON: Final = msg("{person} has won the match.")
WON_TOGETHER: Final = msg("{person} have won the match.")
OF_GAME: Final = msg("{person}, {game}: {points} of {count}")
WINS: Final = msg("{person}, {game}: throws and moves to a win: {lengths}")
ELO: Final = msg("{person}, {game}: Elo {elo} ± {margin}")

_scenes: Final = partial(import_module, "firmware_host.features.evening.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _people(request: Request) -> KeptNames | None:
    """Return the names that are kept; visitors of a public table have none."""
    if request.is_public:
        return None
    file = LineFile(Path(request.folder), FILE)
    return KeptNames(file.read(_read_names, {}), lambda names: file.write(_written(names)))


def _read_names(record: JournalRecord) -> Mapping[int, str]:
    names = {int(key): str(name) for key, name in record.items()}
    return dict(list(names.items())[:MOST_PEOPLE])


def _written(names: Mapping[int, str]) -> JournalRecord:
    return {str(number): name for number, name in names.items()}


def _arrange(setup: Setup, context: SceneContext) -> Mapping[str, str]:
    """Return who sits at the seats of the game that begins, and to which match it belongs."""
    evening, people = context.fact(Evening), context.fact(KeptNames)
    if people.keep is None or FAR in setup.players or setup.position:
        return {}  # what began in the middle is no game of the match
    game = game_of(setup, context.catalogue)
    players = dict(enumerate(setup.players))
    numbers = [
        evening.seats.get(seat.colour, NOBODY)
        if players.get(seat.index, "person") in ("person", "phone")
        else NOBODY
        for seat in game.seats
    ]
    if not any(number in people.names for number in numbers):
        return {}
    match = {MATCH: evening.match} if evening.match else {}
    ahead = {AHEAD: worth} if (worth := ahead_by(game)) else {}
    return {PEOPLE: " ".join(map(str, numbers)), **match, **ahead}


class EveningWatch:
    """Keeps up to date what people see of the evening at a ``table``."""

    deadline = None
    strip = None

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._known: tuple[object, ...] = ()
        self._over: Session | None = None

    def attend(self, now: float) -> None:
        """Look whether a game has begun or ended, or somebody has another name."""
        context = self._table.context
        people, session = context.fact(KeptNames), context.session
        if people.keep is None:
            return
        if session is not None and session.is_over and session is not self._over:
            self._over = session
            self._table.read_history()
        known = session, context.history, people, context.fact(Evening)
        if any(new is not old for new, old in zip(known, self._known or (None,) * 4, strict=True)):
            self._known = known
            self._take_over(session)
            self._table.note(_here(self._table.context))

    def _take_over(self, session: Session | None) -> None:
        """After a restart, let those who sat there sit there again."""
        evening = self._table.context.fact(Evening)
        if session is None or evening != Evening() or not people_of(session.setup):
            return
        seats = zip(session.game.seats, people_of(session.setup), strict=False)
        sitting = {seat.colour: number for seat, number in seats}
        self._table.note(Evening(sitting, session.setup.arranged.get(MATCH, "")))


def _here(context: SceneContext) -> EveningHere:
    """Return what people see: the names at the seats, their points, and the score sheet."""
    session, names = context.session, context.fact(KeptNames).names
    people = () if session is None else people_of(session.setup)
    games, match = _played(context.history), context.fact(Evening).match
    in_match = totals(each for each in games if each.match == match) if match else {}
    persons = tuple(names.get(person, "") for person in people)
    points = tuple(
        shown(in_match.get(person, 0.0)) if match and person in names else "" for person in people
    )
    return EveningHere(persons, points, tuple(_sheet(games, match, in_match, context)))


def _played(history: tuple[SavedGame, ...]) -> list[PlayedGame]:
    return list(played(history))


def _sheet(
    games: list[PlayedGame], match: str, in_match: Mapping[int, float], context: SceneContext
) -> Iterator[Message]:
    """Yield the lines of the score sheet: the match, then the points of each person by game."""
    names = context.fact(KeptNames).names
    if match:
        count = best_of(match)
        yield Message.of(MATCH_LINE, count=count) if count else Message.of(OPEN_MATCH)
        for person, points in sorted(in_match.items(), key=lambda each: -each[1]):
            if person in names:
                yield Message.of(POINTS, person=names[person], points=shown(points))
        done = sum(game.match == match for game in games)
        first = [names[each] for each in winners(match, in_match, done) if each in names]
        if first:
            told = WON if len(first) == 1 else WON_TOGETHER
            yield Message.of(told, person=", ".join(first))
    for person, name in names.items():
        for game, (points, count) in counted(games, person).items():
            with_title = Message.of(context.catalogue.about(game).title)
            yield Message.of(
                OF_GAME, person=name, game=with_title, points=shown(points), count=count
            )
            lengths = lengths_of_wins(games, game, person)
            if lengths:
                yield Message.of(WINS, person=name, game=with_title, lengths=lengths)
    yield from _strengths(games, context)


def _strengths(games: list[PlayedGame], context: SceneContext) -> Iterator[Message]:
    """Yield a line for each person and game of which there are enough games for a rating."""
    names = context.fact(KeptNames).names
    if len(games) < LEAST_GAMES:
        return
    for game in sorted({each.game for each in games}):
        found = ratings([each for each in games if each.game == game])
        title = Message.of(context.catalogue.about(game).title)
        for person in sorted(found, key=lambda each: -found[each].elo):
            if person in names:
                yield Message.of(
                    ELO,
                    person=names[person],
                    game=title,
                    elo=found[person].elo,
                    margin=found[person].margin,
                )


def _persons(context: SceneContext) -> tuple[str, ...]:
    return context.fact(EveningHere).persons


def has_names(context: SceneContext) -> bool:
    """Return whether people at this table may have names."""
    return context.fact(KeptNames).keep is not None


def _show_score(context: SceneContext) -> Effects:
    lines = context.fact(EveningHere).sheet or (Message.of(NO_SCORE),)
    text = Message.of("{lines}", lines=_joined(lines))
    return (Explain(Message.of(SCORE[0]), text),)


def _joined(lines: tuple[Message, ...]) -> Message:
    from firmware_host.session.names import join

    return join(lines, between="\n")


def _moved(context: SceneContext, order: Order) -> Evening:
    """Return who sits where when people change seats in this ``order``."""
    session, evening = context.session, context.fact(Evening)
    if session is None or not evening.seats:
        return evening
    colours = [seat.colour for seat in session.game.seats]
    sitting = [evening.seats.get(colour, NOBODY) for colour in colours]
    moved = {colour: sitting[seat] for colour, seat in zip(colours, order, strict=True)}
    return replace(evening, seats={**evening.seats, **moved})


def _swap(context: SceneContext, order: Order) -> Effects:
    return (Remember(_moved(context, order)),)


def _next_game(context: SceneContext) -> Effects:
    """Begin the next game of the match: people change colours, and the same colour begins."""
    session, order = context.playing, _order(context)
    setup = session.setup.again().passed_on(session.game, order)
    setup = replace(setup, players=session.players_again(order), first=session.setup.first)
    moved = (effect for swap in ON_SWAP for effect in swap(context, order))
    return (*moved, BeginGame(setup))


def _order(context: SceneContext) -> Order:
    match = _match(context)
    return change_of_seats(match, len(_games_of(match, context)), context.playing.game)


def _games_of(match: str, context: SceneContext) -> list[PlayedGame]:
    return [game for game in played(context.history) if game.match == match]


def _new_match(context: SceneContext) -> Effects:
    """Begin another match of as many games."""
    before = _match(context)
    match = new_match(best_of(before), context.rng, is_mixed=is_mixed(before))
    *moved, begin = _next_game(context)
    evening = replace(_moved(context, _order(context)), match=match)
    return (*moved, Remember(evening), begin)


def _match(context: SceneContext) -> str:
    return context.fact(Evening).match


def _next_lines(context: SceneContext) -> tuple[Entry, ...]:
    match = _match(context)
    if not match or not _persons(context):
        return ()
    games = _games_of(match, context)
    if winners(match, totals(games), len(games)):
        return (plain_entry(*NEW_MATCH, _new_match),)
    return (plain_entry(*NEXT, _next_game),)


def _after_game(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(*SCORE, _show_score),) if _persons(context) else ()


def _setup_lines(game: str, context: SceneContext) -> tuple[Entry, ...]:
    if not has_names(context):
        return ()
    names, sitting = context.fact(KeptNames).names, context.fact(Evening).seats
    here = [names[number] for number in sitting.values() if number in names]
    value = Message.of("{names}", names=", ".join(here)) if here else None
    act = returning(Cover(_scenes().EveningSetup(game=game)))
    return (Entry(Message.of(NAMES[0]), Message.of(NAMES[1]), act, value),)


def _device_entries(context: SceneContext) -> tuple[Entry, ...]:
    if not has_names(context) or not context.fact(KeptNames).names:
        return ()
    return (plain_entry(*PEOPLE_LINE, lambda _: (Cover(_scenes().PeopleList()),)),)


OFFERS: Final = (
    OPENING_FACTS.offer(_people),
    ARRANGEMENTS.offer(_arrange),
    ATTENDANTS.offer(EveningWatch),
    ON_SWAP.offer(_swap),
    PERSONS.offer(_persons),
    SETUP_LINES.offer(_setup_lines),
    NEXT_GAME_LINES.offer(_next_lines),
    AFTER_GAME_LINES.offer(_after_game),
    DEVICE_ENTRIES.offer(_device_entries),
    MENU_GROUPS.offer(
        MenuGroup(
            msg("score"),
            (MenuLine(*SCORE, _show_score, lambda context: bool(_persons(context))),),
            before=msg("help"),
        )
    ),
    REQUEST_HANDLERS.offer(late_handler(NameSeat, _scenes, "name_seat")),
)
