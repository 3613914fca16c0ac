"""People at the table let phones in from its menus, and disconnect them there."""

import pytest

from firmware_host.features.phones.remote import (
    ListPhones,
    PairedPhone,
    PairingWish,
    PhoneWishes,
    ShowPairing,
    TakeSeat,
)
from firmware_host.features.phones.scenes import (
    VALID_SECONDS,
    Pairing,
    PhoneList,
    PhoneRoles,
    StaffPhones,
)
from firmware_host.remote.requests import RemoteRequest, ServerGone
from firmware_host.screens.lists import ListView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.device import Visitors
from firmware_host.table.scene import Cover
from firmware_host.web.listening import Signpost
from tests.table import Begin, label_of, point_at, set_context, take, words

POST = Signpost("192.168.1.5:8080", "table.local:8080")
FOLLOWER = PairedPhone("1a", "observer", None, "2026-11-22")
BLACK = PairedPhone("1f2e3d4c", "seat", 1, "2026-11-22")


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """A game of two persons with a web server beside it."""
    hands = begin(Setup("squadro"))
    hands.follow()
    ask(hands, ListPhones(()))
    return hands


def ask(hands: Hands, *requests: RemoteRequest) -> None:
    for request in requests:
        hands.world.app.requests.put(request)
    hands.world.run_for(0.01)


def wish(hands: Hands) -> PhoneWishes:
    return hands.world.app.table.shared.of(PhoneWishes)


def asked(hands: Hands) -> PairingWish:
    pairing = wish(hands).pairing
    assert pairing is not None
    return pairing


def made(number: int, code: str = "ABCDEFGH") -> ShowPairing:
    return ShowPairing(number, code, POST.address, POST.name, POST.qr_code(code))


def test_the_menu_has_no_phones_without_a_server(hands: Hands) -> None:
    ask(hands, ServerGone())
    hands.press("menu")
    hands.press("left")
    assert "Phone" not in words(hands)


def test_a_phone_is_let_in_for_a_seat(hands: Hands) -> None:
    hands.press("menu")
    hands.press("left")
    take(hands, "Phone")
    hands.press("down")
    hands.press("ok")
    assert (asked(hands).role, asked(hands).seat) == ("seat", 0)
    ask(hands, made(asked(hands).number))
    assert "ABCD EFGH" in words(hands)
    assert "192.168.1.5:8080" in words(hands)
    ask(hands, TakeSeat(0), ListPhones((PairedPhone("0a", "seat", 0, "2026-11-22"),)))
    assert wish(hands).pairing is None
    assert hands.world.app.table.frame.view.awaited == "phone"


@pytest.fixture
def home(begin: Begin) -> Hands:
    """A table between games with a web server beside it, and a phone that follows."""
    hands = begin()
    ask(hands, ListPhones((FOLLOWER,)))
    return hands


def test_a_phone_is_let_in_between_games(home: Hands) -> None:
    take(home, "Phone")
    home.press("ok")
    assert (asked(home).role, asked(home).seat) == ("observer", None)
    ask(home, ListPhones((FOLLOWER, PairedPhone("0a", "observer", None, "2026-11-22"))))
    assert wish(home).pairing is None
    home.press("back")
    assert "Which game?" in words(home)


def test_a_phone_is_disconnected_between_games(home: Hands) -> None:
    take(home, "Phone")
    take(home, "Connected phones")
    home.press("ok")
    home.press("ok")
    assert wish(home).revoked == (FOLLOWER.id,)


@pytest.mark.parametrize("line", ["Phone", "Settings"])
def test_the_cursor_stays_on_a_line_when_the_line_for_phones_goes(home: Hands, line: str) -> None:
    point_at(home, line)
    ask(home, ServerGone())
    view = home.world.view
    assert isinstance(view, ListView)
    assert label_of(view.row.label) == "Settings"
    home.press("down")
    assert label_of(home.world.view.marked[1]) == label_of(view.rows[0].label)


def test_no_seat_is_played_from_a_phone_between_games(home: Hands) -> None:
    take(home, "Phone")
    assert "Play" not in words(home)


def test_visitors_of_a_public_table_cannot_disconnect_the_staff(hands: Hands) -> None:
    table = hands.world.app.table
    ask(hands, ListPhones((PairedPhone("0b", "staff", None, "2026-11-22"),)))
    labels = {each.label.text for each in PhoneRoles().entries(table.context)}
    assert "Connected phones" in labels
    set_context(table, facts=table.context.facts.with_fact(Visitors(come_and_go=True)))
    labels -= {each.label.text for each in PhoneRoles().entries(table.context)}
    assert labels == {"Connected phones"}
    assert "Connected phones" in {each.label.text for each in StaffPhones().entries(table.context)}


def open_pairing(hands: Hands) -> PairingWish:
    table = hands.world.app.table
    table.run(Cover(Pairing.begin(table.context, "observer")))
    return asked(hands)


def test_a_code_for_another_wish_is_not_shown(hands: Hands) -> None:
    number = open_pairing(hands).number
    ask(hands, made(number + 1))
    assert "ABCD" not in words(hands)


def test_without_a_qr_code_the_letters_are_shown(hands: Hands) -> None:
    number = open_pairing(hands).number
    ask(hands, ShowPairing(number, "ABCDEFGH", POST.address, POST.name, ()))
    assert "ABCD EFGH" in words(hands)


def test_the_code_goes_after_two_minutes(hands: Hands) -> None:
    open_pairing(hands)
    hands.world.run_for(VALID_SECONDS - 1)
    assert wish(hands).pairing is not None
    hands.world.run_for(1.1)
    assert wish(hands).pairing is None


@pytest.mark.parametrize("key", ["ok", "back"])
def test_a_key_closes_the_code(hands: Hands, key: str) -> None:
    open_pairing(hands)
    hands.press(key)
    assert wish(hands).pairing is None


def test_a_server_that_goes_takes_its_code_with_it(hands: Hands) -> None:
    open_pairing(hands)
    ask(hands, ServerGone())
    assert wish(hands).pairing is None


def test_a_phone_is_disconnected(hands: Hands) -> None:
    ask(hands, ListPhones((BLACK,)))
    hands.world.app.table.run(Cover(PhoneList()))
    hands.press("ok")
    assert "Disconnect this phone?" in words(hands)
    hands.press("ok")
    assert wish(hands).revoked == (BLACK.id,)
    assert "No phone is connected" in words(hands)
    ask(hands, ListPhones(()))
    assert wish(hands).revoked == ()
