r"""What others wrote, read and shown so that it can do no harm.

What people name, what lies on a stick or in a folder may be a device that never ends, a pipe that
nobody writes to, or larger than the memory. Whatever reads such a file opens it here: a file and
nothing else, at once, and only so much. TOML that people give is read so that whatever is wrong
with it is one line.

A terminal obeys control characters and reverses letters at bidirectional marks. Text from a file, a
device or another program is shown there with escapes instead.

>>> print(harmless("red \x1b[31m, turned \u202e"))
red \x1b[31m, turned \u202e
>>> print(written([["a"] * 9, {"b": {"c": {"d": 1}}}]))
[['a', 'a', 'a', 'a', ...], {'b': {...}}]
"""

import io
import os
import stat
import tomllib
from collections.abc import Callable, Mapping
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path
from reprlib import Repr
from typing import Any, BinaryIO, Final, TextIO

from hardware import HardwareError

LONGEST = 2000
"""The most characters of a line that are shown: a terminal of 80 columns full."""

LONGEST_VALUE = 60
"""The most characters of a value that are shown."""

HIDDEN = "…"
UNWRITABLE = "a number too long to show"


def harmless(text: str, most: int = LONGEST) -> str:
    """Return ``text`` as one line of at most ``most`` printable characters.

    Other characters are replaced by their escapes in Python.
    """
    shown = text[: most + 1]
    if not shown.isprintable():
        shown = repr(shown)[1:-1]
    return shown if len(shown) <= most else shown[: most - len(HIDDEN)] + HIDDEN


def written(value: object) -> str:
    """Return ``value`` as Python writes it, shortened if it is deep, long or large."""
    return harmless(_SHORT.repr(value))


class _Short(Repr):
    """Write values as reprlib does, and also numbers with too many digits for Python."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxdict = 2, 4, 4
        self.maxstring = self.maxother = self.maxlong = LONGEST_VALUE

    def repr_int(self, x: int, level: int) -> str:
        try:
            repr(x)
        except ValueError:
            return UNWRITABLE
        return super().repr_int(x, level)


_SHORT = _Short()


HANDED_OVER: Final = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of what whoever starts the program has opened for it: this may also be a pipe."""

OTHERS: Final[Mapping[str, Callable[[int], bool]]] = {
    "a pipe": stat.S_ISFIFO,
    "a socket": stat.S_ISSOCK,
    "a device": lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode),
}
"""What a name may belong to besides a file or a folder."""


class NotAFileError(HardwareError, OSError):
    """Something that has a name among files, but that cannot be read as one."""


def open_untrusted(path: Path, flags: int = 0) -> BinaryIO:
    """Open the file at ``path`` for reading, with more ``flags`` of :func:`os.open`; never wait.

    Raise OSError if there is none: IsADirectoryError for a folder, NotAFileError for a device or a
    pipe. How much there is is not checked: read no more than is needed.
    """
    if str(path).startswith(HANDED_OVER):
        return path.open("rb")
    # a device may do something when it is opened, so it is looked at first
    _refuse_others(path.stat(follow_symlinks=not flags & os.O_NOFOLLOW))
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | flags), "rb")
    try:
        _refuse_others(os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def open_untrusted_text(path: Path, encoding: str = "utf-8") -> TextIO:
    """Open the text at ``path`` as :func:`open_untrusted` does, with the same errors."""
    return io.TextIOWrapper(open_untrusted(path), encoding)


def read_untrusted(path: Path, most: int) -> bytes:
    """Return the content of the file at ``path``; OSError also if it has more bytes than ``most``.

    >>> read_untrusted(Path("/dev/zero"), 10)
    Traceback (most recent call last):
    ...
    hardware.untrusted_input.NotAFileError: [Errno 22] it is a device, not a file
    """
    with open_untrusted(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, f"it is longer than {most} bytes")
    return data


def read_untrusted_text(path: Path, most: int) -> str:
    """Return the text at ``path`` as :func:`read_untrusted` does; ValueError if it is none."""
    return read_untrusted(path, most).decode("utf-8")


def _refuse_others(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    for kind, is_kind in OTHERS.items():
        if is_kind(found.st_mode):
            raise NotAFileError(EINVAL, f"it is {kind}, not a file")


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
