r"""What was expected of a value that does not fit its type, in words.

>>> explained("Expected `int`, got `str` - at `$[1]`", [1, "y"], tuple[int, ...])
"[1]: expected a whole number, got 'y'"
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import inspect

from hardware.untrusted_text import harmless, written

REPORT: Final = re.compile(r"(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
"""How msgspec tells what is wrong, and where."""

STEP: Final = re.compile(r"\.(?P<field>\w+)|\[(?P<index>\d+|\.\.\.)\]")
NAMED: Final = re.compile(r"Object (?P<how>missing|contains) \w+ field `(?P<field>.*)`", re.DOTALL)


class Spot(NamedTuple):
    """A place within a value: the ``kind`` that belongs there, and the ``value`` that is there."""

    kind: inspect.Type
    value: object


def explained(report: str, raw: object, kind: object) -> str:
    """Return the ``report`` of msgspec on ``raw``, which is no ``kind``, as people read it."""
    found = REPORT.fullmatch(report)
    what, path = (report, "") if found is None else (found["what"], found["path"] or "")
    steps = [step["field"] or step["index"] for step in STEP.finditer(path)]
    spot = Spot(inspect.type_info(kind), raw)
    for step in steps:
        spot = _inside(spot, step)
    named = NAMED.fullmatch(what)
    if named is None:
        return f"{_path(steps)}expected {described(spot.kind)}, got {written(spot.value)}"
    place = _path([*steps, named["field"]])
    if named["how"] == "contains":
        return f"{place}expected {described(spot.kind)}"
    return f"{place}expected {described(_inside(spot, named['field']).kind)}, got none"


def _path(steps: Sequence[str]) -> str:
    """Return ``steps`` as people write a path, with a colon behind it; empty without any."""
    text = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in steps)
    return f"{harmless(text.removeprefix('.').replace('....', ''))}: " if text else ""


def _inside(spot: Spot, step: str) -> Spot:
    """Return the spot to which ``step`` leads: a field, the number of an item, or any item."""
    for kind in _alternatives(spot):
        match kind:
            case inspect.StructType(fields=fields):
                for field in fields:
                    if field.encode_name == step:
                        return Spot(field.type, _item(spot.value, step))
            case inspect.DictType(value_type=item):
                return Spot(item, spot.value)
            case inspect.TupleType(item_types=items) if step.isdigit() and int(step) < len(items):
                return Spot(items[int(step)], _item(spot.value, step))
            case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
                return Spot(kind.item_type, _item(spot.value, step))
    return Spot(inspect.AnyType(), spot.value)


def _alternatives(spot: Spot) -> Iterator[inspect.Type]:
    """Yield what may be there; of tagged structs the one whose tag the value has."""
    for kind in spot.kind.types if isinstance(spot.kind, inspect.UnionType) else (spot.kind,):
        tag = kind.tag_field if isinstance(kind, inspect.StructType) else None
        if tag is None or _item(spot.value, tag) == getattr(kind, "tag", None):
            yield kind


def _item(value: object, step: str) -> object:
    match value:
        case Mapping():
            return value.get(step)
        case list() | tuple() if step.isdigit() and int(step) < len(value):
            return value[int(step)]
    return value


def described(kind: inspect.Type) -> str:
    """Return what is expected where a value of ``kind`` belongs.

    >>> described(inspect.type_info(int | None)), described(inspect.type_info(tuple[str, ...]))
    ('a whole number or nothing', 'a list')
    """
    match kind:
        case inspect.UnionType(types=types):
            return " or ".join(dict.fromkeys(map(described, types)))
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.StructType(fields=fields):
            return f"an object with {', '.join(field.encode_name for field in fields)}"
        case inspect.IntType() | inspect.FloatType():
            return WORDS[type(kind)] + _bounds(kind)
        case inspect.StrType():
            return WORDS[type(kind)] + _lengths(kind)
    return WORDS.get(type(kind), "something else")


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    match kind.ge, kind.le:
        case None, None:
            return ""
        case low, None:
            return f" from {low} on"
        case None, high:
            return f" up to {high}"
        case low, high:
            return f" from {low} to {high}"


def _lengths(kind: inspect.StrType) -> str:
    pattern = f" such as {kind.pattern}" if kind.pattern else ""
    return pattern if kind.max_length is None else f"{pattern} of at most {kind.max_length} letters"


WORDS: Final[Mapping[type[inspect.Type], str]] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.StrType: "a text",
    inspect.BoolType: "true or false",
    inspect.NoneType: "nothing",
    inspect.VarTupleType: "a list",
    inspect.TupleType: "a list",
    inspect.ListType: "a list",
    inspect.FrozenSetType: "a list",
    inspect.DictType: "an object",
}
