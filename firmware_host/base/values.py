"""Typed values as JSON or TOML: the one reader and writer of what comes from outside.

A type says what is allowed. Whatever does not fit raises a :class:`ValuesError` and nothing else:
one line with the path of the value, what was expected there, and what came.

>>> class Invitation(Struct):
...     seat: Annotated[int, Meta(ge=0, le=3)]
...     names: tuple[str, ...] = ()
>>> to_json(Invitation(2, ("Ann",)))
b'{"seat":2,"names":["Ann"]}'
>>> from_json(b'{"seat": 2, "names": ["Ann"]}', Invitation)
Invitation(seat=2, names=('Ann',))
>>> from_json(b'{"seat": 2, "names": ["Ann", true]}', Invitation)
Traceback (most recent call last):
firmware_host.base.values.ValuesError: names[1]: expected a text, got True
"""

from abc import ABCMeta
from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct, StructMeta, field

from hardware.untrusted_file import read_toml as toml_tables
from hardware.untrusted_text import harmless, written

if TYPE_CHECKING:
    from firmware_host.base.expected import Misfit


class AbstractStructMeta(StructMeta, ABCMeta):
    """The class of Structs with abstract methods.

    The type checker sees by it that no kind of them is made without all its methods. A Struct does
    not check that when the program runs.
    """


__all__ = [
    "Annotated",
    "Meta",
    "Struct",
    "ValuesError",
    "converted",
    "field",
    "from_json",
    "from_toml",
    "to_json",
]

T = TypeVar("T")

MOST_BYTES: Final = 1024 * 1024
"""The most bytes that are read unless a reader says otherwise: thirty times the longest game."""


class ValuesError(ValueError):
    """A text that does not say what was expected: where, what was expected there, what came.

    The same is in parts in ``misfit``, for those who say it in other words.
    """

    def __init__(self, sentence: str, misfit: "Misfit | None" = None) -> None:
        super().__init__(sentence)
        self.misfit = misfit


def from_json(text: bytes | str, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return the value of type ``kind`` in ``text``, which has at most ``most`` bytes."""
    _check_size(text, most)
    known: Any = kind
    try:
        found: T = _decoder(known).decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = converted(_plain(text), kind)
    return found


@cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _plain(text: bytes | str) -> object:
    """Return what ``text`` says, whatever it is."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ValuesError(f"expected JSON, got {written(text)}") from None


def from_toml(text: str, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return the value of type ``kind`` in the tables of ``text`` of at most ``most`` letters."""
    _check_size(text, most)
    try:
        raw = toml_tables(text)
    except ValueError as error:
        raise ValuesError(f"expected TOML: {harmless(str(error))}") from None
    return converted(raw, kind)


def to_json(value: object) -> bytes:
    """Return ``value`` as JSON on one line, without a line feed."""
    return msgspec.json.encode(value)


def converted(raw: object, kind: type[T]) -> T:
    """Return plain values, as JSON and TOML have them, as a value of type ``kind``.

    What ``__post_init__`` of a type says in a ValueError is said after the path of the value.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        # few texts are wrong: what describes types is loaded for these alone
        from firmware_host.base.expected import misfit

        found = misfit(str(error), raw, kind, error.__cause__)
        raise ValuesError(found.sentence, found) from None
    except RecursionError:
        raise ValuesError("expected values that are not nested so deeply") from None


def _check_size(text: bytes | str, most: int) -> None:
    if len(text) > most:
        raise ValuesError(f"expected at most {most} bytes, got {len(text)}")
