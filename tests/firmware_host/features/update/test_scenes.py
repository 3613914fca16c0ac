"""An update from a stick at the table: found, confirmed, followed, and told at the next start."""

import random

import pytest

import games
from firmware_host.features.update import UpdatesHere
from firmware_host.features.update.scenes import UpdateProgress, look_for_update
from firmware_host.remote.requests import LookForUpdate, RequestRefused
from firmware_host.setup.paths import RECORD, REQUEST, STATE, USB_DEVICE, USB_FOLDER
from firmware_host.setup.update.at_table import TableUpdates
from firmware_host.setup.update.disk import replace_with
from firmware_host.setup.update.record import REASONS, UpdateRecord
from firmware_host.table.remote_effects import effects_of
from firmware_host.table.scene import Show
from firmware_host.table.scenes.staff import StaffMenu
from firmware_host.table.table import Table
from firmware_host.text.translator import Language
from hardware.input.edges import KeyEvent
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.table import NEW, OLD, new_card

NAME = f"tableside_{NEW}_all.deb"


class StaffAtTable:
    """The staff menu of a table with a stick, on which there may be some files."""

    def __init__(self, *names: str, has_stick: bool = True) -> None:
        self.now, self.card = 0.0, new_card()
        for folder in ("/dev", "/dev/disk", "/dev/disk/by-label", "/media", USB_FOLDER):
            self.card.make_folder(folder)
        if has_stick:
            self.card.make_folder(USB_DEVICE)
        for name in names:
            self.card.write(f"{USB_FOLDER}/{name}", b"", 0o600)
        self.table = Table(games, random.Random(1), lambda dice: False)
        self.table.parts.note(UpdatesHere(TableUpdates(self.card)))
        self.table.run(Show(StaffMenu()), *look_for_update(self.table.context))
        self.table.use_files_at_once()

    @property
    def words(self) -> str:
        from firmware_host.screens import draw

        return draw(self.table.frame, (256, 64), Language("en")).words

    def press(self, key: str) -> str:
        self.table.handle(KeyEvent(key, "press"), self.now)
        self.table.use_files_at_once()
        return self.words

    def wait(self, seconds: float) -> str:
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            self.table.tick(self.now)
            self.table.use_files_at_once()
        return self.words

    def note(self, record: UpdateRecord) -> str:
        replace_with(self.card, RECORD, record.text())
        return self.wait(1.5)

    def ask(self) -> str:
        """Let the staff look for an update from elsewhere."""
        context = self.table.context
        effects = effects_of(LookForUpdate(), self.table.scene, context)
        if not isinstance(effects, RequestRefused):
            self.table.run(*effects)
        self.table.use_files_at_once()
        return self.words


def asked(card: Card) -> bool:
    return card.read(f"{STATE}/{REQUEST}", 500) is not None


def test_without_a_stick_the_table_asks_for_one() -> None:
    assert "TABLESIDE" in StaffAtTable(has_stick=False).words


def test_a_stick_without_an_update_is_said_to_have_none() -> None:
    assert "no other version" in StaffAtTable("notes.txt").words


def test_an_update_is_asked_for_only_after_ok() -> None:
    staff = StaffAtTable(NAME)
    assert f"{OLD} → {NEW}" in staff.words
    staff.press("back")
    assert not asked(staff.card)


def test_staff_follow_an_update_to_the_restart() -> None:
    staff = StaffAtTable(NAME)
    assert "checking" in staff.press("ok")
    assert asked(staff.card)
    record = UpdateRecord("unpacking", "1", NEW, OLD)
    assert "checking" in staff.note(record)
    assert "40 of 100" in staff.note(UpdateRecord("unpacking", "1", NEW, OLD, percent=40))
    assert "starts again" in staff.note(UpdateRecord("trying", "1", NEW, OLD, percent=40))


@pytest.mark.parametrize("obstacle", REASONS)
def test_every_obstacle_has_words(obstacle: str) -> None:
    staff = StaffAtTable(NAME)
    staff.press("ok")
    failed = UpdateRecord("failed", "1", NEW, OLD, obstacle=obstacle)  # type: ignore[arg-type]
    said = staff.note(failed)
    assert f"No update to {NEW}." in said
    assert f"{OLD} is running." in said


def test_the_staff_elsewhere_look_and_the_display_asks() -> None:
    staff = StaffAtTable(NAME, has_stick=False)
    staff.press("ok")
    assert "TABLESIDE" in staff.ask()
    staff.press("ok")
    staff.card.make_folder(USB_DEVICE)
    assert f"{OLD} → {NEW}" in staff.ask()
    assert f"{OLD} → {NEW}" in staff.ask()
    assert not asked(staff.card)
    staff.press("back")
    assert isinstance(staff.table.scene, StaffMenu)


def test_looking_again_does_not_hide_an_update_that_goes_on() -> None:
    staff = StaffAtTable(NAME)
    staff.press("ok")
    assert "checking" in staff.ask()


def test_an_older_version_is_called_so() -> None:
    assert "OLDER" in StaffAtTable("tableside_0.1.0_all.deb").words


def test_an_updater_that_does_nothing_is_reported() -> None:
    staff = StaffAtTable(NAME)
    staff.press("ok")
    assert "did not start" in staff.wait(32)


def test_the_outcome_of_an_earlier_update_is_not_taken_for_this_one() -> None:
    staff = StaffAtTable(NAME)
    earlier = UpdateRecord("failed", "0", NEW, OLD, obstacle="room")
    replace_with(staff.card, RECORD, earlier.text())
    staff.press("ok")
    assert "checking" in staff.wait(3)


def test_leaving_the_progress_leaves_the_update_alone() -> None:
    staff = StaffAtTable(NAME)
    staff.press("ok")
    assert isinstance(staff.table.scene, UpdateProgress)
    staff.press("back")
    assert isinstance(staff.table.scene, StaffMenu)
    assert asked(staff.card)


def test_a_card_that_takes_no_wish_is_reported() -> None:
    staff = StaffAtTable(NAME)
    staff.card.faults = {staff.card.calls + 1: 5}
    assert "cannot be written" in staff.press("ok")


def test_a_program_that_is_not_from_a_package_offers_no_update() -> None:
    staff = StaffAtTable()
    staff.table.parts.note(UpdatesHere())
    assert look_for_update(staff.table.context) == ()
    entries = StaffMenu().entries(staff.table.context)
    assert "Update" not in [entry.label.text for entry in entries]
