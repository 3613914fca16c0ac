"""Checksums and signatures: what is published is taken, and nothing else."""

import base64
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from firmware_host.base.signature import BEFORE_KEY
from firmware_host.setup.update import sums
from firmware_host.setup.update.record import UpdateError

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
    sums.check(NAME, DATA, LISTED, signature, key)
    for wrong in (None, b"", signature[:-1], signature[::-1]):
        with pytest.raises(UpdateError) as error:
            sums.check(NAME, DATA, LISTED, wrong, key)
        assert error.value.obstacle == "signature"
    with pytest.raises(UpdateError):
        sums.check(NAME, DATA, LISTED + b"\n", signature, key)


def test_without_a_key_the_checksum_is_enough() -> None:
    sums.check(NAME, DATA, LISTED, None, None)


def test_a_file_listed_as_binary_or_in_a_folder_is_found() -> None:
    line = f"{sha256(DATA).hexdigest().upper()} *./{NAME}\n".encode()
    sums.check(NAME, DATA, b"\xff\n\n" + line, None, None)


CUT_OFF = "-----BEGIN PUBLIC KEY-----\nMCow\nBQY\n-----END PUBLIC KEY-----\n"


@pytest.mark.parametrize(
    "text", ["", "no key", pem(b"short"), pem(bytes(33)), "-----BEGIN PUBLIC KEY-----", CUT_OFF]
)
def test_a_key_that_cannot_be_read_takes_nothing(text: str) -> None:
    with pytest.raises(UpdateError) as error:
        sums.check(NAME, DATA, LISTED, bytes(64), text)
    assert error.value.obstacle == "signature"
