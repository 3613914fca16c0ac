"""TOML that people give, read so that whatever is wrong with it is one line."""

import tomllib
from typing import Any


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables in ``text``; ValueError says why it is no TOML.

    >>> read_toml("a = 1")
    {'a': 1}
    >>> read_toml("a = " + 5000 * "[")
    Traceback (most recent call last):
    ...
    ValueError: it is nested too deep
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except ValueError:  # from int(), not caught by tomllib
        raise ValueError("a number in it has too many digits") from None
