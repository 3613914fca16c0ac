"""Orders at a real table: what is allowed happens, everything is answered."""

import asyncio
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_host.base.timing import local_now
from firmware_host.features.fleet.following import sign
from firmware_host.features.fleet.order_desk import NOT_DONE, UNKNOWN, OrderDesk
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.features.fleet.settings import FleetSettings, read_settings
from firmware_host.remote.requests import (
    NO_SETTING,
    Outcome,
    RemoteRequest,
    RequestAnswer,
    SetOpen,
    ShowText,
)
from firmware_host.remote.wire import Published, SharedSetting, TableControls, named
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.web.orders import known_orders
from firmware_host.web.table_client import Tell
from games.message import Message
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

pytestmark = NEEDS_OPENSSL

NOW = 1_800_000_000
USUAL = replace(read_settings(None, "mqtt://x", "hall-2"), allowed=frozenset(known_orders()))
SQUADRO = Setup("squadro")


class Desk:
    """A desk at the table of ``hands``, and whoever may sign orders for it."""

    def __init__(
        self,
        hands: Hands,
        folder: Path,
        settings: FleetSettings = USUAL,
        table: SimulatedTable | None = None,
    ) -> None:
        self.local = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
        self._private, public = make_keys(folder)
        self.table, self._number = table or SimulatedTable(hands), 0
        kept = folder / "fleet"
        kept.mkdir()
        settings = replace(settings, order_key=public)
        self.desk = OrderDesk(self.table, settings, kept, lambda: NOW, lambda: self.local)

    def signed(self, name: str, value: str = "") -> bytes:
        self._number += 1
        order = Order(name, value, ("hall-2",), self._number, NOW + 60)
        return write_order(order, partial(sign, key=self._private))

    def take(self, payload: bytes, *, is_late: bool = False, is_own: bool = True) -> Any:
        return asyncio.run(self.desk.take(payload, is_late=is_late, is_own=is_own))

    def order(self, name: str, value: str = "") -> Any:
        return self.take(self.signed(name, value))


@pytest.fixture
def hands(begin: Begin) -> Hands:
    return begin(SQUADRO)


def shown(hands: Hands) -> str:
    return hands.world.app.table.frame.view.awaited


def test_a_message_is_on_the_panel_and_answered(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    answer = desk.order("message", "We close in ten minutes")
    assert answer == {"order": "message", "number": 1, "outcome": "done"}
    assert desk.table.asked == [ShowText("We close in ten minutes")]
    assert "We close in ten" in hands.world.app.words


def test_every_order_is_carried_out(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    table = hands.world.app.table
    for name, value in (("language", "ru"), ("restart", ""), ("new-game", "thaayam")):
        assert desk.order(name, value)["outcome"] == "done"
    assert table.context.preferences.language == "ru"
    assert not table.game.in_game


class DeafTable(SimulatedTable):
    """A table that ignores what it is asked, while its display shows all that could be a sign."""

    def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> None:
        self.asked.append(request)
        setting = SharedSetting("language", Message.of(""), Message.of(""), "en", ())
        self.mirror.disconnect()
        signs = Published(words="Hello there", facts=named(TableControls((setting,))))
        asyncio.get_running_loop().call_soon(self.mirror.show, signs)


EVERY_ORDER = [
    (kind.name, {"message": "Hello", "language": "en"}.get(kind.name, ""))
    for kind in known_orders().values()
    if kind.usual is None
]


@pytest.mark.parametrize(("name", "value"), EVERY_ORDER)
def test_beside_a_table_that_ignores_everything_no_order_is_done(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    patience = asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: patience(min(seconds, 0.05)))
    desk = Desk(hands, tmp_path, table=DeafTable(hands))
    answer = desk.order(name, value)
    assert (answer["outcome"], answer["why"]) == ("failed", NOT_DONE)
    assert len(desk.table.asked) == 1


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (NO_SETTING, ("refused", "The table has no such setting or value.")),
        (None, ("failed", UNKNOWN)),
    ],
)
def test_an_order_comes_to_what_the_table_answers(
    hands: Hands, tmp_path: Path, outcome: Outcome | None, said: tuple[str, str]
) -> None:
    class Answering(SimulatedTable):
        def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> None:
            assert tell is not None
            tell(RequestAnswer.to(request.ticket, outcome))

    answer = Desk(hands, tmp_path, table=Answering(hands)).order("language", "ru")
    assert (answer["outcome"], answer["why"]) == said


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("language", "xx", "expected one of en, ru"),
        ("message", "", "expected 1 to 120 letters"),
        ("message", "two\nlines", "expected 1 to 120 letters"),
        ("hours", "ten to six", "expected always, never"),
    ],
)
def test_a_wrong_value_is_refused_with_what_was_expected(
    hands: Hands, tmp_path: Path, name: str, value: str, why: str
) -> None:
    answer = Desk(hands, tmp_path).order(name, value)
    assert answer["outcome"] == "refused"
    assert why in answer["why"]


def bad_orders(desk: Desk) -> Sequence[tuple[bytes, bool, str]]:
    once = desk.signed("restart")
    desk.take(once)
    desk.table.asked.clear()
    return (
        (once, False, "taken already"),
        (desk.signed("restart"), True, "must not be retained"),
        (b"restart", False, "no order with a signature"),
        (b'{"button":"restart","value":""}', False, "only with a signature"),
        (b"\xff" * 4000, False, "more than"),
    )


def test_replayed_kept_and_unsigned_orders_are_refused(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    for payload, is_late, why in bad_orders(desk):
        answer = desk.take(payload, is_late=is_late)
        assert answer["outcome"] == "refused"
        assert why in answer["why"]
    assert desk.table.asked == []


def test_only_what_the_settings_allow_counts(hands: Hands, tmp_path: Path) -> None:
    some = replace(USUAL, allowed=frozenset({"message"}), buttons=frozenset({"new-game"}))
    desk = Desk(hands, tmp_path, some)
    assert "do not allow it" in desk.order("restart")["why"]
    button = b'{"button":"new-game","value":""}'
    assert desk.take(button, is_own=False)["outcome"] == "refused"
    assert desk.take(button)["outcome"] == "done"


def test_a_table_in_use_stays_open_and_closes_when_it_is_free(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    assert desk.order("hours", "13:00-18:00")["outcome"] == "done"
    assert desk.table.asked == [SetOpen(False, "13:00")]
    assert shown(hands) != "opening"
    desk.order("new-game")
    desk.desk.remind()
    assert shown(hands) == "opening"
    assert hands.world.app.words.strip() == ""
    hands.press("ok")
    assert "13:00" in hands.world.app.words
    hands.world.run_for(11)
    assert hands.world.app.words.strip() == ""
    desk.table.look()
    desk.local = datetime(2026, 11, 22, 13, 0, tzinfo=UTC)
    desk.desk.remind()
    assert shown(hands) == "set-up"  # the game that the program was started for


def test_hours_survive_a_restart_of_the_agent(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    desk.order("hours", "never")
    again = OrderDesk(desk.table, USUAL, tmp_path / "fleet", lambda: NOW, lambda: desk.local)
    desk.table.asked.clear()
    again.remind()
    assert desk.table.asked == [SetOpen(False, "")]


def test_a_table_that_does_not_answer_does_nothing(hands: Hands, tmp_path: Path) -> None:
    desk = Desk(hands, tmp_path)
    desk.table.mirror.disconnect()
    assert "does not answer" in desk.order("message", "Hello")["why"]
    assert json.dumps(desk.table.asked) == "[]"


def test_hours_are_those_of_a_time_zone_that_has_just_changed(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At noon here it is midnight there, whatever the time is now."""
    monkeypatch.setenv("TZ", "AAA0")
    now = local_now()
    desk = Desk(hands, tmp_path)
    span = f"{now - timedelta(hours=3):%H:%M}-{now + timedelta(hours=3):%H:%M}"
    (tmp_path / "fleet" / "hours").write_text(span)
    desk.desk = OrderDesk(desk.table, USUAL, tmp_path / "fleet", lambda: NOW, local_now)
    desk.desk.remind()
    assert desk.table.asked == []
    monkeypatch.setenv("TZ", "BBB-12")
    desk.desk.remind()
    assert [type(each) for each in desk.table.asked] == [SetOpen]
    monkeypatch.undo()
    time.tzset()
