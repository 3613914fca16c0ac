"""JSON from elsewhere, read so that whatever it holds can be compared, kept and sent on."""

import json
from typing import Any

from hardware.untrusted_text import written


def read_json(text: str | bytes) -> Any:
    r"""Return the value that ``text`` says; ValueError if it is no JSON that others can read.

    Python alone would take more, and stumble later: half of a character, a number without end, or
    values that are nested so deeply that they cannot be written again.

    >>> read_json(b'{"code": "ABCD"}')
    {'code': 'ABCD'}
    >>> read_json(r'["\ud800"]'), read_json("1e999")
    Traceback (most recent call last):
    ...
    ValueError: expected JSON, got '["\\ud800"]'
    """
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise ValueError(f"expected JSON, got {written(text)}") from None
    return found
