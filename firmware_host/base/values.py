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

What was expected of a value that does not fit is told in words:

>>> misfit("Expected `int`, got `str` - at `$[1]`", [1, "y"], tuple[int, ...]).sentence
"[1]: expected a whole number, got 'y'"
"""

import re
from abc import ABCMeta
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_type_hints,
)
from typing import get_origin as origin_of

import msgspec
from msgspec import Meta, Struct, StructMeta, field
from msgspec.structs import fields

from hardware.untrusted_input import harmless, written
from hardware.untrusted_input import read_toml as toml_tables

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


class AbstractStructMeta(StructMeta, ABCMeta):
    """The class of Structs with abstract methods.

    The type checker sees by it that no kind of them is made without all its methods. A Struct does
    not check that when the program runs.
    """


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
        found = misfit(str(error), raw, kind, error.__cause__)
        raise ValuesError(found.sentence, found) from None
    except RecursionError:
        raise ValuesError("expected values that are not nested so deeply") from None


def _check_size(text: bytes | str, most: int) -> None:
    if len(text) > most:
        raise ValuesError(f"expected at most {most} bytes, got {len(text)}")


REPORT: Final = re.compile(r"(?P<what>.*) - at (?:`key` in )?`\$(?P<path>.*?)`", re.DOTALL)
"""How msgspec tells what is wrong, and where; it is at the top if it does not say where."""

STEP: Final = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<index>\d+|\.\.\.)\]")
NAMED: Final = re.compile(r"Object (?P<how>missing|contains) \w+ field `(?P<field>.*)`", re.DOTALL)


class Misfit(NamedTuple):
    """What does not fit: the ``path`` of it, what was ``expected`` there, and what came.

    ``said`` is the sentence of a type that has checked its own values, ``known`` are the names that
    an object may have if it has another one.
    """

    path: str
    expected: str = ""
    got: str = ""
    said: str = ""
    known: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        place = f"{self.path}: " if self.path else ""
        got = f", got {self.got}" if self.got else ""
        return place + (self.said or f"expected {self.expected}{got}")


class Spot(NamedTuple):
    """A place within a value by its ``path``: the ``kind`` that belongs there, and what is there.

    ``kind`` is a type as it is written in Python.
    """

    path: tuple[str, ...]
    kind: Any
    value: object


def misfit(report: str, raw: object, kind: object, said: BaseException | None = None) -> Misfit:
    """Return the ``report`` of msgspec on ``raw``, which is no ``kind``, as people read it.

    ``said`` is the error that a type has raised because of its own values, if one has.
    """
    found = REPORT.fullmatch(report)
    what, path = (report, "") if found is None else (found["what"], found["path"])
    spot = Spot((), kind, raw)
    for step in STEP.finditer(path):
        if _is_told_whole(spot.kind):
            break
        spot = _inside(spot, step["field"] or step["index"])
    if said is not None:
        return Misfit(_path(spot.path), said=harmless(str(said)))
    named = NAMED.fullmatch(what)
    if named is None:
        return Misfit(_path(spot.path), described(spot.kind), written(spot.value))
    place = _path([*spot.path, named["field"]])
    if named["how"] == "contains":
        return Misfit(place, described(spot.kind), known=_known(spot))
    return Misfit(place, described(_inside(spot, named["field"]).kind), "none")


def _path(steps: Sequence[str]) -> str:
    """Return ``steps`` as people write a path."""
    text = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in steps)
    return harmless(text.removeprefix("."))


def _is_told_whole(kind: Any) -> bool:
    """Return whether the description of ``kind`` stands for its items, too."""
    return _meta(kind, "description") is not None and not any(map(_is_object, _choices(kind)))


def _is_object(kind: Any) -> bool:
    return _is_struct(kind) or origin_of(kind) is dict


def _inside(spot: Spot, step: str) -> Spot:
    """Return the spot to which ``step`` leads: a field, the number of an item, or any item."""
    path = spot.path if step == "..." else (*spot.path, step)
    for kind in _alternatives(spot):
        args = get_args(kind)
        match origin_of(kind):
            case None if _is_struct(kind) and step in (types := _field_types(kind)):
                return Spot(path, types[step], _item(spot.value, step))
            case origin if origin is dict:
                return Spot(path, args[1], spot.value)
            case origin if origin is tuple and args[-1] is not ... and step.isdigit():
                return Spot(path, args[int(step)], _item(spot.value, step))
            case origin if origin in (tuple, list):
                return Spot(path, args[0], _item(spot.value, step))
            case origin if origin in (set, frozenset):  # nobody has numbered its items
                return Spot(spot.path, args[0], _item(spot.value, step))
    return Spot(path, Any, spot.value)


def _alternatives(spot: Spot) -> Iterator[Any]:
    """Yield what may be there; of tagged structs the one whose tag the value has."""
    for kind in _choices(spot.kind):
        config = getattr(kind, "__struct_config__", None)
        if (
            config is None
            or config.tag is None
            or _item(spot.value, config.tag_field) == config.tag
        ):
            yield kind


def _known(spot: Spot) -> tuple[str, ...]:
    """Return the names that the object at ``spot`` may have."""
    return next((tuple(_field_types(kind)) for kind in _alternatives(spot) if _is_struct(kind)), ())


def _choices(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, or the only one, without what is noted of them."""
    if origin_of(kind) is Annotated:
        return _choices(get_args(kind)[0])
    return get_args(kind) if origin_of(kind) in (Union, UnionType) else (kind,)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _field_types(kind: type[Struct]) -> Mapping[str, Any]:
    """Return the type of each field, by its name in JSON."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.encode_name: hints[each.name] for each in fields(kind)}


def _meta(kind: Any, name: str) -> Any:
    """Return the constraint called ``name`` that is noted of ``kind``; None if there is none."""
    noted = get_args(kind)[1:] if origin_of(kind) is Annotated else ()
    found = (getattr(each, name) for each in noted if isinstance(each, Meta))
    return next((each for each in found if each is not None), None)


def _item(value: object, step: str) -> object:
    match value:
        case Mapping():
            return value.get(step)
        case list() | tuple() if step.isdigit() and int(step) < len(value):
            return value[int(step)]
    return value


def described(kind: Any) -> str:
    """Return what is expected where a value of ``kind`` belongs.

    >>> described(int | None), described(tuple[str, ...])
    ('a whole number or nothing', 'a list')
    >>> described(Annotated[str, Meta(description="a name")])
    'a name'
    """
    told = _meta(kind, "description")
    if told is not None:
        return str(told)
    kinds = _choices(kind)
    if len(kinds) > 1:
        return " or ".join(dict.fromkeys(map(described, kinds)))
    return _described(kinds[0]) + _bounds(kind) + _lengths(kind)


def _described(kind: Any) -> str:
    origin = origin_of(kind) or kind
    if origin is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if _is_struct(kind):
        return f"an object with {', '.join(_field_types(kind))}"
    return WORDS.get(origin, "something else")


def _bounds(kind: Any) -> str:
    low, above, high = (_meta(kind, name) for name in ("ge", "gt", "le"))
    if low is not None:
        return f" from {low} on" if high is None else f" from {low} to {high}"
    least = "" if above is None else f" above {above}"
    if high is None:
        return least
    return f"{least}{',' if least else ''} up to {high}"


def _lengths(kind: Any) -> str:
    pattern, most = _meta(kind, "pattern"), _meta(kind, "max_length")
    what = "letters" if str in _choices(kind) else "items"
    return (f" such as {pattern}" if pattern else "") + (
        f" of at most {most} {what}" if most else ""
    )


WORDS: Final[Mapping[Any, str]] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    bytes: "bytes in base64",
    NoneType: "nothing",
    tuple: "a list",
    list: "a list",
    set: "a list",
    frozenset: "a list",
    dict: "an object",
}
