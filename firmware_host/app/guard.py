"""Trying what may fail where nothing may be raised any more."""

import logging
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

log = logging.getLogger(__name__)


def attempt(what: str, act: Callable[[], Result]) -> Result | None:
    """Return what ``act`` returns; None if it raises, which is logged as ``what`` that failed.

    >>> attempt("to count", lambda: 1 + 1)
    2
    """
    try:
        return act()
    except Exception:
        log.exception("%s failed", what)
        return None
