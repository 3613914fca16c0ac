"""Requests that are generated from the OpenAPI document: sensible ones, and ones a little wrong."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

METHODS: Final = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")
JUNK: Final = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.none()),
)  # fmt: skip
NAMES: Final = st.sampled_from(("squadro", "ur", "xiangqi4", "thaayam", "chess", ""))


class Wanted(NamedTuple):
    """A request of a program."""

    method: str
    path: str
    query: Mapping[str, str]
    body: object
    is_raw: bool


def values(schema: Mapping[str, Any], document: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Return what generates values that fit ``schema``, a part of ``document``."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return values(document["components"]["schemas"][name], document)
    match schema.get("type"):
        case "integer":
            least, most = schema.get("minimum", -(10**6)), schema.get("maximum", 10**6)
            return st.integers(least, most) | st.integers(least, min(most, least + 20))
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"]).filter(lambda text: len(text) < 120)
        case "string":
            return NAMES | st.text(max_size=min(30, schema.get("maxLength", 30)))
        case "object":
            parts = {name: values(each, document) for name, each in schema["properties"].items()}
            needed = {name: parts.pop(name) for name in schema.get("required", ())}
            return st.fixed_dictionaries(needed, optional=parts)
    raise AssertionError(f"nothing generates {schema}")


def requests(document: Mapping[str, Any]) -> st.SearchStrategy[Wanted]:
    """Return what generates requests to the paths of ``document``."""
    paths = [*document["paths"].items()]
    return st.sampled_from(paths).flatmap(lambda each: _to(each[0], each[1], document))


def _to(
    path: str, methods: Mapping[str, Any], document: Mapping[str, Any]
) -> st.SearchStrategy[Wanted]:
    ((method, described),) = methods.items()
    query = st.fixed_dictionaries(
        {},
        optional={
            each["name"]: (values(each["schema"], document) | st.text(max_size=8)).map(str)
            for each in described.get("parameters", ())
        },
    )
    asked = described.get("requestBody", {}).get("content", {}).get("application/json")
    fitting = st.none() if asked is None else values(asked["schema"], document)
    return st.builds(
        Wanted,
        st.just(method.upper()) | st.sampled_from(METHODS),
        st.just(path) | st.text("abc/.%é-", max_size=8).map(lambda more: path + more),
        query,
        fitting | JUNK,
        st.booleans(),
    )
