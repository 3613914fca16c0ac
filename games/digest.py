"""Short keys of long texts, the same on every computer."""


def digest(data: bytes, digits: int) -> str:
    """Return the first hexadecimal ``digits`` of the SHA-256 of ``data``.

    >>> digest(b"0 2,12,3,3,7/1,2,2,7,11", 8)
    '480840e3'
    """
    from hashlib import sha256  # OpenSSL comes with it: 3.5 MiB, which few tables need

    return sha256(data).hexdigest()[:digits]
