"""Signatures of Ed25519: those of the standard hold, and no others."""

import pytest

from firmware_host.base.signature import is_signed

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
