"""The front desk lets phones in as the table wishes, and tells it who is in."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

import games
from firmware_host.features.phones import desk
from firmware_host.features.phones.desk import FrontDesk, PairingCodes, Phones
from firmware_host.features.phones.remote import (
    MOST_PHONES,
    ListPhones,
    PairedPhone,
    PairingWish,
    PhoneWishes,
    ReturnSeat,
    ShowPairing,
    TakeSeat,
)
from firmware_host.remote.requests import RemoteRequest
from firmware_host.remote.wire import LONGEST_REQUEST, Published, named, request_line
from firmware_host.session.setup import next_colours
from firmware_host.web.entry_code import LENGTH, LETTERS
from firmware_host.web.listening import Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.visitor import PageVisitor

POST = Signpost("192.168.178.100:8080", "tableside.local:8080")

NEXT_OF_FOUR = next_colours(4)
AT = POST.address
"""Where phones find the server."""


NO_WISHES = PhoneWishes()


class Place:
    """A table with its front desk, without a server."""

    def __init__(self, folder: Path) -> None:
        self.mirror = TableMirror(games)
        self.asked: list[RemoteRequest] = []
        self.post = POST
        self.desk = FrontDesk(
            self, Phones(folder, lambda: date(2026, 11, 22)), PairingCodes(), lambda: self.post
        )

    def ask(self, request: RemoteRequest) -> None:
        self.asked.append(request)

    def show(
        self,
        wishes: PhoneWishes = NO_WISHES,
        *,
        is_public: bool = False,
        is_unattended: bool = False,
        awaited: str = "nothing",
    ) -> list[RemoteRequest]:
        """Let the table wish for ``wishes``; return what is asked of it then."""
        self.asked.clear()
        shown = Published(
            number=1,
            facts=named(wishes),
            is_public=is_public,
            is_unattended=is_unattended,
            awaited=awaited,
        )
        self.mirror.show(shown)
        self.desk.follow()
        return list(self.asked)

    def pair(self, role: str, seat: int | None = None) -> str:
        """Return the token of a phone that is paired as the table asks."""
        *_, shown = self.show(PhoneWishes(pairing=PairingWish(len(self.desk.phones), role, seat)))
        assert isinstance(shown, ShowPairing)
        token = self.desk.let_in(shown.code)
        assert token is not None
        return token


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_code_is_shown_when_the_table_asks(place: Place) -> None:
    phones, shown = place.show(PhoneWishes(pairing=PairingWish(7, "seat", 1)))
    assert phones == ListPhones((), AT)
    assert isinstance(shown, ShowPairing)
    assert (shown.number, shown.address, shown.name) == (7, POST.address, POST.name)
    assert len(shown.code) == LENGTH
    assert set(shown.code) <= set(LETTERS)
    assert not set("IO01") & set(LETTERS)


def test_the_qr_code_has_25_modules_a_side() -> None:
    rows = POST.qr_code("ABCDEFGH")
    assert {len(rows), *map(len, rows)} == {25}


def test_a_code_that_is_shown_follows_the_address_of_the_computer(place: Place) -> None:
    wish = PhoneWishes(pairing=PairingWish(7, "staff"))
    place.post = Signpost("localhost:8080", "tableside.local:8080", is_alone=True)
    before = place.show(wish)[-1]
    place.asked.clear()
    place.desk.follow()
    assert place.asked == []
    place.post = POST
    place.desk.follow()
    (after,) = place.asked
    assert isinstance(before, ShowPairing)
    assert isinstance(after, ShowPairing)
    # a phone finds nothing at localhost
    assert (before.address, after.address) == ("tableside.local:8080", POST.address)
    assert (before.number, before.code) == (after.number, after.code)
    assert before.modules != after.modules
    assert place.desk.let_in(after.code) is not None


def test_the_desk_looks_at_the_address_while_a_code_is_shown(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "LOOK_SECONDS", 0.0)
    place.show(PhoneWishes(pairing=PairingWish(7, "staff")))
    place.asked.clear()

    async def look() -> None:
        running = asyncio.create_task(place.desk.run())
        place.post = Signpost("10.42.0.1:8080", "tableside.local:8080")
        while not place.asked:
            await asyncio.sleep(0)
        running.cancel()

    asyncio.run(asyncio.wait_for(look(), 10.0))
    (shown,) = place.asked
    assert isinstance(shown, ShowPairing)
    assert shown.address == "10.42.0.1:8080"


def test_a_player_takes_a_seat_and_returns_it(place: Place) -> None:
    token = place.pair("seat", 1)
    assert place.desk.visitor(token) == PageVisitor("seat", 1)
    phone = place.desk.phones[0]
    assert place.asked[-2:] == [TakeSeat(1), ListPhones((phone,), AT)]
    assert phone == PairedPhone(phone.id, "seat", 1, "2026-11-22")
    assert place.desk.leave(token)
    assert place.asked[-2:] == [ListPhones((), AT), ReturnSeat(1)]
    assert place.desk.visitor(token) is None
    assert not place.desk.leave(token)


def test_the_table_revokes(place: Place) -> None:
    tokens = [place.pair("staff"), place.pair("observer")]
    revoked = (place.desk.phones[0].id,)
    assert place.show(PhoneWishes(revoked=revoked)) == [ListPhones(place.desk.phones[:1], AT)]
    assert [place.desk.visitor(token) for token in tokens] == [None, PageVisitor()]
    assert place.show(PhoneWishes(revoked=revoked)) == []


def test_players_go_when_the_visitors_have_left_and_the_others_stay(place: Place) -> None:
    player, staff = place.pair("seat", 0), place.pair("staff")
    place.show(is_public=True, is_unattended=True)
    assert place.desk.visitor(player) == PageVisitor()
    assert place.desk.visitor(staff) == PageVisitor("staff")


@pytest.mark.parametrize("token", ["", "made-up"])
def test_without_a_token_people_only_look_and_only_in_public(place: Place, token: str) -> None:
    assert place.desk.visitor(token) is None
    place.show(is_public=True)
    assert place.desk.visitor(token) == PageVisitor()


def test_a_table_that_comes_back_hears_everything_again(place: Place) -> None:
    place.pair("staff")
    wish = PhoneWishes(pairing=PairingWish(9, "observer"))
    before = place.show(wish)[-1]
    place.mirror.disconnect()
    place.desk.follow()
    phones, after = place.show(wish)
    assert phones == ListPhones(place.desk.phones[:1], AT)
    assert isinstance(before, ShowPairing)
    assert isinstance(after, ShowPairing)
    assert place.desk.let_in(before.code) is None
    assert place.desk.let_in(after.code) is not None


@pytest.mark.parametrize(
    "wish", [PairingWish(1, "seat"), PairingWish(1, "staff", 1), PairingWish(1, "king")]
)
def test_a_role_that_does_not_exist_has_no_code(place: Place, wish: PairingWish) -> None:
    assert place.show(PhoneWishes(pairing=wish)) == [ListPhones((), AT)]


def test_the_longest_list_of_phones_passes_the_wire(place: Place) -> None:
    for _ in range(MOST_PHONES):
        place.pair("observer")
    last = place.asked[-1]
    assert isinstance(last, ListPhones)
    assert len(request_line(last)) <= LONGEST_REQUEST


def test_a_phone_that_makes_room_leaves_its_seat_and_its_page_is_closed(place: Place) -> None:
    first = place.pair("seat", 0)

    async def crowd_out() -> None:
        page = asyncio.create_task(place.desk.until_revoked(first))
        await asyncio.sleep(0)
        for _ in range(MOST_PHONES):
            place.pair("observer")
        await asyncio.wait_for(page, 1.0)

    asyncio.run(crowd_out())
    assert place.desk.visitor(first) is None
    assert ReturnSeat(0) in place.asked


def test_a_phone_that_makes_room_for_another_at_its_seat_does_not_free_the_seat(
    place: Place,
) -> None:
    first = place.pair("seat", 0)
    for _ in range(MOST_PHONES - 1):
        place.pair("observer")
    second = place.pair("seat", 0)
    assert place.desk.visitor(first) is None
    assert place.desk.visitor(second) == PageVisitor("seat", 0)
    assert TakeSeat(0) in place.asked
    assert ReturnSeat(0) not in place.asked


def seats_of(place: Place) -> list[int | None]:
    return [phone.seat for phone in place.desk.phones]


def test_phones_play_the_next_colour_when_everybody_does(place: Place, tmp_path: Path) -> None:
    for seat in (0, 3):
        place.pair("seat", seat)
    staff = place.pair("staff")
    place.show(PhoneWishes())
    told = place.show(PhoneWishes(moved=1, orders=(NEXT_OF_FOUR,)))
    assert seats_of(place) == [1, 0, None]
    assert told == [ListPhones(place.desk.phones, AT)]
    assert [phone.seat for phone in Phones(tmp_path).all] == [1, 0, None]
    place.show(PhoneWishes(moved=1, orders=(NEXT_OF_FOUR,)))
    assert seats_of(place) == [1, 0, None], "once each time"
    place.show(PhoneWishes(moved=3, orders=(NEXT_OF_FOUR,) * 3))
    assert seats_of(place) == [3, 2, None]
    visitor = place.desk.visitor(staff)
    assert visitor is not None
    assert visitor.role == "staff"


def test_the_page_of_a_phone_that_moves_is_loaded_again_at_its_new_seat(place: Place) -> None:
    token = place.pair("seat", 0)
    place.show(PhoneWishes())

    async def moved() -> None:
        waiting = asyncio.create_task(place.desk.until_revoked(token))
        await asyncio.sleep(0)
        place.show(PhoneWishes(moved=1, orders=((1, 0),)))
        await waiting

    asyncio.run(moved())
    visitor = place.desk.visitor(token)
    assert visitor is not None
    assert visitor.seat == 1


def test_what_was_moved_before_the_server_came_is_not_moved_again(
    place: Place, tmp_path: Path
) -> None:
    place.pair("seat", 0)
    again = Place(tmp_path)
    again.show(PhoneWishes(moved=3, orders=((1, 0),) * 3))
    assert seats_of(again) == [0]
    again.show()
    assert seats_of(again) == [0], "the table began anew"


@pytest.mark.parametrize(
    ("post", "at"),
    [
        (Signpost("192.168.178.100:8080"), "192.168.178.100:8080"),
        (Signpost("[fe80::1]:8080"), "[fe80::1]:8080"),
        (Signpost("127.0.0.1:8080"), ""),
        (Signpost("[::1]:8080"), ""),
        (Signpost("localhost:8080", "table.local:8080", is_alone=True), ""),
    ],
)
def test_a_table_hears_where_phones_of_the_network_find_the_pages(post: Signpost, at: str) -> None:
    assert post.for_phones == at


def test_a_table_whose_game_is_over_hears_of_another_address(place: Place) -> None:
    place.show()
    place.desk.find = lambda: Signpost("10.0.0.7:8080")
    assert place.show() == []
    assert place.show(awaited="next game") == [ListPhones((), "10.0.0.7:8080")]
    assert place.show(awaited="next game") == []
