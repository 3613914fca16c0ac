"""What an evening together adds to the table; its scenes are loaded when people come to them."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
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
    GoOn,
    KeptLuck,
    KeptNames,
    NameSeat,
)
from firmware_host.features.evening.scores import (
    AHEAD,
    MATCH,
    NOBODY,
    PEOPLE,
    LuckAnswer,
    LuckQuestion,
    PlayedGame,
    ahead_by,
    best_of,
    change_of_seats,
    is_mixed,
    new_match,
    people_of,
    played,
    totals,
    winners,
)
from firmware_host.remote.requests import NO_GAME, NOT_NOW
from firmware_host.session.seats import FAR, PHONE
from firmware_host.session.session import Session
from firmware_host.session.setup import Order, Setup, game_of, seats_of_people
from firmware_host.storage.records import JournalRecord, LineFile
from firmware_host.table.context import PERSONS, SceneContext
from firmware_host.table.effects import ARRANGEMENTS, BeginGame, Explain, Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler, late_handler
from firmware_host.table.scene import (
    ATTENDANTS,
    PONDERERS,
    Cover,
    Effects,
    Scene,
    TableParts,
    UseFiles,
)
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
from firmware_host.thinking.inline import Answer, Question
from games.message import Message, msg

FILE: Final = "people"
"""The file in the state folder with the names, by their numbers."""

LUCK_FILE: Final = "luck"
"""The file in the state folder with what throws brought each seat, by the numbers of games."""

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
    game, playing = game_of(setup, context.catalogue), seats_of_people(setup, context.catalogue)
    numbers = [
        evening.seats.get(seat.colour, NOBODY) if seat in playing else NOBODY for seat in game.seats
    ]
    if not any(number in people.names for number in numbers):
        return {}
    match = {MATCH: evening.match} if evening.match else {}
    ahead = {AHEAD: worth} if (worth := ahead_by(game)) else {}
    return {PEOPLE: " ".join(map(str, numbers)), **match, **ahead}


def _luck(request: Request) -> KeptLuck | None:
    """Return what is known of the luck in games; of visitors nothing is."""
    if request.is_public:
        return None
    file = LineFile(Path(request.folder), LUCK_FILE)
    return KeptLuck(file.read(_read_luck, {}), lambda games: file.write(_written_luck(games)))


def _read_luck(record: JournalRecord) -> Mapping[int, tuple[int, ...]]:
    return {int(key): tuple(map(int, str(luck).split())) for key, luck in record.items()}


def _written_luck(games: Mapping[int, tuple[int, ...]]) -> JournalRecord:
    return {str(number): " ".join(map(str, luck)) for number, luck in games.items()}


class LuckTeller:
    """Finds out between games at the ``table`` what throws brought people in those that are over.

    What cannot be found out is not asked again before the program begins anew.
    """

    deadline = None
    strip = None

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._asked: LuckQuestion | None = None
        self._given_up = set[int]()
        self._known: tuple[object, object] = (None, None)

    @property
    def question(self) -> Question | None:
        """What throws brought in the newest game of which that is not known."""
        return None if self._table.context.is_playing else self._asked

    def attend(self, now: float) -> None:
        """Look which games there are, if others are than before."""
        context = self._table.context
        known = context.history, context.fact(KeptLuck)
        if any(new is not old for new, old in zip(known, self._known, strict=True)):
            self._known = known
            self._asked = next(self._unknown(context), None)

    def _unknown(self, context: SceneContext) -> Iterator[LuckQuestion]:
        luck = context.fact(KeptLuck)
        for game in context.history if luck.keep is not None else ():
            if game.session not in luck.games and game.session not in self._given_up:
                with suppress(ValueError, LookupError):
                    asked = LuckQuestion.about(game, context.catalogue)
                    if asked is not None:
                        yield asked

    def answered(self, answer: Answer) -> None:
        """Keep what was found, and nothing of games that are gone."""
        context, asked = self._table.context, self._asked
        luck, self._asked = context.fact(KeptLuck), None
        if asked is None or luck.keep is None:
            return
        if not isinstance(answer, LuckAnswer) or not answer.luck:
            self._given_up.add(asked.number)
            self._known = None, None
            return
        numbers = {game.session for game in context.history}
        kept = {number: each for number, each in luck.games.items() if number in numbers}
        kept[asked.number] = answer.luck
        self._table.run((Remember(replace(luck, games=kept)), UseFiles(partial(_keep, luck, kept))))


def _keep(luck: KeptLuck, games: Mapping[int, tuple[int, ...]]) -> Effects:
    if luck.keep is not None:
        luck.keep(games)
    return ()


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
        known = session, context.history, people, context.fact(Evening), context.fact(KeptLuck)
        if any(new is not old for new, old in zip(known, self._known or (None,) * 5, strict=True)):
            self._known = known
            self._take_over(session)
            self._table.note(self._here())

    def _here(self) -> EveningHere:
        """Return what people see; nothing is loaded for it where nobody has a name."""
        context = self._table.context
        if not context.fact(KeptNames).names:
            return EveningHere()
        found: EveningHere = _scenes().here(context)
        return replace(found, next=next((line.label for line in _next_lines(context)), None))

    def _take_over(self, session: Session | None) -> None:
        """After a restart, let those who sat there sit there again."""
        evening = self._table.context.fact(Evening)
        if session is None or evening != Evening() or not people_of(session.setup):
            return
        seats = zip(session.game.seats, people_of(session.setup), strict=False)
        sitting = {seat.colour: number for seat, number in seats}
        self._table.note(Evening(sitting, session.setup.arranged.get(MATCH, "")))


def _played(context: SceneContext) -> list[PlayedGame]:
    return list(played(context.history, context.fact(KeptLuck).games))


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
    return [game for game in _played(context) if game.match == match]


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
    match, session = _match(context), context.session
    if not match or session is None or not people_of(session.setup):
        return ()
    games = _games_of(match, context)
    if winners(match, totals(games), len(games)):
        return (plain_entry(*NEW_MATCH, _new_match),)
    return (plain_entry(*NEXT, _next_game),)


def _go_on(request: GoOn, scene: Scene, context: SceneContext) -> Reaction:
    """Begin the next game of the match, as somebody with a phone or at a practice table wants."""
    from firmware_host.table.scenes.next_scene import AfterGame, Over

    if not isinstance(scene, Over | AfterGame):
        return NOT_NOW
    players = dict(enumerate(context.playing.seats.players))
    if request.seat is not None and players.get(request.seat) != PHONE:
        return NO_GAME
    acts = (line.act(context) for line in _next_lines(context) if line.act is not None)
    return next(acts, NOT_NOW)


def _after_game(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(*SCORE, _show_score),) if _persons(context) else ()


def _setup_lines(draft: Setup, context: SceneContext) -> tuple[Entry, ...]:
    if not has_names(context):
        return ()
    names, sitting = context.fact(KeptNames).names, context.fact(Evening).seats
    seats = seats_of_people(draft, context.catalogue)
    numbers = [sitting.get(seat.colour, NOBODY) for seat in seats]
    here = [names[number] for number in numbers if number in names]
    value = Message.of("{names}", names=", ".join(here)) if here else None
    act = returning(Cover(_scenes().EveningSetup(draft=draft)))
    return (Entry(Message.of(NAMES[0]), Message.of(NAMES[1]), act, value),)


def _device_entries(context: SceneContext) -> tuple[Entry, ...]:
    if not has_names(context) or not context.fact(KeptNames).names:
        return ()
    return (plain_entry(*PEOPLE_LINE, lambda _: (Cover(_scenes().PeopleList()),)),)


OFFERS: Final = (
    OPENING_FACTS.offer(_people, _luck),
    ARRANGEMENTS.offer(_arrange),
    ATTENDANTS.offer(EveningWatch),
    PONDERERS.offer(LuckTeller),
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
    REQUEST_HANDLERS.offer(late_handler(NameSeat, _scenes, "name_seat"), handler(GoOn, _go_on)),
)
