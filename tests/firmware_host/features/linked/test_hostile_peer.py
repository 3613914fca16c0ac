"""A table at the other end of a link that says anything ends nothing and holds nothing up."""

import json
import random
from pathlib import Path

import pytest

import games
from firmware_host.features.linked import acts as shared_acts
from firmware_host.features.linked import linking
from firmware_host.features.linked.acts import ActReader
from firmware_host.features.linked.agreement import NOBODY
from firmware_host.features.linked.linking import read_link_payload
from firmware_host.features.linked.scenes import FarTurn, RecordsDiffer
from firmware_host.session.setup import Setup
from tests.figures import Figure
from tests.firmware_host.features.linked.hostile_peer import at_random, ending, said_with, undone
from tests.firmware_host.features.linked.linked import LinkedPair, LinkedTable
from tests.firmware_host.features.linked.lying_table import lies

SQUADRO = Setup("squadro", players=("person", "far"))
TSHUPU = Setup("tshupu", players=("person", "far", "person", "far"))


def begun(folder: Path, setup: Setup = SQUADRO) -> LinkedPair:
    """Return two tables at which a game has had two actions."""
    pair = LinkedPair(folder, setup)
    pair.join()
    pair.play(lambda: min(map(len, pair.actions)) >= 2, lambda: True)
    for table in (*pair.both, *pair.both):
        table.hands.follow()
        pair.settle()
    return pair


def records(table: LinkedTable) -> list[dict[str, object]]:
    return [dict(record) for record in table.hands.world.app.game_records]


def still_plays(pair: LinkedPair) -> bool:
    """Return whether both tables agree again after true words, and the game goes on."""
    for _ in range(6):
        pair.settle()
    count = min(map(len, pair.actions))
    pair.play(lambda: min(map(len, pair.actions)) > count, lambda: True)
    return pair.actions[0][: count + 1] == pair.actions[1][: count + 1]


def lies_told(pair: LinkedPair, victim: LinkedTable) -> int:
    """Let ``victim`` hear each lie; return how many of them changed its game."""
    other = next(table for table in pair.both if table is not victim)
    message = read_link_payload(other.linking.said or b"")
    told = [*lies(message, ActReader(games))]
    doers = (ActReader(games).read(each.record.acts).doers[-1] for each in told)
    false = [lie for lie, doer in zip(told, doers, strict=True) if doer != other.name]
    before = records(victim)
    landed = 0
    for each in false:
        acts = [*each.record.acts]
        said = said_with(other.linking.said or b"", acts=acts, position=each.position)
        for _ in range(3):
            victim.work(said)
        landed += records(victim) != before
    assert false
    return landed


@pytest.mark.parametrize("setup", [SQUADRO, TSHUPU])
@pytest.mark.parametrize("starts_again", [False, True])
def test_what_only_people_here_may_do_is_not_done_for_them(
    tmp_path: Path, setup: Setup, starts_again: bool
) -> None:
    pair = begun(tmp_path, setup)
    for victim in pair.both:
        if starts_again:
            victim.stop()
            victim.start()
            victim.hands.press("ok")
            victim.work(None)
        assert lies_told(pair, victim) == 0
    assert still_plays(pair)


def test_people_are_told_that_the_tables_differ(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    acting = next(table for table in pair.both if not isinstance(table.scene, FarTurn))
    said = json.loads(acting.linking.said or b"")
    move = str(acting.hands.state.legal_moves()[0])
    acts = [*said["acts"], json.dumps({"do": move}, separators=(",", ":"))]
    position = acting.linking.reader.read(tuple(acts)).position
    forged = said_with(json.dumps(said).encode(), acts=acts, position=position, heard=said["start"])
    acting.work(forged)
    assert isinstance(acting.scene, RecordsDiffer)
    assert "Tables differ" in acting.words
    acting.hands.press("ok")
    assert records(acting)[-1] == {"decision": 0, "record": "ours"}


def test_no_message_ends_the_link(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    before = [records(table) for table in pair.both]
    for message in ending(pair.left.linking.said or b""):
        pair.right.work(message)
    assert [records(table) for table in pair.both] == before
    assert still_plays(pair)


def test_a_seat_without_a_table_is_refused_again_and_again() -> None:
    reader = ActReader(games)
    act = '{"begin":"squadro","first":0,"link":"1a","players":"","tables":"left"}'
    for _ in range(2):
        with pytest.raises(ValueError, match="expected one of two tables for each seat"):
            reader.read((act,))


def test_the_longest_message_is_read_a_few_acts_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.firmware_host.features.linked.hostile_peer.LONGEST_GAME", 300)
    pair = begun(tmp_path)
    said = pair.left.linking.said or b""
    acts = tuple(json.loads(said)["acts"])
    move = str(pair.left.hands.state.legal_moves()[0])
    carried_out: list[str] = []
    carry_out = shared_acts._carry_out

    def counted(*arguments: object) -> str:
        carried_out.append("act")
        return carry_out(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(shared_acts, "_carry_out", counted)
    pair.right.linking.hear(said_with(said, acts=[*undone(acts, move)]))
    rounds, most = 0, 0
    while pair.right.linking.read_on():
        rounds, most = rounds + 1, max(most, len(carried_out))
        carried_out.clear()
    assert most <= linking.ACTS_AT_ONCE
    assert rounds > 20


def test_newer_words_replace_those_that_wait(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    said = pair.left.linking.said or b""
    for number in range(1_000):
        pair.right.linking.hear(said_with(said, start=f"start {number}"))
    rounds = 1
    while pair.right.linking.read_on():
        rounds += 1
    assert rounds == 1
    assert json.loads(pair.right.linking.said or b"")["heard"] == "start 999"


def anything_said(pair: LinkedPair, rng: random.Random, count: int) -> int:
    """Let the right table hear odd messages; return after how many of them its game was another."""
    before, changed = records(pair.right), 0
    for _ in range(count):
        pair.right.work(at_random(pair.left.linking.said or b"", rng))
        changed += records(pair.right) != before
    return changed


def test_odd_messages_change_no_game(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    assert anything_said(pair, random.Random(1), 50) == 0
    assert json.loads(pair.right.linking.said or b"")["heard"] != NOBODY


@pytest.mark.deep
def test_thousands_of_odd_messages_change_no_game(tmp_path: Path, figure: Figure) -> None:
    pair = begun(tmp_path)
    count = 5_000
    assert anything_said(pair, random.Random(2), count) == 0
    assert still_plays(pair)
    figure("odd messages", f"{count:,} messages")


@pytest.mark.deep
def test_many_games_with_a_table_that_lies(tmp_path: Path, figure: Figure) -> None:
    told = landed = 0
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        pair = begun(folder, (SQUADRO, TSHUPU)[number % 2])
        for _ in range(5):
            for victim in pair.both:
                landed += lies_told(pair, victim)
                told += 1
            assert still_plays(pair)
        for table in pair.both:
            table.stop()
    figure("lies at tables", f"{told:,} positions")
    assert landed == 0
