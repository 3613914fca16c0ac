"""Which folder the saved games are in, and who may use it."""

import errno
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from firmware_host.base.errors import HostError, StateFolderError
from firmware_host.setup.paths import STATE
from firmware_host.storage import state_folder
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.state_folder import (
    LOCK_NAME,
    TEMPORARY,
    bring_back,
    bring_forward,
    find,
    format_of,
    hold,
    hold_games,
    temporary_folder,
)
from tests.firmware_host.setup.update.card import Card, CardPowerCut
from tests.firmware_host.setup.update.table import (
    GAMES,
    MIGRATIONS,
    games_are_intact,
    new_card,
    to_two,
)

EVERYTHING = {
    "STATE_DIRECTORY": "/var/lib/tableside:/var/lib/other",
    "XDG_STATE_HOME": "/home/ann/state",
    "HOME": "/home/ann",
}


def without(*names: str) -> dict[str, str]:
    return {name: value for name, value in EVERYTHING.items() if name not in names}


@pytest.mark.parametrize(
    ("option", "environ", "folder"),
    [
        ("games", EVERYTHING, "games"),
        (None, EVERYTHING, "/var/lib/tableside"),
        (None, without("STATE_DIRECTORY"), "/home/ann/state/tableside"),
        (None, without("STATE_DIRECTORY", "XDG_STATE_HOME"), "/home/ann/.local/state/tableside"),
        (
            None,
            {"STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "HOME": "/r"},
            "/r/.local/state/tableside",
        ),
        (None, {"XDG_STATE_HOME": "relative", "HOME": "/r"}, "/r/.local/state/tableside"),
    ],
)
def test_the_first_setting_decides_the_folder(
    option: str | None, environ: dict[str, str], folder: str
) -> None:
    assert find(option, environ) == Path(folder)


def test_an_empty_option_is_refused() -> None:
    with pytest.raises(StateFolderError, match="expected the path of a folder"):
        find("", EVERYTHING)


def test_without_a_home_folder_the_error_asks_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(StateFolderError, match="--state-dir"):
        find(None, {})


def test_finding_the_folder_creates_nothing(tmp_path: Path) -> None:
    find(str(tmp_path / "state"), {})
    assert not any(tmp_path.iterdir())


def test_a_new_folder_and_its_lock_are_private(tmp_path: Path) -> None:
    with hold(tmp_path / "far" / "state") as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / LOCK_NAME).stat().st_mode) == 0o600


def test_the_error_for_a_second_program_says_who_holds_the_folder(tmp_path: Path) -> None:
    with hold(tmp_path), pytest.raises(StateFolderError) as refusal, hold(tmp_path):
        pass
    told = str(refusal.value)
    assert f"{tmp_path} is in use by process {os.getpid()}:" in told
    assert "--state-dir" in told
    assert "\n" not in told


def test_a_folder_is_locked_even_if_the_lock_has_no_number(tmp_path: Path) -> None:
    with hold(tmp_path):
        (tmp_path / LOCK_NAME).write_text("not a number")
        with pytest.raises(StateFolderError, match="in use by another program"), hold(tmp_path):
            pass


def test_the_folder_is_released_after_the_block_and_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError), hold(tmp_path):
        raise KeyError
    (tmp_path / LOCK_NAME).write_text("12345678901234 left by an older one")
    with hold(tmp_path):
        assert (tmp_path / LOCK_NAME).read_text() == f"{os.getpid()}\n"


def test_a_refused_program_does_not_release_the_lock(tmp_path: Path) -> None:
    with hold(tmp_path):
        for _ in range(2):
            with pytest.raises(StateFolderError, match="in use"), hold(tmp_path):
                pass


def test_a_file_in_place_of_the_folder_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "state"):
        with pytest.raises(StateFolderError, match="choose a folder") as refusal, hold(folder):
            pass
        assert isinstance(refusal.value, OSError)
        assert isinstance(refusal.value, HostError)


def test_a_folder_that_cannot_be_written_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StateFolderError, match="it is not writable"), hold(tmp_path):
        pass
    assert not any(tmp_path.iterdir())


def test_a_link_in_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateFolderError, match="cannot keep games"), hold(tmp_path):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_the_folder_can_be_locked_on_a_full_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with hold(tmp_path), pytest.raises(StateFolderError, match="another program"), hold(tmp_path):
        pass


def test_a_lock_that_cannot_be_closed_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = os.close

    def close_and_fail(descriptor: int) -> None:
        close(descriptor)
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "close", close_and_fail)
        with hold(tmp_path):
            pass
        with pytest.raises(KeyError), hold(tmp_path):
            raise KeyError
    with hold(tmp_path):
        pass


def test_the_folders_that_are_made_are_on_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(Storage, "sync_folder", lambda self, folder: synced.append(folder))
    for _ in range(2):
        with hold(tmp_path / "a" / "b"):
            assert synced == [tmp_path, tmp_path / "a"]


USE_FOR_EVER = """
import signal
import time
from firmware_host.storage.state_folder import hold, temporary_folder
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
with temporary_folder() as folder{held}:
    print(folder, flush=True)
    time.sleep(1000)
"""


@contextmanager
def using_a_temporary_folder(around: Path, held: str = "") -> Iterator[tuple[Popen[str], Path]]:
    """Run a program that uses one ``around`` a folder; it need not hold it, as ``serve`` does."""
    environ = {**os.environ, "TMPDIR": str(around)}
    command = [sys.executable, "-c", USE_FOR_EVER.format(held=held)]
    with Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as program:
        assert program.stdout is not None
        yield program, Path(program.stdout.readline().strip())


@pytest.mark.parametrize("held", ["", ", hold(folder)"])
def test_a_temporary_folder_that_a_killed_program_left_goes_with_the_next_start(
    held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with using_a_temporary_folder(tmp_path, held) as (program, left):
        with temporary_folder():
            assert (left / LOCK_NAME).exists(), "its program still runs"
        program.kill()
        program.wait()
    assert left.exists()
    with temporary_folder() as folder:
        assert folder.exists()
        assert not left.exists()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_program_leaves_no_temporary_folder(
    number: int, tmp_path: Path
) -> None:
    with using_a_temporary_folder(tmp_path) as (program, folder):
        assert folder.exists()
        program.send_signal(number)
        assert program.wait(60) == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_an_older_version_left_without_a_lock_goes_once_it_is_old(
    tmp_path: Path,
) -> None:
    new, old = tmp_path / f"{TEMPORARY}new", tmp_path / f"{TEMPORARY}old"
    for each in (new, old):
        (each / "1").mkdir(parents=True)
    os.utime(old, (0, 0))
    with temporary_folder(tmp_path):
        assert (new.exists(), old.exists()) == (True, False)


def tree(card: Card) -> dict[str, object]:
    return {name: data for name, data in card.tree(STATE).items() if name != "format"}


def test_a_migration_keeps_a_copy_of_what_was_there() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    assert format_of(card, STATE) == 2
    assert games_are_intact(card)
    assert card.tree(f"{STATE}/before-2") == GAMES


def test_a_version_that_comes_back_has_its_games_and_keeps_what_the_newer_one_made() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    card.write(f"{STATE}/000002.games", b"played on trial", 0o600)
    assert bring_back(card, STATE, 1)
    assert games_are_intact(card)
    assert card.tree(f"{STATE}/after-2") == {**to_two(GAMES), "000002.games": b"played on trial"}
    assert "before-2/" not in card.tree(STATE)


def test_a_second_migration_begins_with_what_was_played_since_the_first() -> None:
    card = new_card()
    bring_forward(card, STATE, 2, MIGRATIONS)
    bring_back(card, STATE, 1)
    card.write(f"{STATE}/000002.journal", b"played later", 0o600)
    bring_forward(card, STATE, 2, MIGRATIONS)
    assert card.read(f"{STATE}/000002.games", 99) == b"played later"[::-1]


def test_without_a_copy_nothing_is_taken_back() -> None:
    card = new_card()
    card.write(f"{STATE}/format", b"3\n", 0o600)
    assert not bring_back(card, STATE, 1)
    assert format_of(card, STATE) == 3


def test_a_power_cut_during_a_migration_or_its_return_loses_nothing() -> None:
    rng = random.Random(3)
    cuts = 0

    def cut(call: str) -> None:
        if rng.random() < 0.08:
            raise CardPowerCut

    for _ in range(60):
        card = new_card()
        for to in (2, 1):
            for _ in range(200):
                card.watch = cut
                try:
                    if format_of(card, STATE) > to:
                        bring_back(card, STATE, to)
                    bring_forward(card, STATE, to, MIGRATIONS)
                    break
                except CardPowerCut:
                    cuts += 1
                    card = card.after_cut(rng)
            card.watch = None
            assert format_of(card, STATE) == to
            assert games_are_intact(card)
    assert cuts > 100


def test_an_older_version_refuses_a_newer_folder_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("2\n")
    for use in (lambda: state_folder.find(str(tmp_path), {}), lambda: _held(tmp_path)):
        with pytest.raises(StateFolderError) as error:
            use()
        line = str(error.value)
        assert "format 2" in line
        assert "up to format 1" in line
        assert f"--state-dir {tmp_path}/before-2" in line
        assert "\n" not in line


def _held(folder: Path) -> None:
    with hold_games(folder):
        pytest.fail("the folder is newer")


def test_a_version_that_comes_back_opens_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "format").write_text("2\n")
    (tmp_path / "before-2").mkdir()
    (tmp_path / "before-2" / "000001.journal").write_bytes(b"kept")
    (tmp_path / "000001.games").write_bytes(b"newer")
    with hold_games(tmp_path, comes_back=True):
        assert (tmp_path / "000001.journal").read_bytes() == b"kept"
    assert not (tmp_path / "000001.games").exists()


@pytest.mark.parametrize("text", ["", "two", "-1", "1" * 9])
def test_a_damaged_format_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "format").write_text(text)
    with pytest.raises(StateFolderError, match="expected a number"):
        state_folder.find(str(tmp_path), {})


def test_a_folder_of_an_earlier_release_is_of_format_one(tmp_path: Path) -> None:
    assert state_folder.find(str(tmp_path), {}) == tmp_path
    with hold_games(tmp_path):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"lock"}
