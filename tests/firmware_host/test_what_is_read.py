"""Whatever comes from outside is what was expected, or the one documented error in one line."""

import ast
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

import games
from firmware_host.base.errors import UsageError
from firmware_host.base.values import ValuesError, converted, described, from_json, to_json
from firmware_host.features.studies.plan import WrittenPlan, read_plan
from firmware_host.remote.requests import Report
from firmware_host.remote.wire import AnyLine, published_kinds, read_line, read_request
from firmware_host.setup.update.record import UpdateRecord
from firmware_host.text.translator import Language
from firmware_host.web import staff_reports
from tests.deep import deeply

ROOT: Final = Path(__file__).parents[2]
READERS: Final = ("from_json", "from_toml", "converted")
MADE_LATER: Final[Mapping[str, Any]] = {"cls": UpdateRecord, "any_line": AnyLine}
"""The types that have no name of their own where they are read."""

PUBLISHED_KIND: Final = "kinds[name]"
"""How the kind of a published fact is written where it is read: it may be any of them."""

FEW, MANY = 8, 200
EXAMPLES: Final = settings(max_examples=25, deadline=None)


def _calls() -> Iterator[tuple[str, str]]:
    """Yield the module and the type, as it is written, of each call that reads from outside."""
    for path in sorted((ROOT / "firmware_host").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module.startswith("firmware_host.base."):
            continue
        text = path.read_text("utf-8")
        if not any(f"{reader}(" in text for reader in READERS):
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id=reader), args=[_, kind, *_]) if reader in READERS:
                    yield module, ast.unparse(kind)


def _kinds() -> dict[str, Any]:
    """Return every type that is read from outside, by module and name."""
    published = {f"published: {name}": kind for name, kind in published_kinds().items()}
    return published | {
        f"{module}: {text}": eval(text, {**vars(import_module(module)), **MADE_LATER})
        for module, text in _calls()
        if text != PUBLISHED_KIND
    }


KINDS: Final = _kinds()


def _names(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Yield the names in JSON that ``kind`` has anywhere within it."""
    if not isinstance(kind, Hashable) or kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        config = kind.__struct_config__
        yield from kind.__struct_encode_fields__
        if isinstance(config.tag, str):
            yield from (str(config.tag_field), config.tag)
        for hint in kind.__annotations__.values():
            yield from _names(hint, seen)
    for part in get_args(kind):
        yield from _names(part, seen)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


def plain(kind: Any) -> st.SearchStrategy[Any]:
    """What JSON may hold: anything, and often objects with the names of ``kind``."""
    names = st.sampled_from(sorted({*_names(kind, set()), "else"}))
    values = SCALARS | names
    inner = st.recursive(
        values,
        lambda each: st.lists(each, max_size=3) | st.dictionaries(names, each, max_size=8),
        max_leaves=16,
    )
    return st.dictionaries(names, inner, max_size=10) | inner


def is_refused(read: Callable[[], object], documented: type[Exception]) -> bool:
    """Return whether ``read`` raises the ``documented`` error in one line that can be shown."""
    try:
        read()
    except documented as error:
        line = str(error)
    else:
        return False
    assert line.isprintable()
    return True


def test_there_are_types_that_are_read_from_outside() -> None:
    assert len(KINDS) >= 15


@pytest.mark.parametrize("examples", [FEW, *deeply(MANY)])
@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_does_not_fit_a_type_is_one_kind_of_error(name: str, examples: int) -> None:
    kind = KINDS[name]

    @settings(max_examples=examples)
    @given(plain(kind))
    def feed(raw: Any) -> None:
        text = json.dumps(raw, ensure_ascii=False).encode("utf-8", "replace")
        if is_refused(lambda: from_json(text, kind), ValuesError):
            return
        said = to_json(from_json(text, kind))
        assert to_json(from_json(said, kind)) == said

    feed()
    assert described(kind)


@EXAMPLES
@given(plain(WrittenPlan))
def test_values_that_only_toml_has_fit_no_worse(raw: Any) -> None:
    is_refused(
        lambda: converted({"games": 1 << 90, "seconds": float("nan")}, WrittenPlan), ValuesError
    )
    is_refused(lambda: converted(raw, WrittenPlan), ValuesError)


REPORTS = ("version", "counters", "games", "findings", "log", "nonsense")
ENGLISH = Language("en")


@EXAMPLES
@given(st.sampled_from(REPORTS), st.text() | plain(KINDS).map(json.dumps))
def test_a_report_is_shown_or_said_not_to_be_readable(name: str, text: str) -> None:
    assert staff_reports.shown(Report(name, text), ENGLISH)


@EXAMPLES
@given(st.binary() | plain(AnyLine).map(lambda raw: json.dumps(raw).encode()))
def test_lines_of_the_wire_raise_nothing_else(line: bytes) -> None:
    is_refused(lambda: read_line(line), ValuesError)
    is_refused(lambda: read_request(line), ValuesError)
    UpdateRecord.read(line)


KEYS = st.sampled_from([*WrittenPlan.__struct_fields__, "else"])
IN_TOML = (
    st.integers(-9, 10**12).map(str)
    | st.sampled_from(["true", "nan", "-inf", "1979-05-27", '"all"', "[]", "{}", "[[1], 2]"])
    | st.sampled_from([f'"{name}"' for name in ("squadro", "greedy", "grid", "first", "a,b")])
    | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=6).map(json.dumps)
)
LINES = st.tuples(
    KEYS, IN_TOML | st.lists(IN_TOML, max_size=3).map(lambda many: f"[{', '.join(many)}]")
)


@EXAMPLES
@given(st.lists(LINES, max_size=6), st.text(max_size=20))
def test_a_plan_is_read_or_refused(lines: list[tuple[str, str]], rest: str) -> None:
    text = "\n".join(f"{key} = {value}" for key, value in lines)
    for each in (text, f'game = "squadro"\n{text}', rest):
        is_refused(lambda each=each: read_plan(each, games), UsageError)  # type: ignore[misc]
