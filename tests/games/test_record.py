"""Records: what is written reads back, what cannot have been played is refused with the place."""

import random
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.actions import Action
from games.core import Catalogue, Game, Outcome, State
from games.record import Corrected, Reached, Record, RecordError, Turn, read, write
from games.replay import check, in_colours, record_of, replay
from tests import toy
from tests.games.playing import play_at_random

CATALOGUES: Mapping[str, Catalogue] = {**dict.fromkeys(games.names(), games), "tongs": toy}

TEXT = """\
tableside record 1
game: thaayam
options: seats=2 finish=exact
first: red
date: 2026-11-20
white: Ann Lee
red: machine

1 red: 8 4 1 2 1:hand-c5 2:c5-a5
at "0 throw 0,0,0,0/3,0,0,0 - - -"
2 white: 3 pass
set "0 throw 26,26,26,25/3,0,0,0 - - -"
3 white: 1 2 1:c3-off
"""


@pytest.fixture(params=CATALOGUES)
def game(request: pytest.FixtureRequest) -> Game:
    name: str = request.param
    return CATALOGUES[name].kind(name)()


def played(game: Game, seed: int, first: int = 0) -> tuple[list[State], list[Action]]:
    """The states and actions of a random game."""
    return play_at_random(game.start(first), random.Random(seed))


def test_random_games_are_written_read_back_and_play_again(game: Game) -> None:
    states, actions = played(game, seed=1, first=1)
    record = record_of(states, actions, date="2026-11-20", players={game.seats[0].colour: "person"})
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert [moment.state for moment in replay(record, CATALOGUES[game.name])] == states
    assert check(record, CATALOGUES[game.name]) == len(actions)


def test_options_are_kept_and_played_with(game: Game) -> None:
    others = {option.name: option.others[0] for option in game.OPTIONS[:1]}
    changed = type(game)(**others)
    record = read(write(record_of(*played(changed, seed=2))))
    assert {name: record.options[name] for name in others} == {
        name: str(value) for name, value in others.items()
    }
    (*_, last) = replay(record, CATALOGUES[game.name])
    assert last.state.game == changed


def test_a_game_still_going_on_has_no_result(game: Game) -> None:
    states, actions = played(game, seed=3)
    record = record_of(states[:6], actions[:5])
    assert record.result == ""
    assert check(read(write(record)), CATALOGUES[game.name]) == 5


def test_a_game_that_began_from_another_position_is_set_up_first(game: Game) -> None:
    states, actions = played(game, seed=4)
    begun = game.state(str(states[7]))
    record = record_of((begun, begun.apply(actions[7])), actions[7:8])
    assert record.entries[0] == Corrected(str(begun))
    assert check(read(write(record)), CATALOGUES[game.name]) == 1


def test_a_record_is_read_as_it_is_written() -> None:
    assert read(TEXT) == Record(
        game="thaayam",
        first="red",
        options={"seats": "2", "finish": "exact"},
        date="2026-11-20",
        players={"white": "Ann Lee", "red": "machine"},
        entries=(
            Turn("red", ("8", "4", "1", "2", "1:hand-c5", "2:c5-a5")),
            Reached("0 throw 0,0,0,0/3,0,0,0 - - -"),
            Turn("white", ("3", "pass")),
            Corrected("0 throw 26,26,26,25/3,0,0,0 - - -"),
            Turn("white", ("1", "2", "1:c3-off")),
        ),
    )
    assert write(read(TEXT)) == TEXT
    assert check(read(TEXT), games) == 11


def test_moments_tell_turn_seat_and_action() -> None:
    moments = [(m.turn, m.seat and m.seat.colour, str(m.action)) for m in replay(read(TEXT), games)]
    assert moments[0] == (0, None, "None")
    assert moments[1] == (1, "red", "8")
    assert moments[8:11] == [(2, "white", "pass"), (2, None, "None"), (3, "white", "1")]


WORDS_OF_0_1_0 = {"white": "south", "red": "north"}


def test_a_record_of_release_0_1_0_plays_the_same_game() -> None:
    text = TEXT.replace("machine\n", "machine\nresult: white (resigned)\n")
    old = re.sub("white|red", lambda name: WORDS_OF_0_1_0[name[0]], text)
    assert read(old) != read(text)
    assert list(replay(read(old), games)) == list(replay(read(text), games))
    assert in_colours(read(old), games.load("thaayam", seats=2)) == read(text)


def test_a_seat_has_one_player_whatever_it_is_called() -> None:
    twice = read(TEXT.replace("red: machine", "south: machine"))
    with pytest.raises(RecordError, match="expected one player for a seat, found white, south"):
        check(twice, games)


def test_records_name_seats_by_colour_alone(game: Game) -> None:
    states, actions = played(game, seed=6)
    colours = {seat.colour for seat in game.seats}
    record = record_of(states, actions, players=dict.fromkeys(colours, "person"))
    called = {turn.seat for turn in record.entries if isinstance(turn, Turn)}
    winners = record.result.partition(" (")[0].split(" and ")
    assert called | {record.first, *record.players} <= colours
    assert set(winners) <= colours | {"draw"}


def test_a_seats_actions_in_a_row_are_one_turn() -> None:
    states, actions = played(games.load("thaayam", seats=2), seed=5)
    turns = [entry for entry in record_of(states, actions).entries if isinstance(entry, Turn)]
    assert [action for turn in turns for action in turn.actions] == list(map(str, actions))
    assert all(turn.seat != after.seat for turn, after in pairwise(turns))


def test_empty_lines_comments_and_other_line_ends_are_passed_over() -> None:
    spoken = TEXT.replace("\n", "  \r\n\r\n").replace("1 red", "# the first turn\n1 red")
    assert read(spoken) == read(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tableside record 1", "tableside record 2", "line 1: expected 'tableside record 1'"),
        ("game: thaayam", "gmae: thaayam", "line 2: expected a header among game, options"),
        ("game: thaayam\n", "", 'line 8: expected a line "game: GAME", not '),
        ("first: red", "first: up", "line 4: expected one of white, black, "),
        ("date: ", "game: ", "line 5: expected the header game only once"),
        ("seats=2 ", "seats 2 ", "line 3: expected options NAME=VALUE"),
        ("finish=", "seats=", "line 3: expected options NAME=VALUE with one space between them"),
        ("date: 2026-11-20", "date 2026", 'line 5: expected a header "game: NAME", a turn'),
        ("2 white: 3", "3 white: 3", "line 11: expected turn 2, not '3 white: 3 pass'"),
        ("2 white: 3", "2 up: 3", 'line 11: expected a header "game: NAME", a turn "3 white:'),
        ('- -"\n2', "- -\n2", "line 10: expected a header"),
        ("2 white", f"{TEXT}2 white", "line 11: expected one record in a file: cut the file in"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(TEXT.replace(old, new, 1))
    assert str(caught.value).startswith(expected)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read("\ufeff" + TEXT) == read(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game: thaayam", "game: bridge", "line 2: no game is called 'bridge'; the games are"),
        ("seats=2", "speed=2", "line 3: expected options of thaayam (seats, "),
        ("seats=2", "seats=5", "line 3: option seats: expected one of 4, 2, 3, not '5'"),
        (
            "first: red",
            "first: black",
            "line 4: expected a seat of thaayam (white, red), not black",
        ),
        ("white: Ann", "black: Ann", "line 6: expected a seat of thaayam (white, red), "),
        (
            "4 1 2",
            "4 5 2",
            "line 9: turn 1 (red): 5: expected a throw, one of 1, 2, 3, 4, 8, not 5",
        ),
        ("2:c5-a5", "4:c5-a3", "line 9: turn 1 (red): 4:c5-a3: there is no 4 left to play, only 2"),
        ("2 white: 3", "2 red: 3", "line 11: turn 2 (red): 3: expected the turn of white"),
        (
            "3,0,0,0 - - -",
            "4,0,0,0 - - -",
            "line 10: after turn 1: position expected",
        ),
        ("26,26,26,25/3", "26,26,26,25/27", "line 12: after turn 2: set: expected progress"),
        ("1:c3-off", "1:c3-off 1", "line 13: turn 3 (white): 1: the game is over"),
        (
            "machine",
            "machine\nresult: red (home)",
            "line 8: result expected",
        ),
    ],
)
def test_what_cannot_have_been_played_is_refused(old: str, new: str, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        check(read(TEXT.replace(old, new, 1)), games)
    assert str(caught.value).startswith(expected)


def test_a_result_that_play_does_not_reach_means_that_the_record_breaks_off() -> None:
    record = read(
        TEXT.replace("date:", "result: white (home)\ndate:").replace("1 2 1:c3-off", "1 2")
    )
    with pytest.raises(RecordError, match="off after turn 3: its result 'white .home.'"):
        check(record, games)


def refusal(text: str) -> str:
    """Why ``text`` is no record that can have been played, "" if it is one."""
    try:
        check(read(text), games)
    except RecordError as error:
        return str(error)
    return ""


def test_a_record_cut_anywhere_is_whole_up_to_there_or_says_after_which_turn_it_ends() -> None:
    first_line = len(TEXT.splitlines()[0])
    for length in range(first_line, len(TEXT)):
        cut = TEXT[:length]
        if cut.endswith("\n") and length <= TEXT.index("date"):
            continue  # whole lines that lack a header are named as such
        turns = len(re.findall(r"^\d+ .*\n", cut, re.MULTILINE))
        where = f"after turn {turns}" if turns else "before the end of turn 1"
        assert refusal(cut) in ("", f"the record breaks off {where}"), cut


@pytest.mark.parametrize("words", ["first", "options: se", "gam", "3 white: 1 2 1:c3-of", "set"])
def test_a_record_that_ends_within_a_word_breaks_off(words: str) -> None:
    assert refusal(TEXT[: TEXT.index(words) + len(words)]).startswith("the record breaks off")


def test_a_wrong_action_before_the_one_that_may_be_cut_off_is_named() -> None:
    with pytest.raises(RecordError, match=r"turn 1 \(red\): 5: expected a throw"):
        check(read(TEXT[: TEXT.index("8 4 1")] + "5 5"), games)


def test_a_last_line_without_a_line_feed_is_read() -> None:
    assert check(read(TEXT.rstrip("\n")), games) == 11


def test_a_wrong_last_line_of_a_whole_record_is_named() -> None:
    with pytest.raises(RecordError, match=r"turn 3 \(white\): 1:c3-of: expected a move such as"):
        check(read(TEXT.replace("c3-off", "c3-of")), games)


@pytest.mark.parametrize(
    "changes",
    [
        {"date": "today\nfirst: white"},
        {"date": " today"},
        {"players": {"white": "Ann\u2028Lee"}},
        {"options": {"seats": "2 3"}},
        {"entries": (Turn("white", ()),)},
        {"entries": (Turn("white", ("8 4",)),)},
        {"entries": (Reached('a "quoted" text'),)},
    ],
)
def test_what_would_not_read_back_is_not_written(changes: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        write(replace(read(TEXT), **changes))  # type: ignore[arg-type]


LINES = st.sampled_from(
    [*TEXT.splitlines(), "", "1 red: pass", "1 north: pass", "set x", "game: tongs", "a: b"]
)


@given(st.lists(LINES | st.text(max_size=20), max_size=20).map("\n".join))
def test_no_text_raises_anything_but_a_record_error(text: str) -> None:
    try:
        record = read(f"{TEXT.splitlines()[0]}\n{text}")
    except RecordError:
        return
    assert read(write(record)) == record


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_a_changed_character_is_read_or_refused(index: int, character: str) -> None:
    with suppress(RecordError):
        check(read(TEXT[:index] + character + TEXT[index + 1 :]), games)


def test_a_seat_that_nobody_plays_for_is_passed_over_in_a_record() -> None:
    states, actions = [games.load("thaayam").start()], list[Action]()
    for text in ("2", "pass"):
        actions.append(states[-1].parse(text))
        states.append(states[-1].apply(actions[-1]))
    passed = states[-1].skipped()
    assert passed is not None
    record = read(write(record_of((*states[:-1], passed), actions)))
    assert record.entries == (Turn("white", ("2", "pass")), Turn("black", ("skipped",)))
    assert list(replay(record, games))[-1].state == passed


def test_who_cannot_be_passed_over_is_not() -> None:
    record = Record("squadro", "white", entries=(Turn("white", ("skipped",)),))
    with pytest.raises(RecordError, match="cannot be passed over"):
        check(record, games)


def test_a_correction_and_an_end_by_agreement_are_recorded() -> None:
    states, _ = played(games.load("thaayam"), seed=8)
    begun, found = states[0], states[40]
    record = record_of(
        (begun, games.load("thaayam").state(str(found))),
        (None,),
        outcome=Outcome((0, 1, 2, 3), "agreed", is_draw=True),
    )
    assert record.entries == (Corrected(str(found)),)
    assert record.result == "draw (agreed)"
    assert check(read(write(record)), games) == 0


LONG = "a" * 100_000


@pytest.mark.parametrize(
    "lines",
    [
        f"game: squadro\noptions: {LONG}=1\nfirst: white",
        f"game: squadro\noptions: repetition={LONG}\nfirst: white",
        f"game: {LONG}\nfirst: white",
        f"game: squadro\nfirst: white\nresult: {LONG}",
        f'game: squadro\nfirst: white\n\nat "{LONG}"',
        f'game: squadro\nfirst: white\n\nset "{LONG}"',
        f"game: squadro\nfirst: white\n\n1 white: {LONG}",
    ],
)
def test_a_refusal_cuts_what_was_written(lines: str) -> None:
    with pytest.raises(RecordError) as refused:
        check(read(f"tableside record 1\n{lines}\n"), games)
    assert len(str(refused.value)) < 1500


def damaged(lines: list[str], rng: random.Random) -> tuple[int, list[str]]:
    """The lines with one mistake as people, programs and sticks make it, and where, from 1."""
    index = rng.randrange(len(lines))
    line, other = lines[index], rng.choice(lines)
    place = rng.randrange(len(line) + 1)
    words = line.split(" ")
    word = rng.randrange(len(words))
    damage = rng.choice(
        (
            [],
            [line, line],
            [other],
            [other, line],
            [line[:place] + rng.choice("x 9:,-\t\x00é\ufeff") + line[place:]],
            [line[:place] + line[place + 1 :]],
            [" ".join((*words[:word], *words[word + 1 :]))],
            [" ".join((*words[:word], rng.choice(other.split(" ")), *words[word + 1 :]))],
            [line.swapcase()],
        )
    )
    return index + 1, [*lines[:index], *damage, *lines[index + 1 :]]


@pytest.mark.parametrize("name", [name for name in CATALOGUES if name != "tongs"])
def test_a_damaged_record_is_refused_with_the_line_and_what_was_expected(name: str) -> None:
    rng = random.Random(name)
    states, actions = play_at_random(games.load(name).start(), rng, 60)
    record = record_of(states, actions, players={states[0].game.seats[0].colour: "Ann"})
    lines = write(replace(record, date="2026-11-27")).splitlines()
    refusals = 0
    for _ in range(125):
        where, spoilt = damaged(lines, rng)
        reason = refusal("\n".join(spoilt) + "\n")
        named = re.match(
            r"line (\d+): .*(expected|no |not |only |cannot |must |leads |over)", reason
        )
        assert not reason or named, reason
        if named:
            refusals += 1
            assert where <= int(named[1]) <= len(spoilt) + 1, (reason, where)
    assert refusals > 60


def test_odd_blanks_are_read_as_one_space() -> None:
    plain = read(TEXT)
    odd = TEXT.replace(": ", ":\t ").replace("\n", " \u00a0\r\n")
    assert read(odd) == plain
    assert read("\ufeff" + TEXT.replace("\n\n", "\n# a remark\n\n")) == plain


def test_the_name_of_a_player_keeps_its_blanks() -> None:
    named = replace(read(TEXT), players={"white": "Mary  Ann"})
    assert read(write(named)) == named


@pytest.mark.parametrize(
    ("unseen", "name"),
    [("\u200b", "ZERO WIDTH SPACE"), ("\u202e", "RIGHT-TO-LEFT OVERRIDE"), ("\x07", "U\\+0007")],
)
def test_characters_that_nobody_sees_are_named(unseen: str, name: str) -> None:
    with pytest.raises(RecordError, match=f"line 2: expected .*, with {name} in it$"):
        read(TEXT.replace("game: ", f"ga{unseen}me: "))
