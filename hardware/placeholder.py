"""Keep out of memory what the libraries import and never use here."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import ClassVar


class Placeholder(ModuleType):
    """A module of which only the names are there: whatever is asked for is an exception class.

    What comes from elsewhere and needs the real one looks for ``stands_in``.
    """

    stands_in: ClassVar = True

    def __getattr__(self, name: str) -> type[Exception]:
        if name.startswith("__"):
            raise AttributeError(name)
        # the same one each time: whoever raises it and whoever expects it have to agree
        setattr(self, name, type(name, (Exception,), {}))
        return self.__dict__[name]  # type: ignore[no-any-return]


def leave_out(modules: Iterable[str]) -> None:
    """Let later imports of ``modules`` find placeholders; what is imported already stays.

    >>> leave_out(["rarely_used"])
    >>> import rarely_used
    >>> issubclass(rarely_used.Anything, Exception), sys.modules.pop("rarely_used") is rarely_used
    (True, True)
    """
    for module in modules:
        sys.modules.setdefault(module, Placeholder(module))


@contextmanager
def without(modules: Iterable[str]) -> Iterator[None]:
    """Let what is imported meanwhile find placeholders for ``modules``, and what comes later not.

    >>> with without(["this"]):
    ...     from this import s
    >>> issubclass(s, Exception), "this" in sys.modules
    (True, False)
    """
    missed = {*modules} - sys.modules.keys()
    leave_out(missed)
    try:
        yield
    finally:
        for module in missed:
            del sys.modules[module]


@contextmanager
def not_installed(modules: Iterable[str]) -> Iterator[None]:
    """Let what is imported meanwhile do without ``modules``, unless they are imported already.

    It is for libraries that try an import and know what to take instead.

    >>> with not_installed(["this"]):
    ...     import this
    Traceback (most recent call last):
    ModuleNotFoundError: import of this halted; None in sys.modules
    >>> "this" in sys.modules
    False
    """
    missed = {*modules} - sys.modules.keys()
    sys.modules.update(dict.fromkeys(missed))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for module in missed:
            del sys.modules[module]
