"""The tables, courses and numbers in the rule sheets are those of the rules."""

import re
from collections.abc import Sequence
from itertools import chain

import pytest

import games
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from games.core import Game
from games.race.game import RaceGame
from games.thaayam.game import Thaayam
from games.tshupu.rules import COURSES
from tests.languages import COMPLETE

ROW = re.compile(r"^\| *(.+?) *\|$", re.MULTILINE)
RANGE = re.compile(r"([a-s]|\d+)[-–]([a-s]|\d+)")
OUR_READINGS = {
    "tshupu": {
        "en": "cross-cuts; which colour sits; start a second time; middle column; 5,000 turns",
        "ru": "косым крестом; сидит каждый цвет; второй раз проходит; среднему ряду; 5000 ходов",
    },
    "thaayam": {
        "en": "who begins; whole series is thrown first; exact count; 5,000 turns",
        "ru": "кто начинает; сначала бросают всю серию; точное число; 5000 ходов",
    },
    "squadro": {
        "en": "a gap ends a jump; white for south; repetition",
        "ru": "промежуток прерывает прыжок; белые на юге; повторения",
    },
    "ur": {
        "en": "lots say who begins; never share a square; long track; 5,000 turns",
        "ru": "решает жребий; не стоят на одной клетке; на длинной дорожке; 5000 ходов",
    },
    "backgammon": {
        "en": "lots say who begins; the loser of a game; only a match has a cube; the same numbers",
        "ru": "решает жребий; начинает проигравший; куб есть только в матче; одни и те же числа",
    },
    "ludo": {
        "en": "lots say who begins; nothing could go; third 6; colour sits where; 5,000 turns",
        "ru": "решает жребий; пойти было нечем; третья шестёрка; кто какого цвета; 5000 ходов",
    },
    "pachisi": {
        "en": "lots say who begins; needs a grace; is lost; block no way; sits where; 5,000 turns",
        "ru": "решает жребий; нужна милость; пропадает; закрывают путь; какого цвета; 5000 ходов",
    },
    "holes": {
        "en": "lots say who begins; are played together; one way only; in the hand; 5,000 turns",
        "ru": "решает жребий; сразу с тем и другим; только в одну; ещё в руке; 5000 ходов",
    },
    "xiangqi4": {
        "en": "who begins; allies; two steps straight; end anywhere; kind by kind; the camp of who",
        "ru": "кто начинает; союзе; два шага прямо; закончиться он может; по видам; из его лагеря",
    },
}
"""What the descriptions do not say, so that the sheets have to call it ours."""
OURS = {"en": "We decided these ourselves", "ru": "Решено нами"}

SEATED = ("tshupu", "thaayam", "xiangqi4", "ur", "backgammon", "ludo", "pachisi", "holes")
"""The games whose sheets have a table of their seats."""

each_language = pytest.mark.parametrize("language", COMPLETE)


def rows(name: str, language: str) -> list[list[str]]:
    """Return the cells of every row of every table in the sheet."""
    found = ROW.findall(rule_sheets.read(name, language))
    return [[cell.strip().strip("`") for cell in row.split("|")] for row in found]


def seat_rows(game: Game, language: str) -> list[list[str]]:
    """Return the rows that begin with the place of a seat in the order of play."""
    numbers = [str(seat.index + 1) for seat in game.seats]
    found = [row for row in rows(game.name, language) if row[0] in numbers and len(row) > 3]
    return found[: len(numbers)]


def colours(game: Game, language: str) -> list[str]:
    return [Language(language)(seat.colour) for seat in game.seats]


@each_language
@pytest.mark.parametrize("name", SEATED)
def test_seats_are_listed_in_the_order_of_play_with_their_colours(name: str, language: str) -> None:
    game = games.load(name)
    table = seat_rows(game, language)
    assert [row[0] for row in table] == [str(seat.index + 1) for seat in game.seats]
    assert [row[2] for row in table] == colours(game, language)
    if language == "en":
        assert [row[1] for row in table] == [seat.side for seat in game.seats]


@each_language
def test_starts_and_partners_of_tshupu(language: str) -> None:
    game = games.load("tshupu")
    starts = [piece.place for piece in game.start().pieces()]
    named = colours(game, language)
    partners = [
        next(
            named[other.index] for other in game.seats if other != seat and other.team == seat.team
        )
        for seat in game.seats
    ]
    assert [row[3:] for row in seat_rows(game, language)] == [
        list(each) for each in zip(starts, partners, strict=True)
    ]


@each_language
def test_palaces_and_smaller_tables_of_thaayam(language: str) -> None:
    game = games.load("thaayam")
    yes = Language(language)("yes")
    for row, seat in zip(seat_rows(game, language), game.seats, strict=True):
        state = game.start(seat.index)
        for thrown in ("1", "3"):
            state = state.apply(state.parse(thrown))
        assert f"1:hand-{row[3]}" in map(str, state.legal_moves())
        for cell, seats in zip(row[4:], (3, 2), strict=True):
            plays = seat.colour in {
                each.colour for each in games.load("thaayam", seats=seats).seats
            }
            assert (cell == yes) == plays


@each_language
@pytest.mark.parametrize("name", ["tshupu", "thaayam", "ludo", "pachisi", "holes"])
def test_the_course_is_the_one_that_pieces_run(name: str, language: str) -> None:
    text = " ".join(rule_sheets.read(name, language).split())
    course = re.search(r"(?:course is|Путь \w+:) ((?:(?:, затем |, then )?`[^`]+`)+)", text)
    assert course is not None
    squares = re.sub(r"`|, затем|, then", "", course[1]).split()
    assert squares == list(_course(games.load(name)))


def _course(game: Game) -> Sequence[str]:
    """Return the squares that the first seat runs over."""
    if isinstance(game, RaceGame):
        return game.rules.tracks[0][1:]
    if isinstance(game, Thaayam):
        return game.rules.courses[0].squares[1:]
    return COURSES[0].squares[1:]


@each_language
def test_starts_and_smaller_tables_of_ludo(language: str) -> None:
    game, yes = games.load("ludo"), Language(language)("yes")
    for row, seat in zip(seat_rows(game, language), game.seats, strict=True):
        state = game.start(seat.index)
        (entering,) = state.apply(state.parse("6")).legal_moves()
        assert entering.text == f"6:hand-{row[3]}"
        for cell, seats in zip(row[4:], (3, 2), strict=True):
            plays = {each.colour for each in games.load("ludo", seats=seats).seats}
            assert (cell == yes) == (seat.colour in plays)


@each_language
def test_throws_of_thaayam_and_their_chances(language: str) -> None:
    state = games.load("thaayam").start()
    chances = {throw.text: str(chance.fraction * 16) for throw, chance in state.chance_outcomes()}
    table = [row for row in rows("thaayam", language) if len(row) == 4 and row[1].isdigit()]
    assert {row[1]: row[2] for row in table} == chances
    closing = [row[1] for row in table if row[3] == table[1][3]]
    assert closing == ["2", "3"]
    for throw in chances:
        assert state.apply(state.parse(throw)).is_chance == (throw not in closing)


@each_language
def test_tracks_of_ur_and_the_chances_of_its_throws(language: str) -> None:
    game = games.load("ur")
    assert isinstance(game, RaceGame)
    tracks = [track[1:] for track in game.rules.tracks]
    assert [row[3:] for row in seat_rows(game, language)] == [[way[0], way[-1]] for way in tracks]
    text = " ".join(rule_sheets.read("ur", language).split())
    white = [
        square for part in re.findall(r"`([a-h]\d(?: [a-h]\d)+)`", text) for square in part.split()
    ]
    assert white[: len(tracks[0])] == [*tracks[0]]
    chances = {throw.text: str(chance.fraction * 16) for throw, chance in game.rules.outcomes}
    table = {row[0]: row[1] for row in rows("ur", language) if len(row) == 2 and row[1].isdigit()}
    assert table == chances


@each_language
def test_starts_partners_and_throws_of_pachisi(language: str) -> None:
    game, say = games.load("pachisi"), Language(language)
    named = colours(game, language)
    for row, seat in zip(seat_rows(game, language), game.seats, strict=True):
        state = game.start(seat.index)
        (entering,) = (m.text for m in state.apply(state.parse("6")).legal_moves() if m.path)
        assert entering == f"1:hand-{row[3]}"
        assert row[4] == named[(seat.index + 2) % 4]
        assert game.seats[named.index(row[4])].team == seat.team
    table = [row for row in rows("pachisi", language) if len(row) == 4 and row[0].isdigit()]
    state = game.start()
    shown = {
        str(sum(throw.faces)): (throw.text, str(chance.fraction * 64))
        for throw, chance in state.chance_outcomes()
    }
    assert {row[0]: (row[1], row[2]) for row in table} == shown
    for row in table:
        graces = len(state.apply(state.parse(row[1])).pending) == 2
        assert row[3] == say("yes" if graces else "no")


@each_language
def test_holes_of_fifty_eight_holes_its_lines_and_the_chances_of_its_throws(language: str) -> None:
    game = games.load("holes")
    assert isinstance(game, RaceGame)
    rules = game.rules
    for row, track in zip(seat_rows(game, language), rules.tracks, strict=True):
        assert row[3:] == [track[step] for step in (1, 10, 20)]
        assert rules.shortcuts == {6: 20, 8: 10}
        assert all("nefer" in game.board[track[each]].marks[0].name for each in (15, 25))
    lines = re.findall(r"`([a-q]\d)` (?:and|и) `([a-q]\d)`", rule_sheets.read("holes", language))
    white = rules.tracks[0]
    assert lines == [(white[one], white[end]) for one, end in ((6, 20), (8, 10), (15, 25))]
    chances = {throw.text: str(chance.fraction * 16) for throw, chance in rules.outcomes}
    table = {
        row[0]: row[1] for row in rows("holes", language) if len(row) == 2 and row[1].isdigit()
    }
    assert table == chances


@each_language
def test_points_and_dots_of_squadro(language: str) -> None:
    game = games.load("squadro")
    table = rows("squadro", language)
    named = colours(game, language)
    ends = {row[0]: (row[2].split(), row[3].split()) for row in table if row[0] in named}
    dots = [row[1:] for row in table if row[0].split()[0] in named and row[1].isdigit()]
    edges = list(chain.from_iterable(ends[colour] for colour in named))
    assert dots == [[str(len(game.board[name].marks)) for name in edge] for edge in edges]
    for seat in game.seats:
        standing = {piece.place for piece in game.start().pieces() if piece.seat == seat.index}
        assert standing == set(ends[named[seat.index]][0])


@each_language
def test_camps_and_palaces_of_xiangqi(language: str) -> None:
    game = games.load("xiangqi4")
    for row, seat in zip(seat_rows(game, language), game.seats, strict=True):
        camp = {point.name for point in game.board.points if point.region == seat.side}
        assert _area(row[3]) == camp
        generals = {
            p.place for p in game.start().pieces() if p.seat == seat.index and p.kind == "general"
        }
        palace = _area(row[4])
        assert generals < palace
        marked = {p.name for p in game.board.points if p.marks} & palace
        assert (len(palace), len(marked)) == (9, 1)


def _area(cell: str) -> set[str]:
    (left, right), (low, high) = RANGE.findall(cell)
    files = [chr(code) for code in range(ord(left), ord(right) + 1)]
    return {f"{file}{rank}" for file in files for rank in range(int(low), int(high) + 1)}


@each_language
@pytest.mark.parametrize("name", OUR_READINGS)
def test_what_is_our_reading_is_called_ours(name: str, language: str) -> None:
    sheet = " ".join(rule_sheets.read(name, language).split())
    _, _, ours = sheet.partition(OURS[language])
    missing = [each for each in OUR_READINGS[name][language].split("; ") if each not in ours]
    assert not missing


@each_language
def test_the_setup_of_backgammon_its_ways_and_homes(language: str) -> None:
    game = games.load("backgammon")
    found = {
        row[0]: list(zip(row[1:], (2, 5, 3, 5), strict=True))
        for row in rows("backgammon", language)
        if len(row) == 5 and row[0] in colours(game, language)
    }
    for seat, colour in zip(game.seats, colours(game, language), strict=True):
        standing = {(p.place, p.count) for p in game.start().pieces() if p.seat == seat.index}
        assert set(found[colour]) == standing
    homes = [re.findall(r"\d+", row[4]) for row in seat_rows(game, language)]
    assert homes == [["1", "6"], ["19", "24"]]


@each_language
def test_what_wins_of_backgammon_are_worth(language: str) -> None:
    table = [row for row in rows("backgammon", language) if len(row) == 3 and row[1].isdigit()]
    groups = {"single": "6:14", "gammon": "18:1,6:14", "backgammon": "19:1,6:14"}
    for row, (reason, black) in zip(table, groups.items(), strict=True):
        state = games.load("backgammon").state(f"0 move 1:1 {black} 1 0-0")
        over = state.apply(state.parse("1-off"))
        outcome = over.outcome()
        assert outcome is not None
        assert (row[2], outcome.reason) == (reason, reason)
        assert str(over).endswith(f" {row[1]}-0")
