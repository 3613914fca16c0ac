"""A package is read as untrusted bytes: whatever it is, one error or its files."""

import random

import pytest

from firmware_host.install.update.obstacles import UpdateError
from firmware_host.install.update.operations import PackageEntry
from firmware_host.install.update.package import UpdatePackage
from tests.firmware_host.install.update.packages import package, release, without_control_file

FILES = dict(release(weight=512).items())


def read(data: bytes) -> list[PackageEntry]:
    return list(UpdatePackage.read(data).entries())


def test_only_the_folder_of_the_version_is_read() -> None:
    found = {entry.path: entry for entry in read(package("0.2.0", FILES))}
    assert found.keys() == FILES.keys()
    assert found["bin/python3"].target == "/usr/bin/python3"
    assert [path for path, entry in found.items() if entry.mode == 0o755] == ["bin/tableside"]


@pytest.mark.parametrize("length", range(0, len(package("0.2.0", FILES)), 61))
def test_a_package_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(UpdateError) as error:
        read(package("0.2.0", FILES)[:length])
    assert error.value.obstacle == "unreadable"


def test_a_damaged_package_gives_one_error_or_is_whole() -> None:
    rng, whole = random.Random(1), package("0.2.0", FILES)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            read(bytes(data))
        except UpdateError as error:
            assert error.obstacle == "unreadable"  # noqa: PT017 - most of them raise it, not all


@pytest.mark.parametrize("path", ["../../../etc/passwd", "lib/../../0.1.1/bin/tableside"])
def test_a_file_outside_the_folder_is_refused(path: str) -> None:
    with pytest.raises(UpdateError):
        read(package("0.2.0", {path: b"root::0:0::/:/bin/sh\n"}))


def test_a_file_below_a_link_is_refused() -> None:
    with pytest.raises(UpdateError):
        read(package("0.2.0", {"lib": "/etc", "lib/passwd": b"root::0:0::/:/bin/sh\n"}))


def test_a_package_without_a_control_file_is_refused() -> None:
    with pytest.raises(UpdateError) as error:
        read(without_control_file())
    assert error.value.obstacle == "unreadable"


@pytest.mark.parametrize("field", ["Installed-Size", "Tableside-State"])
def test_a_number_that_is_too_long_counts_as_none(field: str) -> None:
    found = UpdatePackage.read(package("0.2.0", FILES, **{field: "9" * 5000}))
    assert found.installed_bytes == (0 if field == "Installed-Size" else 40 * 1024)
    assert found.state_format == (None if field == "Tableside-State" else 1)


def test_a_package_larger_than_it_says_is_refused() -> None:
    with pytest.raises(UpdateError):
        read(package("0.2.0", {"large": bytes(8 << 20)}))


@pytest.mark.parametrize("version", ["", "../0.1.1", "1:0.2.0", "0.2.0/x", "v2", "1" * 5000])
def test_a_version_that_cannot_be_a_folder_is_refused(version: str) -> None:
    with pytest.raises(UpdateError):
        read(package("0.2.0", FILES, Version=version))
