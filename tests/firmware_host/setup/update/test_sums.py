"""Checksums and signatures: what is published is taken, and nothing else."""

import base64
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from firmware_host.setup.update import sums
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.sums import is_signed

NAME, DATA = "tableside_0.2.0_all.deb", b"a package"
LISTED = f"{sha256(DATA).hexdigest()}  {NAME}\n".encode()

# RFC 8032, section 7.1: key, message, signature
VECTORS = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
)


def pem(key: bytes) -> str:
    text = base64.b64encode(sums.BEFORE_KEY + key).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n"


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_signatures_of_the_standard_hold(key: str, message: str, signature: str) -> None:
    signed = bytes.fromhex(signature)
    assert is_signed(bytes.fromhex(message), signed, bytes.fromhex(key))
    assert not is_signed(bytes.fromhex(message) + b"x", signed, bytes.fromhex(key))
    for place in (0, 31, 32, 63):
        changed = bytearray(signed)
        changed[place] ^= 4
        assert not is_signed(bytes.fromhex(message), bytes(changed), bytes.fromhex(key))


@pytest.mark.parametrize("key", [b"", bytes(31), b"\xff" * 32, b"\x02" + bytes(31)])
def test_what_is_no_key_has_signed_nothing(key: bytes) -> None:
    assert not is_signed(b"", bytes(64), key)


def test_a_signature_that_counts_past_the_order_is_refused() -> None:
    key, _, signature = VECTORS[0]
    answer = int.from_bytes(bytes.fromhex(signature)[32:], "little")
    order = 2**252 + 27742317777372353535851937790883648493
    again = bytes.fromhex(signature)[:32] + (answer + order).to_bytes(32, "little")
    assert not is_signed(b"", again, bytes.fromhex(key))


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
