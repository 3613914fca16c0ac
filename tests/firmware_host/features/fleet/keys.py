"""A pair of keys for orders, made by OpenSSL."""

import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.base.signature import read_key

NEEDS_OPENSSL = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl signs orders; it is not installed"
)


def make_keys(folder: Path) -> tuple[Path, bytes]:
    """Return the file with a new private key in ``folder``, and the public key."""
    private, public = folder / "orders-private.pem", folder / "orders.pem"
    for words in (
        ("genpkey", "-algorithm", "ed25519", "-out", private),
        ("pkey", "-in", private, "-pubout", "-out", public),
    ):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    return private, read_key(public.read_text(encoding="utf-8"))
