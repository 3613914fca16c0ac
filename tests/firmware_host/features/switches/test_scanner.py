import pytest
from msgspec.structs import replace

from firmware_host.features.switches.feature import FIRST, RESTS, ROUNDS, Offer, Scanner
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Awaited, View
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Effects, Scene, Stop
from games.message import Message
from hardware.wiring.sections import Scanning

PACE = 2.0


class Lines(Scene, frozen=True):
    """A scene with a cursor."""

    help = ""
    cursor: int = 0

    def view(self, context: SceneContext) -> View:
        return NoteView(Message.of("Lines"), Message.of(""))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return None


class Board(Lines, frozen=True):
    """Another scene."""


THREE = tuple(Offer("ok", Stop(Lines(number))) for number in range(3))
KEYS = (Offer("hint", goes_round=True), Offer("back"))
ROUND = (*THREE, *KEYS)
THROW = (Offer("ok"), Offer("up"), Offer("down"), Offer("back"))


def scanner(
    offers: tuple[Offer, ...] = ROUND, mode: Scanning = "one", awaited: Awaited = "answer"
) -> Scanner:
    """Return a scanner that has just been shown a scene."""
    made = Scanner()
    made.set(mode, PACE)
    made.follow(Lines(), offers, awaited, 0.0)
    return made


def said(scanner: Scanner) -> str:
    offer = scanner.offer
    if offer is None:
        return "nothing"
    cursor = offer.stop.scene.cursor if offer.stop and isinstance(offer.stop.scene, Lines) else ""
    return f"{offer.key} {cursor}".strip()


def after(scanner: Scanner, count: int) -> list[str]:
    """Return the next ``count`` offers, each when it is due."""
    found = []
    for _ in range(count):
        assert scanner.deadline is not None
        scanner.tick(scanner.deadline)
        found.append(said(scanner))
    return found


def test_the_first_offer_lasts_longer_as_the_screen_is_read_first() -> None:
    one = scanner()
    assert (said(one), one.deadline) == ("ok 0", FIRST * PACE)
    one.tick(FIRST * PACE - 0.01)
    assert said(one) == "ok 0"
    one.tick(FIRST * PACE)
    assert (said(one), one.deadline) == ("ok 1", (FIRST + 1) * PACE)


def test_stops_come_first_then_the_other_keys_and_then_it_begins_again() -> None:
    assert after(scanner(), 6) == ["ok 1", "ok 2", "hint", "back", "ok 0", "ok 1"]


def test_after_three_rounds_without_a_stroke_it_rests_and_a_stroke_only_wakes_it() -> None:
    one = scanner()
    assert after(one, ROUNDS * len(ROUND))[-2:] == ["back", "nothing"]
    assert (one.deadline, one.words, one.strip) == (None, Message.of(RESTS), Message.of(RESTS))
    assert one.stroke("take", 99.0) is None
    assert (said(one), one.deadline) == ("ok 0", 99.0 + PACE)


def test_every_stroke_begins_the_count_of_rounds_anew() -> None:
    one = scanner()
    after(one, 2 * len(ROUND))
    assert one.stroke("take", 50.0) == "ok"
    assert after(one, 3 * len(ROUND) - 1)[-1] == "back"


def test_a_stroke_takes_what_is_offered() -> None:
    one = scanner()
    assert one.stroke("take", 1.0) == "ok"
    after(one, 4)
    assert one.stroke("next", 30.0) == "back"


def test_a_key_that_means_something_else_at_each_stop_is_taken_on_another_round() -> None:
    one = scanner()
    after(one, 3)
    assert one.stroke("take", 20.0) is None
    assert said(one) == "hint 0"
    assert after(one, 2) == ["hint 1", "hint 2"]
    assert str(one.strip) == "Switch: hint"
    assert one.stroke("take", 40.0) == "hint"


def test_such_a_round_ends_after_the_last_stop() -> None:
    one = scanner()
    after(one, 3)
    one.stroke("take", 20.0)
    assert after(one, 4) == ["hint 1", "hint 2", "ok 0", "ok 1"]


def test_an_arrow_stays_under_the_contact_and_then_comes_ok_which_keeps_what_was_set() -> None:
    one = scanner(THROW)
    after(one, 1)
    for time in (10.0, 11.0):
        assert one.stroke("take", time) == "up"
        assert (said(one), one.deadline) == ("up", time + PACE)
    assert after(one, 3) == ["ok", "up", "down"]


def test_an_arrow_that_brings_new_offers_stays_too() -> None:
    one = scanner(THROW[1:])
    assert one.stroke("take", 10.0) == "up"
    one.follow(Lines(), THROW, "throw", 10.0)
    assert said(one) == "up"
    assert after(one, 1) == ["ok"]


def test_another_scene_begins_with_its_cursor() -> None:
    one = scanner()
    after(one, 1)
    board = tuple(replace(offer, stop=Stop(Board(at))) for at, offer in enumerate(THREE))
    one.follow(Board(2), board, "answer", 70.0)
    assert (said(one), one.deadline) == ("ok 2", 70.0 + FIRST * PACE)


@pytest.mark.parametrize("awaited", ["machine", "phone", "other table", "nothing"])
def test_nothing_is_offered_while_nobody_has_to_do_anything_until_somebody_asks(
    awaited: Awaited,
) -> None:
    one = scanner(THROW, awaited=awaited)
    assert (said(one), one.deadline, one.words, one.strip) == ("nothing", None, None, None)
    assert one.stroke("take", 5.0) is None
    assert (said(one), one.deadline) == ("ok", 5.0 + PACE)


def test_two_switches_go_on_and_take_and_nothing_moves_by_itself() -> None:
    two = scanner(mode="two")
    assert (said(two), two.deadline) == ("ok 0", None)
    for expected in (*["ok 1", "ok 2", "hint", "back", "ok 0"] * ROUNDS, "ok 1"):
        assert two.stroke("next", 1.0) is None
        assert (said(two), two.deadline) == (expected, None)
    assert two.stroke("take", 2.0) == "ok"


def test_a_cursor_needs_no_words_and_everything_else_does() -> None:
    one = scanner()
    assert (str(one.words), one.strip) == ("Switch: take this", None)
    after(one, 3)
    assert str(one.words) == str(one.strip) == "Switch: hint"
    told = scanner((Offer("right", Stop(Lines(), "right", "Switch: change")),))
    assert str(told.strip) == "Switch: change"


def test_a_notice_gives_what_is_offered_more_time() -> None:
    one = scanner(THROW)
    one.wait(FIRST * PACE)
    one.tick(FIRST * PACE)
    assert (said(one), one.deadline) == ("ok", (FIRST + 1) * PACE)


def test_without_scanning_a_switch_offers_nothing() -> None:
    off = scanner(mode="off")
    assert (off.words, off.strip, off.deadline) == (None, None, None)
    one = scanner()
    one.set("off", PACE)
    assert (one.offer, one.words, one.deadline) == (None, None, None)
