"""Games in links and codes: the same bytes come out, and what is damaged is refused in one line."""

import bz2
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import games
from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.replay import ReplayError, load, record_of_session
from firmware_host.session.session import Session
from firmware_host.session.shared_record import (
    ALWAYS,
    LONGEST,
    code_texts,
    is_shared,
    journal_of,
    link_text,
    packed,
    record_in,
    shared_record,
    unpacked,
    with_names,
)
from games import record as recording
from games.core import Outcome
from games.record import Corrected, Record, RecordError, read, write
from games.replay import record_of
from tests.games.playing import play_at_random

ROOM = 652
BASE = "http://192.168.1.5:8080/shared#"
MOST = {"xiangqi4": 120}
"""Actions of a random game of so long a game; others are played to their ends."""


def random_record(name: str, seed: int) -> Record:
    """A random game, from each of its seats, with each of its options in turn."""
    rng = random.Random(f"{name} {seed}")
    kind = games.kind(name)
    game = kind(**{option.name: rng.choice(option.values) for option in kind.OPTIONS})
    states, actions = play_at_random(game.start(seed % len(game.seats)), rng, MOST.get(name))
    players = {seat.colour: rng.choice(("person", "friend")) for seat in game.seats}
    return record_of(states, actions, date="2026-11-28", players=players)


@cache
def a_record(name: str) -> Record:
    return random_record(name, 1)


def same_bytes(record: Record) -> None:
    text, codes = write(record), code_texts(record, ROOM)
    assert write(shared_record(BASE + link_text(record))) == text
    shuffled = random.Random(1).sample(codes, len(codes))
    assert write(shared_record("\n".join(BASE + code for code in shuffled))) == text
    assert max(map(len, codes)) <= ROOM


@pytest.mark.parametrize("name", games.names())
def test_the_same_bytes_come_out(name: str) -> None:
    for seed in range(3):
        same_bytes(random_record(name, seed))


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
def test_the_same_bytes_come_out_of_a_thousand_games(name: str) -> None:
    for seed in range(1000):
        same_bytes(random_record(name, seed))


@pytest.mark.parametrize("name", games.names())
def test_another_table_plays_the_same_game(name: str) -> None:
    record = a_record(name)
    session = Session.resume(journal_of(record, games), games)
    assert write(record_of_session(session, record.date)) == write(record)


def ended(name: str, seats: int, *endings: dict[str, object]) -> Record:
    """A game that was begun, in which things happened that no rule leads to."""
    begun = games.kind(name)(**({"seats": seats} if seats != 2 else {}))
    states, actions = play_at_random(begun.start(), random.Random(1), 9)
    session = Session.resume(journal_of(record_of(states, actions), games), games)
    for each in endings:
        session.apply(each)  # type: ignore[arg-type]
    return record_of_session(session)


@pytest.mark.parametrize(
    "record",
    [
        ended("squadro", 2, {"resigned": 0}),
        ended("squadro", 2, {"resigned": 1, "by": "time"}),
        ended("squadro", 2, {"drawn": True}),
        ended("thaayam", 4, {"resigned": 1}),
        ended("thaayam", 4, {"resigned": 3}, {"resigned": 1}, {"resigned": 0}),
        ended("thaayam", 4, {"seat": 2, "player": "nobody"}),
        ended("tshupu", 2),
    ],
    ids=lambda record: record.result or "goes on",
)
def test_games_that_people_ended_are_the_same_at_another_table(record: Record) -> None:
    session = Session.resume(journal_of(shared_record(BASE + link_text(record)), games), games)
    again = record_of_session(session)
    assert (again.entries, again.result) == (record.entries, record.result)


def test_a_board_that_was_put_right_stays_so() -> None:
    states, actions = play_at_random(games.load("squadro").start(), random.Random(1), 6)
    session = Session.resume(journal_of(record_of(states, actions), games), games)
    session.apply({"set": pieces_text(states[4].pieces())})
    record = record_of_session(session)
    assert isinstance(record.entries[-1], Corrected)
    again = Session.resume(journal_of(record, games), games)
    assert again.state == session.state != states[-1]


def test_names_are_there_if_they_were_given_and_stay() -> None:
    named = with_names(a_record("ur"), {"white": "Zoë", "black": ""})
    session = Session.resume(journal_of(shared_record(BASE + link_text(named)), games), games)
    assert session.setup.persons[:1] == ("Zoë",)
    assert record_of_session(session, named.date).players["white"] == "Zoë (person)"


def changes(text: str, rng: random.Random) -> Iterator[str]:
    """Yield what may become of ``text`` where it is copied or read."""
    for _ in range(60):
        place = rng.randrange(len(text))
        other = rng.choice("0123456789" if text.isdigit() else "ABCabc-_09")
        yield text[:place]
        yield text[:place] + text[place + 1 :]
        yield text[:place] + other + text[place + 1 :]
        yield text[:place] + other + text[place:]


def said_of(text: str) -> Record | str:
    """The game in ``text``, or in how many lines it is refused."""
    try:
        return shared_record(text)
    except RecordError as error:
        return "one line" if len(f"{error}".splitlines()) == 1 else f"{error}"


@pytest.mark.parametrize("name", games.names())
def test_damaged_codes_and_links_are_refused_in_one_line(name: str) -> None:
    record = a_record(name)
    codes, rng = code_texts(record, 3000), random.Random(1)
    for text in (link_text(record), *codes[:1]):
        for changed in changes(text, rng):
            others = codes[1:] if text in codes else ()
            # the last letter has bits that say nothing
            assert said_of(" ".join((changed, *others))) in (record, "one line")


def test_codes_of_several_games_and_missing_ones_are_named() -> None:
    ours, theirs = (code_texts(a_record(name), 400) for name in ("ur", "ludo"))
    with pytest.raises(RecordError, match="the codes of one game"):
        shared_record(f"{ours[0]} {theirs[1]}")
    with pytest.raises(RecordError, match=f"expected {len(ours)} codes, without number 1, 3$"):
        shared_record(" ".join((ours[1], *ours[3:])))
    assert shared_record(" ".join((*ours, ours[0]))) == a_record("ur")


@pytest.mark.parametrize(
    "text", ["", " ", "g", "g!", "0", "0101000000", "9901123450", "gQUJD", "game.txt", "g" * 70_000]
)
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="^expected"):
        shared_record(text)


@pytest.mark.parametrize("text", [b"x" * (recording.LONGEST + 1), b"\xff", b"", b"\ngame: ur"])
def test_what_unpacks_to_very_much_or_to_no_record_is_refused(text: bytes) -> None:
    with pytest.raises(RecordError):
        unpacked(bz2.compress(text).removeprefix(ALWAYS))
    with pytest.raises(RecordError):
        unpacked(packed(a_record("ur")) + b"more")


def test_what_cannot_have_been_played_is_refused() -> None:
    record = a_record("squadro")
    cheated = Record(record.game, record.first, entries=record.entries[1:])
    with pytest.raises(RecordError, match="turn 1"):
        journal_of(cheated, games)


@pytest.mark.parametrize("name", ["game.txt", "2026-11-28.txt", "gAbcdef", "x#y", "1234"])
def test_names_of_files_are_no_games(name: str) -> None:
    assert not is_shared(name)
    assert not is_shared("0" * (LONGEST + 1))


def test_files_links_and_codes_are_read_where_records_are(tmp_path: Path) -> None:
    record = a_record("ur")
    link, codes = BASE + link_text(record), code_texts(record, 400)
    written = tmp_path / "shared.txt"
    for text in (link, "\n".join(codes), write(record)):
        written.write_text(text, encoding="utf-8")
        assert load(written) == record
        assert record_in(text) == record
    assert load(Path(link)) == record
    with pytest.raises(ReplayError, match="^this game: expected a game that was shared"):
        load(Path(link[:-5]))


def test_a_game_lost_on_time_is_read_back() -> None:
    record = ended("squadro", 2, {"resigned": 1, "by": "time"})
    assert record.result == "white (time)"
    assert read(write(record)) == record
    assert Outcome((0,), "time") == Session.resume(journal_of(record, games), games).outcome
