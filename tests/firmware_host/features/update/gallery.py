"""The screens of an update from a stick."""

from collections.abc import Iterator

from msgspec import structs

from firmware_host.features.update import UpdatesHere
from firmware_host.features.update.scenes import look_for_update, news
from firmware_host.screens.view import Frame
from firmware_host.setup.paths import RECORD, USB_DEVICE, USB_FOLDER
from firmware_host.setup.update.at_table import TableUpdates
from firmware_host.setup.update.disk import replace_with
from firmware_host.setup.update.record import UpdateRecord
from firmware_host.table.scene import Show
from firmware_host.table.scenes.staff import StaffMenu
from tests.firmware_host.screens.stage import BETWEEN, Stage
from tests.firmware_host.setup.update.table import NEW, OLD, new_card


def updating(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    table, card = stage.table, new_card()
    for folder in ("/dev", "/dev/disk", "/dev/disk/by-label", USB_DEVICE, "/media", USB_FOLDER):
        card.make_folder(folder)
    table.parts.note(UpdatesHere(TableUpdates(card)))
    table.run(Show(StaffMenu()), *look_for_update(table.context))
    yield "update-looking", stage.frame
    table.use_files_at_once()
    yield "update-none", stage.frame
    stage.press("ok")
    card.write(f"{USB_FOLDER}/tableside_{NEW}_all.deb", b"", 0o644)
    table.run(*look_for_update(table.context))
    table.use_files_at_once()
    yield "update-found", stage.frame
    stage.press("ok")
    table.use_files_at_once()
    yield "update-asked", stage.frame
    record = UpdateRecord("unpacking", "1", NEW, OLD, 40)
    for name, now in (("unpacking", record), ("starting", structs.replace(record, state="trying"))):
        replace_with(card, RECORD, now.text())
        stage.now += BETWEEN
        table.tick(stage.now)
        table.use_files_at_once()
        yield f"update-{name}", stage.frame
    failed = structs.replace(record, state="failed", obstacle="silent")
    replace_with(card, RECORD, failed.text())
    stage.now += BETWEEN
    table.tick(stage.now)
    table.use_files_at_once()
    yield "update-failed", stage.frame
    stage.press("ok")
    table.run(*news(structs.replace(record, state="trying")))
    yield "update-trial", stage.frame


SHOWS = (updating,)
