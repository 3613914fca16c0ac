"""What the table and the updater say to each other, in files."""

import json

import pytest

from firmware_host.app.systemd_notify import Notifier
from firmware_host.features.update.updating import service_state
from firmware_host.setup.paths import (
    CURRENT,
    RECORD,
    REQUEST,
    STATE,
    UPDATES,
    USB_DEVICE,
    USB_FOLDER,
)
from firmware_host.setup.update import at_table
from firmware_host.setup.update.at_table import (
    MOST_FILES,
    TableUpdates,
    UpdateRequest,
    table_updates,
)
from firmware_host.setup.update.disk import replace_with
from firmware_host.setup.update.intake import INCOMING, hand_in, take
from firmware_host.setup.update.package import SUMS
from firmware_host.setup.update.record import FoundUpdate, UpdateError, UpdateRecord
from firmware_host.setup.update.releases import ANSWER, ServiceState, TrialAnswer, has_come_back
from firmware_host.setup.update.updater import HandedPackage
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import handed, package
from tests.firmware_host.setup.update.table import NEW, OLD, new_card, no_order

NAME = f"tableside_{NEW}_all.deb"
ON_TRIAL = UpdateRecord("trying", "7", NEW, OLD)


def with_stick(*names: str) -> Card:
    card = new_card()
    for folder in ("/dev", "/dev/disk", "/dev/disk/by-label", USB_DEVICE, "/media", USB_FOLDER):
        card.make_folder(folder)
    for name in names:
        card.write(f"{USB_FOLDER}/{name}", package(NEW), 0o600)
    return card


def with_record(record: UpdateRecord, runs: str = NEW) -> Card:
    card = new_card()
    replace_with(card, RECORD, record.text())
    card.remove(CURRENT)
    card.make_link(CURRENT, f"releases/{runs}")
    return card


def test_the_newest_version_on_the_stick_is_found() -> None:
    names = ("tableside_0.1.9_all.deb", NAME, f"tableside_{OLD}_all.deb", "notes.txt", ".x.deb")
    found = TableUpdates(with_stick(*names)).look()
    assert found == FoundUpdate(NAME, NEW, OLD)
    assert not found.is_older


def test_an_older_version_is_found_and_called_so() -> None:
    found = TableUpdates(with_stick("tableside_0.1.0_all.deb")).look()
    assert found is not None
    assert found.is_older


def test_a_stick_full_of_versions_costs_as_much_as_one_with_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = list[tuple[str, str]]()

    def note(version: str, than: str) -> bool:
        compared.append((version, than))
        return False

    monkeypatch.setattr(at_table, "is_newer", note)
    TableUpdates(with_stick(*(f"tableside_1.{each}_all.deb" for each in range(40)))).look()
    assert len(compared) == MOST_FILES


def test_nothing_is_found_but_the_version_that_runs() -> None:
    assert TableUpdates(with_stick(f"tableside_{OLD}_all.deb")).look() is None


def test_a_wish_reaches_the_updater_with_what_is_beside_the_package() -> None:
    card = with_stick(NAME)
    card.write(f"{USB_FOLDER}/{SUMS}", b"sums", 0o600)
    TableUpdates(card).ask(FoundUpdate(NAME, NEW, OLD))
    assert take(card, no_order) == HandedPackage(
        NAME, package(NEW), b"sums", None, NEW, may_be_older=False
    )
    assert take(card, no_order) is None, "a wish counts once"


def test_a_stick_that_is_gone_is_reported() -> None:
    card = with_stick()
    TableUpdates(card).ask(FoundUpdate(NAME, NEW, OLD))
    answer = take(card, no_order)
    assert isinstance(answer, UpdateError)
    assert answer.obstacle == "stick"


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"name": 1}',
        json.dumps({"name": "../../etc/shadow", "version": NEW, "older": False}).encode(),
        json.dumps({"name": NAME, "version": "9.9", "older": False}).encode(),
        json.dumps({"name": f"x/{NAME}", "version": NEW, "older": False}).encode(),
    ],
)  # fmt: skip
def test_a_wish_that_makes_no_sense_is_none(text: bytes) -> None:
    card = with_stick(NAME)
    card.write(f"{STATE}/{REQUEST}", text, 0o600)
    assert take(card, no_order) is None
    assert UpdateRequest.read(text) is None


def test_only_true_allows_an_older_version() -> None:
    text = json.dumps({"name": NAME, "version": NEW, "older": "no"}).encode()
    found = UpdateRequest.read(text)
    assert found is not None
    assert not found.may_be_older


def test_a_wish_that_is_a_link_is_not_followed() -> None:
    card = with_stick(NAME)
    card.make_link(f"{STATE}/{REQUEST}", f"{UPDATES}/secret")
    assert take(card, no_order) is None


def test_a_package_that_was_handed_in_is_taken_once() -> None:
    card, given = new_card(), handed(package(NEW), may_be_older=True)
    hand_in(card, given)
    assert take(card, no_order) == given
    assert take(card, no_order) is None
    assert INCOMING.rpartition("/")[2] not in card.names(UPDATES)


def test_a_version_on_trial_answers_once_it_has_a_picture() -> None:
    card = with_record(ON_TRIAL)
    notifier = Notifier({}, trial=TrialAnswer(card))
    notifier.cycle(1.0)
    assert card.read(f"{STATE}/{ANSWER}", 99) is None, "no picture yet"
    notifier.cycle(2.0, has_picture=True)
    assert card.read(f"{STATE}/{ANSWER}", 99) == b"7 started"
    calls = card.calls
    notifier.cycle(3.0, has_picture=True)
    assert card.calls == calls
    notifier.failed(ValueError("no such\nscreen"))
    assert card.read(f"{STATE}/{ANSWER}", 99) == b"7 failed ValueError: no such screen"
    notifier.cycle(4.0, has_picture=True)
    assert card.read(f"{STATE}/{ANSWER}", 99) == b"7 failed ValueError: no such screen"


def test_a_failure_with_the_name_of_a_file_that_is_no_text_is_answered() -> None:
    card = with_record(ON_TRIAL)
    TrialAnswer(card).failed(ValueError("\udcff"))
    assert card.read(f"{STATE}/{ANSWER}", 99) == rb"7 failed ValueError: \udcff"


@pytest.mark.parametrize(
    ("record", "runs"),
    [(ON_TRIAL, OLD), (UpdateRecord("done", "7", NEW, OLD), NEW)],
)
def test_a_version_that_is_not_on_trial_says_nothing(record: UpdateRecord, runs: str) -> None:
    card = with_record(record, runs)
    TrialAnswer(card).started()
    assert card.read(f"{STATE}/{ANSWER}", 99) is None


def test_a_card_that_fails_does_not_end_the_program() -> None:
    card = with_record(ON_TRIAL)
    answer = TrialAnswer(card)
    card.faults = {card.calls + 1: 5}
    answer.started()


def test_people_hear_once_of_a_trial_and_once_of_its_failure() -> None:
    card = with_record(ON_TRIAL)
    updates = TableUpdates(card)
    assert updates.news() == ON_TRIAL
    assert updates.news() is None
    failed = UpdateRecord("failed", "7", NEW, OLD, obstacle="silent", why="silent")
    replace_with(card, RECORD, failed.text())
    assert updates.news() == failed
    assert updates.news() is None


@pytest.mark.parametrize("obstacle", ["checksum", "same", "power"])
def test_what_the_table_showed_itself_is_no_news(obstacle: str) -> None:
    record = UpdateRecord("failed", "7", NEW, OLD, obstacle=obstacle)  # type: ignore[arg-type]
    assert TableUpdates(with_record(record, OLD)).news() is None


def test_the_old_version_knows_that_it_has_come_back() -> None:
    failed = UpdateRecord("returning", "7", NEW, OLD)
    assert has_come_back(with_record(failed, OLD))
    assert not has_come_back(with_record(UpdateRecord("done", "7", NEW, OLD), NEW))
    assert not has_come_back(new_card())


def test_only_a_service_has_updates() -> None:
    assert table_updates({}) is None


@pytest.mark.parametrize(
    ("shown", "state"),
    [
        ("ActiveState=active\nSubState=running\nInvocationID=a", ServiceState("a")),
        (
            "ActiveState=activating\nSubState=start\nInvocationID=a\nResult=success",
            ServiceState("a"),
        ),
        (
            (
                "ActiveState=activating\nSubState=auto-restart\nInvocationID=a\nResult=exit-code\n"
                "ExecMainStatus=1"
            ),
            ServiceState("a", "exit-code 1"),
        ),
        (
            "ActiveState=failed\nSubState=failed\nInvocationID=a\nResult=watchdog\nExecMainStatus=6",
            ServiceState("a", "watchdog 6", is_over=True),
        ),
        ("ActiveState=inactive\nSubState=dead\nInvocationID=a", ServiceState("a", is_over=True)),
        ("", ServiceState("")),
    ],
)
def test_what_systemd_shows_is_understood(shown: str, state: ServiceState) -> None:
    assert service_state(shown) == state
