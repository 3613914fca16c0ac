"""What one of two linked tables tells the other."""

from firmware_host.features.linked.acts import Act, Reading
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage
from firmware_host.features.linked.linking import MOST_DECISIONS, link_payload, read_link_payload


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
