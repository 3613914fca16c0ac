"""Keep out of memory what the libraries import and never use here."""

import sys
from collections.abc import Iterable
from types import ModuleType


class Placeholder(ModuleType):
    """A module of which only the names are there: whatever is asked for is an exception class."""

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
