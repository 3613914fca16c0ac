"""What one of two linked tables tells the other."""

import pytest

import games
from firmware_host.features.linked.acts import Act, ActReader, Reading, begin_act
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage
from firmware_host.features.linked.linking import MOST_DECISIONS, link_payload, read_link_payload
from firmware_host.session.seats import Talk
from firmware_host.session.setup import Setup


def read(acts: tuple[Act, ...]) -> Reading:
    return Reading(position=" ".join(acts))


def test_a_table_that_is_asked_to_play_along_has_not_left_that_game() -> None:
    old, new = LinkedRecord(("begin one", "e3")), LinkedRecord(("begin another",), 1)
    left = Agreement.begin("porto", "p", old).save(old, has_left=True)
    assert left.message(read).has_left
    asked = left.hear(LinkMessage("l", "p", new, "begin another"), read)
    assert asked.message(read).record == new
    assert not asked.message(read).has_left


def test_the_highest_number_of_decisions_leaves_some_for_later() -> None:
    """A table that once said it must not keep later games from being offered."""
    old, saved = LinkedRecord(("begin one",), MOST_DECISIONS), LinkedRecord(("begin one",), 3)
    here = Agreement.begin("porto", "p", saved).hear(LinkMessage("l", "p", old, "begin one"), read)
    assert saved.decisions < here.record.decisions < MOST_DECISIONS
    left = here.save(here.record, has_left=True)
    new = LinkedRecord(("begin another",), left.record.decisions + 1)
    offered = LinkMessage("l", "p", new, "begin another")
    asked = left.hear(read_link_payload(link_payload(offered, "0.2.0")), read)
    assert asked.record == new


def test_what_people_agree_to_holds_until_the_next_act() -> None:
    one, two = LinkedRecord(("begin one", "e3")), LinkedRecord(("begin one", "e3", "e5"))
    agreed = Agreement.begin("porto", "p", one).save(one, talk=Talk(agrees="undo"))
    silent = agreed.save(one)
    assert silent.consents == {"undo"}
    assert not silent.save(two).consents


@pytest.mark.parametrize("first", [0, 1])
def test_the_table_that_was_at_turn_writes_on_when_the_game_is_over(first: int) -> None:
    begin = begin_act(Setup("squadro", first=first, link="1a").record(), ("porto", "faro"))
    reading = ActReader(games).read((begin, '{"resigned":0}'))
    assert reading.is_over
    assert reading.writer == ("porto", "faro")[first]
