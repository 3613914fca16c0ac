"""What one of two linked tables tells the other."""

from firmware_host.session.linked.acts import Act
from firmware_host.session.linked.agreement import Agreement, LinkedRecord, LinkMessage
from firmware_host.session.linked.reading import Reading


def read(acts: tuple[Act, ...]) -> Reading:
    return Reading(position=" ".join(acts))


def test_a_table_that_is_asked_to_play_along_has_not_left_that_game() -> None:
    old, new = LinkedRecord(("begin one", "e3")), LinkedRecord(("begin another",), 1)
    left = Agreement.begin("porto", "p", old).save(old, has_left=True)
    assert left.message(read).has_left
    asked = left.hear(LinkMessage("l", "p", new, "begin another"), read)
    assert asked.message(read).record == new
    assert not asked.message(read).has_left
