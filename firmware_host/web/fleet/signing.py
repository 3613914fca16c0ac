"""Sign orders with a private key, as whoever looks after the tables does."""

import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile

from firmware_host.base.errors import HostError
from hardware.untrusted_text import harmless

LONGEST_WORDS = 200


def sign(data: bytes, key: Path) -> bytes:
    """Return the Ed25519 signature of ``data`` by the private ``key``, a PEM file.

    The signature is made by OpenSSL. HostError if it says no.
    """
    with NamedTemporaryFile() as text:
        text.write(data)
        text.flush()
        command = ("openssl", "pkeyutl", "-sign", "-rawin", "-inkey", f"{key}", "-in", text.name)
        try:
            done = subprocess.run(command, capture_output=True, check=False)
        except FileNotFoundError:
            raise HostError("an order is signed by openssl: install it") from None
    if done.returncode:
        said = harmless(done.stderr.decode(errors="replace").strip(), LONGEST_WORDS)
        raise HostError(f"{key}: expected a private key of Ed25519; openssl says: {said}")
    return done.stdout
