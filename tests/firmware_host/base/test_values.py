"""Typed values: what fits is read as it was written, whatever else is one line that says why."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.base.values import (
    Annotated,
    Meta,
    Misfit,
    Struct,
    ValuesError,
    converted,
    field,
    from_json,
    from_toml,
    to_json,
)


class Knock(Struct, frozen=True, tag=True):
    times: int


class Word(Struct, frozen=True, tag=True):
    text: str


Whole = Annotated[int, Meta(ge=0)]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """Fields of which one needs the other."""

    name: Annotated[str, Meta(description="a name")] = ""
    key: str = ""

    def __post_init__(self) -> None:
        if self.name and not self.key:
            raise ValueError("expected a key too: `$.name` needs it - at `$.key`")


class Everything(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of each kind of field."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    names: tuple[str, ...] = ()
    pair: tuple[int, str] = (0, "")
    counts: dict[str, int] = field(default_factory=dict)
    colour: Literal["red", "black"] = "red"
    share: float = 0.0
    since: str | None = None
    is_open: bool = False
    short: Annotated[str, Meta(max_length=3)] = ""
    said: Knock | Word | None = None
    allowed: frozenset[Literal["hours", "dance"]] = frozenset()
    seeds: Annotated[int | tuple[Whole, ...], Meta(description="a number, or several")] = 0
    section: Annotated[Section, Meta(description="a section")] = Section()
    sections: tuple[Section, ...] = ()
    width: Annotated[float, Meta(gt=0, le=9)] = 1.0


WRONG: list[tuple[Any, str]] = [
    ({}, "seat: expected a whole number from 0 to 3, got none"),
    ({"seat": True}, "seat: expected a whole number from 0 to 3, got True"),
    ({"seat": 4}, "seat: expected a whole number from 0 to 3, got 4"),
    ({"seat": 1.5}, "seat: expected a whole number from 0 to 3, got 1.5"),
    ({"seat": 1, "names": "Ann"}, "names: expected a list, got 'Ann'"),
    ({"seat": 1, "names": ["Ann", 2]}, "names[1]: expected a text, got 2"),
    ({"seat": 1, "pair": [1, 2]}, "pair[1]: expected a text, got 2"),
    ({"seat": 1, "pair": [1]}, "pair: expected a list, got [1]"),
    ({"seat": 1, "counts": {"a": "b"}}, "counts: expected a whole number, got {'a': 'b'}"),
    ({"seat": 1, "colour": "green"}, "colour: expected one of red, black, got 'green'"),
    ({"seat": 1, "share": "half"}, "share: expected a number, got 'half'"),
    ({"seat": 1, "since": 5}, "since: expected a text or nothing, got 5"),
    ({"seat": 1, "is_open": 1}, "is_open: expected true or false, got 1"),
    ({"seat": 1, "short": "long"}, "short: expected a text of at most 3 letters, got 'long'"),
    ({"seat": 1, "said": {"type": "Knock", "times": ""}}, "said.times: expected a whole number"),
    ({"seat": 1, "said": {"type": "Shout"}}, "said.type: expected "),
    ({"seat": 1, "sat": 1}, "sat: expected an object with seat, names, pair, counts, colour, "),
    ({"seat": 1, "allowed": ["hours", 2]}, "allowed: expected one of hours, dance, got 2"),
    ({"seat": 1, "seeds": [1, -1]}, "seeds: expected a number, or several, got [1, -1]"),
    ({"seat": 1, "seeds": "many"}, "seeds: expected a number, or several, got 'many'"),
    ({"seat": 1, "section": 1}, "section: expected a section, got 1"),
    ({"seat": 1, "section": {"name": 1}}, "section.name: expected a name, got 1"),
    ({"seat": 1, "section": {"names": 1}}, "section.names: expected a section"),
    ({"seat": 1, "section": {"name": "x"}}, "section: expected a key too: `$.name` needs it - at"),
    ({"seat": 1, "sections": [{}, {"name": "x"}]}, "sections[1]: expected a key too: `$.name` "),
    ({"seat": 1, "width": 0}, "width: expected a number above 0, up to 9, got 0"),
    ([], "expected an object with seat, names, pair, counts, colour, share, "),
    ({"seat": 1, "\x1b[2J": 1}, r"\x1b[2J: expected an object with seat"),
]


@pytest.mark.parametrize(("raw", "why"), WRONG)
def test_what_does_not_fit_is_named_with_its_path_and_what_was_expected(raw: Any, why: str) -> None:
    with pytest.raises(ValuesError) as caught:
        converted(raw, Everything)
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


def test_the_parts_of_an_error_can_be_said_in_other_words() -> None:
    with pytest.raises(ValuesError) as caught:
        converted({"seat": 1, "section": {"names": 1}}, Everything)
    assert caught.value.misfit == Misfit("section.names", "a section", known=("name", "key"))
    with pytest.raises(ValuesError) as caught:
        converted({"seat": 1, "width": 10}, Everything)
    assert caught.value.misfit == Misfit("width", "a number above 0, up to 9", "10")


def test_what_is_written_is_read_back() -> None:
    value = Everything(seat=2, names=("Ann",), counts={"a": 1}, said=Word("hello"))
    assert from_json(to_json(value), Everything) == value


def test_toml_is_read_by_the_same_types() -> None:
    found = from_toml('seat = 2\nnames = ["Ann"]\n[counts]\na = 1', Everything)
    assert found == Everything(seat=2, names=("Ann",), counts={"a": 1})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"seat":', "expected JSON, got "),
        (b"\xff", "expected JSON, got "),
        (b'["\\ud800"]', "expected JSON, got "),
        (b"1e999", "expected JSON, got 1e999"),
        (b"NaN", "expected JSON, got "),
        (b"[" * 100_000, "expected JSON, got "),
        (b"9" * 5000, "expected JSON, got "),
        (b" " * 2_000_000, "expected at most 1048576 bytes, got 2000000"),
    ],
)
def test_what_is_no_json_is_refused_in_a_short_line(text: bytes, why: str) -> None:
    with pytest.raises(ValuesError) as caught:
        from_json(text, Everything)
    assert str(caught.value).startswith(why.replace("got 1e999", "got "))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["seat = ", "a = " + "[" * 5000, "seat = " + "9" * 5000])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(ValuesError, match="expected TOML: "):
        from_toml(text, Everything)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
FIELDS = st.sampled_from([*Everything.__struct_fields__, "type", "times", "text", "other"])
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS | st.text(), inner),
    max_leaves=12,
)


def refusal(text: bytes) -> str:
    """Why ``text`` is not everything; "" if it is, and what is written of it is read back."""
    try:
        found = from_json(text, Everything)
    except ValuesError as error:
        return str(error)
    assert from_json(to_json(found), Everything) == found
    return ""


@given((st.dictionaries(FIELDS, PLAIN) | PLAIN).map(to_json))
def test_whatever_is_said_is_a_value_or_one_kind_of_error(text: bytes) -> None:
    assert refusal(text).isprintable()


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_raise_anything_else(text: bytes) -> None:
    assert refusal(text).isprintable()
