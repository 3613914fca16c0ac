"""The published checksums beside a package, and whose signature is under them.

``SHA256SUMS`` is what ``sha256sum`` writes. ``SHA256SUMS.sig`` is a signature of its bytes by
Ed25519, 64 bytes, as OpenSSL writes it. If the installation knows a key, only a file signed by it
is taken: then nobody else can give the table a program. Without a key the checksum shows that the
file came whole, not from whom.
"""

from hashlib import sha256
from typing import Final

from firmware_host.base.signature import is_signed, read_key
from firmware_host.setup.paths import UPDATE_KEY
from firmware_host.setup.update.record import UpdateError

SUMS, SIGNED = "SHA256SUMS", "SHA256SUMS.sig"
LONGEST: Final = 64 << 10


def _key(text: str) -> bytes:
    """Return the key in ``text``, which the installation knows; UpdateError if there is none."""
    try:
        return read_key(text)
    except ValueError:
        raise UpdateError(
            "signature",
            f"expected a public key of Ed25519 in {UPDATE_KEY}, there is none: "
            "copy the published one there, or remove the file",
        ) from None


def check(
    name: str, data: bytes, sums: bytes | None, signature: bytes | None, key: str | None
) -> None:
    """Check ``data``, the file ``name``, against the text of ``SHA256SUMS`` and its ``signature``.

    ``key`` is the text of the key that the installation knows, None if it knows none. UpdateError
    says what is missing or wrong.
    """
    if sums is None:
        raise UpdateError("checksum", f"expected the file {SUMS} beside {name}: copy it there too")
    if key is not None and not is_signed(sums, signature or b"", _key(key)):
        raise UpdateError(
            "signature",
            f"expected {SIGNED} with a signature of {SUMS} by the key in {UPDATE_KEY}, "
            f"{'there is none' if signature is None else 'this one is by somebody else'}: "
            "take all files from the same release",
        )
    expected = _listed(sums, name)
    found = sha256(data).hexdigest()
    if expected is None:
        raise UpdateError("checksum", f"expected a line for {name} in {SUMS}, there is none")
    if found != expected:
        raise UpdateError(
            "checksum", f"{name}: expected SHA-256 {expected}, got {found}: download it again"
        )


def _listed(sums: bytes, name: str) -> str | None:
    """Return the checksum of the file ``name``; None if it is not in ``sums``."""
    for line in sums.decode("utf-8", "replace").splitlines():
        digest, _, file = line.partition(" ")
        if file.lstrip(" *").rpartition("/")[2] == name:
            return digest.lower()
    return None
