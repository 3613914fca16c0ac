"""A package is read as untrusted bytes: whatever it is, one error or its files."""

import base64
import random
import shutil
import subprocess
import tarfile
import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from firmware_host.base.signature import BEFORE_KEY
from firmware_host.setup.paths import RELEASES
from firmware_host.setup.update.package import UpdatePackage, check_sum
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import PackageEntry
from tests.firmware_host.setup.update.packages import (
    member,
    of_members,
    package,
    release,
    without_control_file,
)

FILES = dict(release(weight=512).items())


def read(data: bytes) -> list[PackageEntry]:
    return list(UpdatePackage.read(data).entries())


def test_only_the_folder_of_the_version_is_read() -> None:
    found = {entry.path: entry for entry in read(package("0.2.0", FILES))}
    assert found.keys() == FILES.keys()
    assert found["bin/python3"].target == "/usr/bin/python3"
    assert [path for path, entry in found.items() if entry.mode == 0o755] == ["bin/tableside"]


@pytest.mark.parametrize("length", range(0, len(package("0.2.0", FILES)), 97))
def test_a_package_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(UpdateError) as error:
        read(package("0.2.0", FILES)[:length])
    assert error.value.obstacle == "unreadable"


def test_a_damaged_package_gives_one_error_or_is_whole() -> None:
    rng, whole = random.Random(1), package("0.2.0", FILES)
    for _ in range(60):
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


@pytest.mark.parametrize(
    "path",
    ["lib/passwd", "./lib/passwd", "lib//passwd", "lib/./passwd", "lib/x/../passwd", "/lib/passwd"],
)
def test_a_file_below_a_link_is_refused_however_its_name_is_spelt(path: str) -> None:
    with pytest.raises(UpdateError, match="does not belong into it"):
        read(package("0.2.0", {"lib": "/etc", path: b"root::0:0::/:/bin/sh\n"}))


@pytest.mark.parametrize(
    "tree",
    [
        {"lib/alone.py": b""},
        {"file": b"", "file/below": b""},
        {"lib": None, "lib/a\nb": b""},
        {"lib": None, "lib/" + "n" * 300: b""},
        {"lib": None, "lib/.": b""},
    ],
)
def test_a_name_that_no_version_needs_is_refused(tree: dict[str, bytes | None]) -> None:
    with pytest.raises(UpdateError, match="does not belong into it"):
        read(package("0.2.0", tree))


def test_a_path_that_comes_twice_is_refused() -> None:
    twice = [(member(f".{RELEASES}/0.2.0/lib", 0, tarfile.DIRTYPE), b"")] * 2
    with pytest.raises(UpdateError, match="does not belong into it"):
        read(of_members("0.2.0", twice))


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.REGTYPE])
@pytest.mark.parametrize("size", [1_610_612_736, -512])
def test_what_a_header_announces_is_refused_before_it_is_read(kind: bytes, size: int) -> None:
    with pytest.raises(UpdateError, match=f"is to have {size} bytes"):
        read(of_members("0.2.0", [(member("./much", size, kind), b"")]))


def test_a_chain_of_headers_without_an_end_is_refused() -> None:
    link = (member("././@LongLink", 2, tarfile.GNUTYPE_LONGNAME), b"x\0")
    with pytest.raises(UpdateError, match="cannot be read"):
        read(of_members("0.2.0", [link] * 3000))


@pytest.mark.parametrize("place", [f"{RELEASES}/0.2.0", "/usr/share"])
def test_a_small_package_with_much_in_it_is_not_read_to_its_end(place: str) -> None:
    """Files beside the version count too, and none is in memory as a whole before it is refused."""

    def much() -> Iterator[tuple[tarfile.TarInfo, bytes]]:
        yield member(f".{place}", 0, tarfile.DIRTYPE), b""
        for number in range(16):
            yield member(f".{place}/{number}", 1 << 20), bytes(1 << 20)

    data = of_members("0.2.0", much())
    assert len(data) < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(UpdateError, match="more than it says"):
            read(data)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_the_words_of_dpkg_reach_people_in_one_line() -> None:
    with pytest.raises(UpdateError) as error:
        read(b"!<arch>\n")
    assert "dpkg-deb" in str(error.value)
    assert str(error.value).isprintable()


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


NAME, DATA = "tableside_0.2.0_all.deb", b"a package"
LISTED = f"{sha256(DATA).hexdigest()}  {NAME}\n".encode()


def pem(key: bytes) -> str:
    text = base64.b64encode(BEFORE_KEY + key).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL is not installed")
def test_a_release_that_openssl_has_signed_is_taken(tmp_path: Path) -> None:
    (tmp_path / "SHA256SUMS").write_bytes(LISTED)
    for command in (
        "genpkey -algorithm ed25519 -out key.pem",
        "pkey -in key.pem -pubout -out public.pem",
        "pkeyutl -sign -inkey key.pem -rawin -in SHA256SUMS -out SHA256SUMS.sig",
    ):
        subprocess.run(["openssl", *command.split()], cwd=tmp_path, check=True, capture_output=True)
    key = (tmp_path / "public.pem").read_text()
    signature = (tmp_path / "SHA256SUMS.sig").read_bytes()
    check_sum(NAME, DATA, LISTED, signature, key)
    for wrong in (None, b"", signature[:-1], signature[::-1]):
        with pytest.raises(UpdateError) as error:
            check_sum(NAME, DATA, LISTED, wrong, key)
        assert error.value.obstacle == "signature"
    with pytest.raises(UpdateError):
        check_sum(NAME, DATA, LISTED + b"\n", signature, key)


def test_without_a_key_the_checksum_is_enough() -> None:
    check_sum(NAME, DATA, LISTED, None, None)


def test_a_file_listed_as_binary_or_in_a_folder_is_found() -> None:
    line = f"{sha256(DATA).hexdigest().upper()} *./{NAME}\n".encode()
    check_sum(NAME, DATA, b"\xff\n\n" + line, None, None)


CUT_OFF = "-----BEGIN PUBLIC KEY-----\nMCow\nBQY\n-----END PUBLIC KEY-----\n"


@pytest.mark.parametrize(
    "text", ["", "no key", pem(b"short"), pem(bytes(33)), "-----BEGIN PUBLIC KEY-----", CUT_OFF]
)
def test_a_key_that_cannot_be_read_takes_nothing(text: str) -> None:
    with pytest.raises(UpdateError) as error:
        check_sum(NAME, DATA, LISTED, bytes(64), text)
    assert error.value.obstacle == "signature"
