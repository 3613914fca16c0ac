"""Preferences are kept, and no fault of their file stops the device."""

from pathlib import Path

import pytest

from firmware_host.storage.filesystem import Storage
from firmware_host.storage.records import encode
from firmware_host.table.device import NAME, UNREADABLE, PreferenceFile, Preferences

LIKED = Preferences("ru", "low", sound=False, big_text=True, dice="typed")


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    store = PreferenceFile(tmp_path)
    store.write(Preferences())
    store.write(LIKED)
    assert PreferenceFile(tmp_path).read(Preferences()) == LIKED
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    store = PreferenceFile(tmp_path)
    assert store.read(Preferences("ru")) == Preferences("ru")
    assert store.fault is None


def test_what_an_older_file_does_not_say_is_as_usual(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(encode({"sound": False}))
    assert PreferenceFile(tmp_path).read(Preferences("ru")) == Preferences("ru", sound=False)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"sound=off\n",
        encode({"sound": 0}),
        encode({"brightness": "blinding"}),
        encode({"language": "tlh"}),
        encode({"language": None}),
        encode({"sound": False}) * 2,
    ],
)
def test_a_bad_file_is_set_aside_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    store = PreferenceFile(tmp_path)
    assert store.read(Preferences()) == Preferences()
    assert store.fault is not None
    assert store.fault.endswith(f"set aside as {UNREADABLE}")
    assert (tmp_path / UNREADABLE).read_bytes() == content
    assert store.read(Preferences()) == Preferences()
    assert store.fault is None


class Full(Storage):
    """A card that takes half of everything."""

    def write(self, descriptor: int, data: bytes) -> int:
        return super().write(descriptor, data[: len(data) // 2])


def test_a_full_card_leaves_the_old_file_and_is_told(tmp_path: Path) -> None:
    PreferenceFile(tmp_path).write(LIKED)
    store = PreferenceFile(tmp_path, Full())
    store.write(Preferences())
    assert store.fault is not None
    assert "cannot be saved" in store.fault
    assert PreferenceFile(tmp_path).read(Preferences()) == LIKED


def test_a_draft_that_a_power_cut_has_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.new").write_bytes(b"half")
    store = PreferenceFile(tmp_path)
    store.write(LIKED)
    assert store.fault is None
    assert store.read(Preferences()) == LIKED


def test_a_folder_in_place_of_the_file_is_set_aside_whole(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "notes").write_text("kept")
    file = PreferenceFile(tmp_path)
    assert file.read(Preferences()) == Preferences()
    assert file.fault == f"{NAME}: expected a file, not a folder; set aside as {UNREADABLE}"
    assert (tmp_path / UNREADABLE / "notes").read_text() == "kept"
    PreferenceFile(tmp_path).write(Preferences(language="ru"))
    assert PreferenceFile(tmp_path).read(Preferences()) == Preferences(language="ru")


def test_a_folder_that_cannot_be_set_aside_is_told_so(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / UNREADABLE).write_text("an earlier one")
    file = PreferenceFile(tmp_path)
    assert file.read(Preferences()) == Preferences()
    assert file.fault is not None
    assert file.fault.startswith(f"{NAME}: expected a file, not a folder; cannot be set aside: ")
    assert (tmp_path / UNREADABLE).read_text() == "an earlier one"
