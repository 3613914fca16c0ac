"""Signatures of Ed25519: a public key is read, and what it has signed is checked.

The signature is checked as in RFC 8032, section 5.1, without a package of its own. Only public data
is handled, so nothing needs to take the same time for all inputs. A check takes some hundredths of
a second on a Raspberry Pi.
"""

import base64
import re
from hashlib import sha512
from typing import Final

PEM = re.compile(r"-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----")
BEFORE_KEY = bytes.fromhex("302a300506032b6570032100")
"""What precedes the 32 bytes of a public key of Ed25519 in DER (RFC 8410, section 4)."""

KEY_BYTES, SIGNATURE_BYTES = 32, 64

PRIME: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE: Final = pow(2, (PRIME - 1) // 4, PRIME)

Point = tuple[int, int, int, int]
"""Extended coordinates (X, Y, Z, T): x = X/Z, y = Y/Z, x*y = T/Z."""

NEUTRAL: Final[Point] = (0, 1, 1, 0)


def read_key(text: str) -> bytes:
    """Return the key in ``text``, PEM as OpenSSL writes it; ValueError if there is none."""
    found = PEM.search(text)
    der = base64.b64decode("".join(found[1].split())) if found else b""
    if not der.startswith(BEFORE_KEY) or len(der) != len(BEFORE_KEY) + KEY_BYTES:
        raise ValueError("expected a public key of Ed25519 (PEM)")
    return der[len(BEFORE_KEY) :]


def is_signed(message: bytes, signature: bytes, key: bytes) -> bool:
    """Return whether ``signature`` (64 bytes) of ``message`` is by the ``key`` (32 bytes)."""
    if len(signature) != SIGNATURE_BYTES or len(key) != KEY_BYTES:
        return False
    signer, commitment = _decoded(key), _decoded(signature[:KEY_BYTES])
    answer = int.from_bytes(signature[KEY_BYTES:], "little")
    if signer is None or commitment is None or answer >= ORDER:
        return False
    digest = sha512(signature[:KEY_BYTES] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    expected = _add(commitment, _times(challenge, signer))
    return _is_same(_times(answer, BASE), expected)


def _add(a: Point, b: Point) -> Point:
    """Return a + b (RFC 8032, 5.1.4)."""
    less = (a[1] - a[0]) * (b[1] - b[0]) % PRIME
    more = (a[1] + a[0]) * (b[1] + b[0]) % PRIME
    product = 2 * D * a[3] * b[3] % PRIME
    scale = 2 * a[2] * b[2] % PRIME
    e, f, g, h = more - less, scale - product, scale + product, more + less
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def _times(factor: int, point: Point) -> Point:
    total = NEUTRAL
    for bit in f"{factor:b}":
        total = _add(total, total)
        if bit == "1":
            total = _add(total, point)
    return total


def _is_same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % PRIME == (a[1] * b[2] - b[1] * a[2]) % PRIME == 0


def _decoded(text: bytes) -> Point | None:
    """Return the point that ``text`` encodes (RFC 8032, 5.1.3); None if there is none."""
    number = int.from_bytes(text, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = _abscissa(y)
    if y >= PRIME or x is None or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return (x, y, 1, x * y % PRIME)


def _abscissa(y: int) -> int | None:
    """Return one of the two x of the points with this ``y``; None if there are none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    return x if (x * x - square) % PRIME == 0 else None


def _base() -> Point:
    y = 4 * pow(5, -1, PRIME) % PRIME
    x = _abscissa(y)
    assert x is not None, "the point of the standard is on the curve"
    x = PRIME - x if x & 1 else x
    return (x, y, 1, x * y % PRIME)


BASE: Final = _base()
