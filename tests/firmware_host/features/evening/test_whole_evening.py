"""A whole evening: six people, names in two languages, matches, a power cut, and a game shared."""

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import games
from firmware_host.app.file_worker import KeptGames
from firmware_host.app.request import Request
from firmware_host.features.clocks.remote import ClocksHere
from firmware_host.features.evening.remote import Evening, EveningHere, KeptNames
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion
from firmware_host.session.replay import record_of_session
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.effects import Apply, BeginGame, PlaceGroups, Remember
from firmware_host.table.scene import Effect, Resume
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import Answer, Question, find_answer
from firmware_host.web.history_pages import HistoryPages
from firmware_host.web.mirror import TableMirror
from games.budget import never
from games.core import random_action
from games.race.game import kind_of
from games.record import read
from games.review import assess, played, review
from games.valuation import AT_A_GLANCE
from hardware.wiring import wiring
from tests.firmware_host.features.sharing.codes import pictures_in, read_in
from tests.games.race import files
from tests.table import choose_russian, lines, point_at, take, words

PEOPLE = ("Eva", "Bob", "Zoe", "Аня", "Лев", "Юра")
ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RUSSIAN = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
OWN = "partners"
say = Language("en")


def press(hands: Hands, *keys: str) -> None:
    """Press ``keys`` one after the other."""
    for key in keys:
        hands.press(key)


class Sheet:
    """Who has how many points of how many games: a model of the score sheet."""

    def __init__(self) -> None:
        self.points: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.luck: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.lengths: dict[tuple[str, str], list[int]] = defaultdict(list)

    def note(self, session: Session, persons: tuple[str, ...]) -> None:
        """Count the game of ``session``, which is over, for ``persons`` by seat."""
        outcome = session.outcome
        assert outcome is not None
        worth = 0.5 if outcome.is_draw else 1.0
        luck = luck_in(session)
        for seat, person in enumerate(persons):
            if person and luck:
                self.luck[person, session.game.title].append(luck[seat])
            if person:
                gained = worth if seat in outcome.winners else 0.0
                self.points[person, session.game.title].append(gained)
                if gained == 1:
                    self.lengths[person, session.game.title].append(len(session.actions))

    @property
    def lines(self) -> set[str]:
        """The lines of the sheet: points of how many games, lengths of wins, and luck."""
        scored = {
            f"{person}, {game}: {points(sum(each))} of {len(each)}"
            for (person, game), each in self.points.items()
        }
        won = {
            f"{person}, {game}: throws and moves to a win: {between(each)}"
            for (person, game), each in self.lengths.items()
        }
        lucky = {
            f"{person}, {game}: luck {sum(each) / len(each):+.0f} % a game"
            for (person, game), each in self.luck.items()
        }
        return scored | won | lucky


def luck_in(session: Session) -> list[int]:
    """What a whole review says that throws brought each seat of ``session``, in percent."""
    if not session.game.dice:
        return []
    points = played(record_of_session(session), games)
    done = review(points, [assess(point, AT_A_GLANCE) for point in points])
    return [round(100 * done.sums(seat.index).luck) for seat in session.game.seats]


def between(numbers: list[int]) -> str:
    """Write the smallest and the largest of ``numbers``."""
    return "–".join(str(each) for each in sorted({min(numbers), max(numbers)}))


def points(number: float) -> str:
    """Write ``number`` as people do: with a half, and without a nought before it."""
    return f"{number:g}" if number % 1 == 0 else f"{int(number) or ''}½"


class WholeEvening:
    """Six people at the table in ``folder``, where chance is that of ``rng``."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.rng, self.sheet = folder, random.Random(1), Sheet()
        self._worlds: list[World] = []
        self.hands = self._sit()

    def _sit(self) -> Hands:
        self._worlds.append(World(Request(games, wiring.load("generic"), "en", self.folder)))
        return Hands(self._worlds[-1])

    def cut_power(self) -> None:
        """Let the table end in the middle and begin again, and go on with the game."""
        self.hands = self._sit()
        self.hands.press("ok")
        self.do()

    def close(self) -> None:
        for world in self._worlds:
            world.close()

    def do(self, *effects: Effect) -> None:
        """Let ``effects`` happen in one step of the table."""
        app = self.hands.world.app
        app.table.parts.use_files(lambda: effects)
        app.redraw()
        app.step()
        self.hands.world.run_for(1)

    @property
    def session(self) -> Session:
        return self.hands.world.app.table.game.playing

    @property
    def here(self) -> EveningHere:
        return self.hands.world.app.table.context.fact(EveningHere)

    def enter(self, name: str, alphabet: str) -> None:
        """Enter a ``name`` with the keys, letter by letter."""
        for number, letter in enumerate(name.upper()):
            if number:
                self.hands.press("right")
            steps = alphabet.index(letter)
            back = len(alphabet) - steps
            for _ in range(min(steps, back)):
                self.hands.press("down" if steps <= back else "up")
        self.hands.press("ok")

    def sit_down(self, setup: Setup, *persons: str) -> None:
        """Begin a game of ``setup`` with ``persons`` by seat, who have their names already."""
        seats = games.load(setup.game, **setup.options).seats
        known = {name: number for number, name in self.names.items()}
        sitting = {seat.colour: known.get(who, 0) for seat, who in zip(seats, persons, strict=True)}
        self.do(Remember(Evening(sitting)), BeginGame(setup))
        self.do(PlaceGroups(None), Resume())

    @property
    def ahead(self) -> list[str]:
        """Who has a handicap that the game gives and the record of the game says."""
        game, setup = self.session.game, self.session.setup
        told = map(int, setup.arranged["ahead"].split())
        seats = [seat.index for seat in game.seats if game.handicap(seat.index)]
        assert [elo > 0 for elo in told] == [seat.index in seats for seat in game.seats]
        assert self.session.states[0].pieces() != games.load(game.name).start().pieces()
        return [self.here.persons[seat] for seat in seats]

    @property
    def names(self) -> dict[int, str]:
        return {**self.hands.world.app.table.context.fact(KeptNames).names}

    def play(self, most: int = 10_000) -> None:
        """Play so many actions by chance, with all hand steps."""
        branch, effects = self.session.branched(), list[Effect]()
        while not branch.is_over and most > 0:
            due = len(branch.hand_steps.steps) if branch.hand_steps.due else 0
            most -= not due
            act = {"act": due} if due else {"do": str(random_action(branch.state, self.rng))}
            branch.apply(act)
            effects.append(Apply(act))
        self.do(*effects, Resume())

    def end(self, **act: Any) -> None:
        """Let the game end, by ``act`` if it is not over; the score sheet adds up."""
        if act:
            self.do(Apply(act), Resume())
        self.sheet.note(self.session, self.here.persons)
        self.do()
        told = {say(line) for line in self.here.sheet}
        assert self.sheet.lines == {line for line in told if ", " in line}


def begin_with_names(evening: WholeEvening) -> None:
    """Enter the names with the keys, in both languages; choose clocks, a handicap, a match."""
    hands = evening.hands
    take(hands, "Settings")
    choose_russian(hands)
    hands.press("back")
    take(hands, "Squadro")
    hands.press("right")
    take(hands, "Names, match")
    for name in PEOPLE[3:]:
        take(hands, "white")
        evening.enter(name, RUSSIAN)
    press(hands, "back", "back")
    take(hands, "Settings")
    point_at(hands, "Language")
    press(hands, "left", "back")
    take(hands, "Squadro")
    hands.press("right")
    take(hands, "Clock")
    press(hands, "right", "right", "right")
    assert "for each" in words(hands)
    hands.press("back")
    take(hands, "Names, match")
    for name in ("Zoe", "Eva"):
        take(hands, "white")
        evening.enter(name, ENGLISH)
    take(hands, "black")
    evening.enter("Bob", ENGLISH)
    point_at(hands, "Match")
    press(hands, "right", "right", "back")
    take(hands, "More options")
    take(hands, "Handicap")
    point_at(hands, "black")
    press(hands, "right", "back", "back")
    point_at(hands, lines(hands)[0])
    hands.press("ok")
    evening.do(PlaceGroups(None), Resume())


def play_the_match(evening: WholeEvening) -> Counter[str]:
    """Play a best of five to its end, with a power cut; return who won how many games."""
    won = Counter[str]()
    endings: Iterator[dict[str, Any]] = iter(
        ({"resigned": 0}, {"drawn": True}, {"resigned": 1}, {"resigned": 0}, {"resigned": 1})
    )
    for number in range(5):
        evening.play(6)
        if number == 2:
            evening.cut_power()
        persons = evening.here.persons
        assert evening.ahead == ["Bob"], "the handicap stays with whoever has it"
        evening.end(**next(endings))
        outcome = evening.session.outcome
        assert outcome is not None
        for seat in outcome.winners:
            won[persons[seat]] += 1 if outcome.is_draw else 2
        if max(won.values()) > 5:
            return won
        evening.hands.press("ok")
        take(evening.hands, "Next game")
        evening.do(PlaceGroups(None), Resume())
        assert evening.here.persons == persons[::-1], "colours change"
    return won


class Kept:
    """The games that the table in ``folder`` has kept."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._kept = folder, KeptGames(folder, sleep=lambda _: None)

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        return self._kept.answer(question)

    def pages(self, mirror: TableMirror | None = None) -> TestClient:
        """Return the pages of this table, which ``mirror`` shows now."""
        pages = HistoryPages.of(self, games, mirror)
        return TestClient(
            Starlette(routes=[*pages.routes(), *pages.more_routes(self._folder, thought)])
        )


def thought(question: Question) -> Future[Answer]:
    """Return the answer, found at once."""
    found = Future[Answer]()
    found.set_result(find_answer(question, never))
    return found


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeEvening]:
    """An evening at whose end the game of Zoe and Аня lies on the table; the sheet added up."""
    games.take_in([kind_of(files.text_of("pachisi"), OWN)])
    played = WholeEvening(tmp_path_factory.mktemp("evening"))
    begin_with_names(played)
    assert {*played.names.values()} == {*PEOPLE}
    assert played.hands.world.app.table.context.fact(ClocksHere).are_on
    won = play_the_match(played)
    (winner, _), *_ = won.most_common()
    assert f"{winner} has won the match." in {say(line) for line in played.here.sheet}
    for setup, persons, act in (
        (Setup("thaayam", {"seats": 4}), ("Eva", "Аня", "Bob", "Лев"), {"drawn": True}),
        (Setup(OWN), ("Юра", "Zoe", "", "Eva"), {"drawn": True}),
        (Setup("backgammon"), ("Юра", "Лев"), {"resigned": 1}),
    ):
        played.sit_down(setup, *persons)
        played.play(12)
        played.end(**act)
    played.sit_down(Setup("ur"), "Zoe", "Аня")
    played.play()
    played.end()
    yield played
    played.close()
    games.take_in(())


def mirrored(evening: WholeEvening) -> TableMirror:
    """What the pages of the table show now."""
    mirror, updates = TableMirror(games), evening.hands.world.app.observers.subscribe()
    evening.do()
    for update in updates.take():
        mirror.show(update.shown)
    return mirror


def shared(evening: WholeEvening, **more: str) -> Any:
    """Share the game that is over on the page of the table."""
    with Kept(evening.folder).pages(mirrored(evening)) as pages:
        params, headers = {"at": "/", **more}, {"origin": "http://table.local"}
        told = pages.post("/share", params=params, headers=headers).json()
        return {**told, "text": pages.get(f"/{told['record']}").text}


def test_the_score_sheet_adds_up_and_everybody_is_on_it(evening: WholeEvening) -> None:
    told = " ".join(say(line) for line in evening.here.sheet)
    assert all(person in told for person in PEOPLE)
    assert len({game for _, game in evening.sheet.points}) == 5
    with Kept(evening.folder).pages(mirrored(evening)) as pages:
        printed = pages.get("/score").text
    assert all(f"<li>{line}</li>" in printed for line in evening.sheet.lines)


def test_nobody_is_named_in_what_is_shared_unless_people_say_so(evening: WholeEvening) -> None:
    assert evening.here.persons == ("Zoe", "Аня")
    told = shared(evening)
    assert told["hasNames"]
    assert not [person for person in PEOPLE if person in json.dumps(told, ensure_ascii=False)]
    named = shared(evening, names="")
    assert read(named["text"]).players == {"white": "Zoe (person)", "black": "Аня (person)"}


@pytest.mark.codes
def test_a_game_is_shared_by_codes_and_reviewed_at_another_table(
    evening: WholeEvening, tmp_path: Path
) -> None:
    told = shared(evening, names="")
    codes = " ".join(read_in(picture) for picture in pictures_in(told["more"]))
    with Kept(tmp_path).pages() as pages:
        path = pages.post("/shared", content=codes.encode()).json()["path"]
        assert "Zoe, Аня" in pages.get(f"/{path}").text
        key = path.partition("=")[2]
        assert pages.get(f"/record?key={key}").text == told["text"]
        while not (review := pages.get(f"/review?key={key}").json())["isOver"]:
            time.sleep(0)
    assert "<svg" in review["reviewed"]
