"""Names are chosen, entered and deleted, a match is chosen, and the score sheet written."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.evening.remote import (
    LONGEST_NAME,
    MOST_PEOPLE,
    Evening,
    EveningHere,
    KeptLuck,
    KeptNames,
    NameSeat,
    sound_name,
)
from firmware_host.features.evening.scores import (
    LEAST_GAMES,
    NOBODY,
    PlayedGame,
    best_of,
    counted,
    is_mixed,
    lengths_of_wins,
    mean_luck,
    new_match,
    people_of,
    played,
    ratings,
    shown,
    totals,
    winners,
)
from firmware_host.remote.requests import NO_GAME, NOT_NOW
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.setup import Setup, game_of, seats_of_people
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Remember
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Cover, Effects, Scene, Show, TableParts, UseFiles
from firmware_host.table.scenes.base import (
    Confirmation,
    Entry,
    EntryList,
    plain_entry,
    returning,
    turned,
)
from games.equipment import Seat
from games.message import Fact, Message, msg

SEAT_HELP: Final = msg("Left and right: a name, or the colour alone. OK: enter a new name.")
MATCHES: Final[Mapping[int | None, str]] = {
    None: msg("single games"),
    3: msg("best of 3"),
    5: msg("best of 5"),
    7: msg("best of 7"),
    0: msg("until you stop"),
}
MATCH_HELP: Final = msg(
    "Games that belong together: a win is a point, a draw half a point each. After each game,"
    " everybody plays the next colour."
)
TEAMS: Final[Mapping[bool, str]] = {False: msg("stay"), True: msg("change")}
TEAMS_HELP: Final = msg(
    "Where two play against two: partners stay together, or change after each game. If they change,"
    " all games of the match are played, and whoever has most points wins."
)
PAIRS: Final = 4
"""So many seats a game has in which two may play against two."""

COLOUR: Final = msg("colour")
ALPHABETS: Final[Mapping[str, str]] = {
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ru": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
}
ENTER_KEYS: Final = NoteKeys(
    Message.of(msg("▲▼▶: letters  OK: done")),
    Message.of(msg("`up down`: letter; `right`: next one; `ok`: done; `back`: cancel")),
)
DELETE: Final = msg("Delete this name?")
DELETED: Final = msg("The name is gone for good. The games stay, without it.")


MATCH_LINE: Final = msg("Match: best of {count}")
OPEN_MATCH: Final = msg("Match until you stop")
POINTS: Final = msg("- {person}: {points}")
WON: Final = msg("{person} has won the match.")
WON_TOGETHER: Final = msg("{person} have won the match.")
OF_GAME: Final = msg("{person}, {game}: {points} of {count}")
WINS: Final = msg("{person}, {game}: throws and moves to a win: {lengths}")
LUCK: Final = msg("{person}, {game}: luck {change} % a game")
ELO: Final = msg("{person}, {game}: Elo {elo} ± {margin}")


class EveningSetup(EntryList, frozen=True, kw_only=True):
    """Who sits where in the game of ``draft``, and which match it belongs to."""

    help = msg("Up and down: choose a line. Left and right: change it. Back: done.")
    back = msg("Back: done")
    is_overlay = True
    draft: Setup

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Names, match"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        seats = game_of(self.draft, context.catalogue).seats
        has_pairs = len(seats) == PAIRS and len({seat.team for seat in seats}) == PAIRS // 2
        people = seats_of_people(self.draft, context.catalogue)
        teams = (self._teams(context),) if context.fact(Evening).match and has_pairs else ()
        return (*(self._seat(seat, context) for seat in people), self._match(context), *teams)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)

    def _seat(self, seat: Seat, context: SceneContext) -> Entry:
        evening, known = context.fact(Evening), context.fact(KeptNames).names
        present = evening.seats.get(seat.colour, NOBODY)
        taken = {number for colour, number in evening.seats.items() if colour != seat.colour}
        choices = (NOBODY, *(number for number in known if number not in taken))

        def change(step: int) -> Effects:
            return (Remember(seated(evening, seat.colour, turned(choices, present, step))),)

        name = known.get(present)
        value = Message.of(COLOUR) if name is None else Message.of("{name}", name=name)
        enter = returning(Cover(EnterName(colour=seat.colour)))
        return Entry(names.seat(seat), Message.of(SEAT_HELP), enter, value, change)

    def _match(self, context: SceneContext) -> Entry:
        evening = context.fact(Evening)
        present = best_of(evening.match) if evening.match else None

        def change(step: int) -> Effects:
            count = turned(tuple(MATCHES), present, step)
            mixed = is_mixed(evening.match)
            match = "" if count is None else new_match(count, context.rng, is_mixed=mixed)
            return (Remember(replace(evening, match=match)),)

        value = Message.of(MATCHES[present])
        return Entry(Message.of(msg("Match")), Message.of(MATCH_HELP), value=value, change=change)

    def _teams(self, context: SceneContext) -> Entry:
        evening = context.fact(Evening)
        mixed = is_mixed(evening.match)

        def change(step: int) -> Effects:
            match = new_match(best_of(evening.match), context.rng, is_mixed=not mixed)
            return (Remember(replace(evening, match=match)),)

        label, value = Message.of(msg("Teams")), Message.of(TEAMS[mixed])
        return Entry(label, Message.of(TEAMS_HELP), value=value, change=change)


def seated(evening: Evening, colour: str, person: int) -> Evening:
    """Return ``evening`` with ``person`` at the seat of this ``colour``, and nowhere else."""
    others = {each: who for each, who in evening.seats.items() if who != person or not person}
    return replace(evening, seats={**others, colour: person})


class EnterName(Scene, frozen=True, kw_only=True):
    """A name is entered letter by letter, for whoever sits at the seat of ``colour``."""

    help = msg(
        "Up and down: another letter. Right: the next letter. Left: remove one. OK: done. Back:"
        " cancel."
    )
    is_overlay = True
    colour: str
    letters: str = ""
    at: int = 0

    def is_edited(self, context: SceneContext) -> bool:
        return bool(self.letters)

    def view(self, context: SceneContext) -> View:
        text = Message.of("{name}_", name=self._name(context))
        return NoteView(Message.of(msg("Name")), text, keys=ENTER_KEYS)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        alphabet = _alphabet(context)
        match key:
            case "up" | "down":
                step = 1 if key == "down" else -1
                return (Show(replace(self, at=(self.at + step) % len(alphabet))),)
            case "right" if len(self.letters) + 1 < LONGEST_NAME:
                return (Show(replace(self, letters=self.letters + alphabet[self.at], at=0)),)
            case "right":
                return ()
            case "left":
                return (Show(replace(self, letters=self.letters[:-1])),)
            case "ok":
                return (Close(), GiveName(self.colour, self._name(context)))
            case "back":
                return (Close(),)
        return None

    def _name(self, context: SceneContext) -> str:
        return (self.letters + _alphabet(context)[self.at]).capitalize()


def _alphabet(context: SceneContext) -> str:
    return ALPHABETS.get(context.preferences.language, ALPHABETS["en"])


class GiveName(Struct, frozen=True):
    """Let whoever sits at the seat of ``colour`` have this ``name``, which is kept."""

    colour: str
    name: str

    def carry_out(self, table: TableParts) -> Effects:
        people, evening = table.context.fact(KeptNames), table.context.fact(Evening)
        name = sound_name(self.name)
        if not name:
            return (Remember(seated(evening, self.colour, NOBODY)),)
        known = {kept: number for number, kept in people.names.items()}
        if name not in known and len(known) >= MOST_PEOPLE:
            return ()
        number = known.get(name) or max(people.names, default=0) + 1
        return (
            *_kept(replace(people, names={**people.names, number: name})),
            Remember(seated(evening, self.colour, number)),
        )


def _kept(people: KeptNames) -> Effects:
    """Return what lets ``people`` be known from now on, also after a restart."""

    def write() -> Effects:
        if people.keep is not None:
            people.keep(people.names)
        return ()

    return (Remember(people), UseFiles(write))


class PeopleList(EntryList, frozen=True):
    """The names that are kept at this table; OK deletes one."""

    help = msg("Up and down: choose a name. OK: delete it. Back: settings.")
    back = msg("Back: settings")
    is_overlay = True
    times_out = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("People"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        known = context.fact(KeptNames).names
        lines = tuple(_deletable(number, name, context) for number, name in known.items())
        nobody = plain_entry(msg("nobody"), msg("No name is kept here."), returning(Close()))
        return lines or (nobody,)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def _deletable(number: int, name: str, context: SceneContext) -> Entry:
    people, evening = context.fact(KeptNames), context.fact(Evening)
    left = {each: kept for each, kept in people.names.items() if each != number}
    seats = {colour: who for colour, who in evening.seats.items() if who != number}
    agreed: Effects = (
        Close(),
        *_kept(replace(people, names=left)),
        Remember(replace(evening, seats=seats)),
    )
    asked = Confirmation(Message.of(DELETE), Message.of(DELETED), agreed)
    return Entry(Message.of("{name}", name=name), Message.of(DELETED), returning(Cover(asked)))


def name_seat(request: NameSeat, scene: Scene, context: SceneContext) -> Reaction:
    """Let the person who plays a seat on a phone have a name, from this game on."""
    if not context.is_playing or request.seat not in range(len(context.playing.game.seats)):
        return NO_GAME
    if context.fact(KeptNames).keep is None:
        return NOT_NOW
    return (GiveName(context.playing.game.seats[request.seat].colour, request.name),)


def here(context: SceneContext) -> EveningHere:
    """Return what people see: the names at the seats, their points, and the score sheet."""
    session, called = context.session, context.fact(KeptNames).names
    people = () if session is None else people_of(session.setup)
    games, match = (
        list(played(context.history, context.fact(KeptLuck).games)),
        context.fact(Evening).match,
    )
    in_match = totals(each for each in games if each.match == match) if match else {}
    persons = tuple(called.get(person, "") for person in people)
    points = tuple(
        shown(in_match.get(person, 0.0)) if match and person in called else "" for person in people
    )
    return EveningHere(persons, points, tuple(_sheet(games, match, in_match, context)))


def _sheet(
    games: list[PlayedGame], match: str, in_match: Mapping[int, float], context: SceneContext
) -> Iterator[Message]:
    """Yield the lines of the score sheet: the match, then what each person did by game."""
    called = context.fact(KeptNames).names
    if match:
        yield from _match_lines(games, match, in_match, called)
    for person, name in called.items():
        for game, (points, count) in counted(games, person).items():
            of_game: Mapping[str, Fact] = {
                "person": name,
                "game": Message.of(context.catalogue.about(game).title),
            }
            yield Message.of(OF_GAME, points=shown(points), count=count, **of_game)
            if lengths := lengths_of_wins(games, game, person):
                yield Message.of(WINS, lengths=lengths, **of_game)
            luck = mean_luck(games, game, person)
            if luck is not None:
                yield Message.of(LUCK, change=f"{luck:+.0f}", **of_game)
    yield from _strengths(games, context)


def _match_lines(
    games: list[PlayedGame], match: str, in_match: Mapping[int, float], called: Mapping[int, str]
) -> Iterator[Message]:
    """Yield of how many games the match is, the points, and who has won it."""
    count, done = best_of(match), sum(game.match == match for game in games)
    yield Message.of(MATCH_LINE, count=count) if count else Message.of(OPEN_MATCH)
    for person, points in sorted(in_match.items(), key=lambda each: -each[1]):
        if person in called:
            yield Message.of(POINTS, person=called[person], points=shown(points))
    first = [called[each] for each in winners(match, in_match, done) if each in called]
    if first:
        yield Message.of(WON if len(first) == 1 else WON_TOGETHER, person=", ".join(first))


def _strengths(games: list[PlayedGame], context: SceneContext) -> Iterator[Message]:
    """Yield a line for each person and game of which there are enough games for a rating."""
    called = context.fact(KeptNames).names
    if len(games) < LEAST_GAMES:
        return
    for game in sorted({each.game for each in games}):
        found = ratings([each for each in games if each.game == game])
        title = Message.of(context.catalogue.about(game).title)
        for person in sorted(found, key=lambda each: -found[each].elo):
            if person in called:
                yield Message.of(
                    ELO,
                    person=called[person],
                    game=title,
                    elo=found[person].elo,
                    margin=found[person].margin,
                )
