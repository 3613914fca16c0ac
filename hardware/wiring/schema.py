"""Check TOML tables against a description of what is allowed, and overlay one with another.

A sheet has sections, a section has keys, and a :class:`Kind` says which values a key takes. A sheet
can overlay another; ``false`` for a key or a whole section removes what was below it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from hardware.errors import WiringError
from hardware.untrusted_input import (
    LONGEST_VALUE,
    harmless,
    read_toml,
    read_untrusted_text,
    written,
)

LONGEST = 64 * 1024
"""The most bytes of a TOML file: some ninety times the longest profile."""

Section = dict[str, Any]
Sheet = dict[str, Section]


class Kind(Struct, frozen=True):
    """The values that a key takes: ``expected`` says them in words; ``fits`` tests a value."""

    expected: str
    fits: Callable[[Any], bool]


Schema = Mapping[str, Mapping[str, Kind]]


def whole(low: int, high: int, what: str) -> Kind:
    """Return the kind of whole numbers from ``low`` to ``high``, described as ``what``.

    >>> whole(0, 3, "a number of quarter turns").fits(4)
    False
    """
    return Kind(
        f"{what} from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def one_of(choices: Iterable[str | int]) -> Kind:
    """Return the kind of the words or numbers in ``choices``.

    >>> one_of((1, 2)).fits(2), one_of((1, 2)).fits(True), one_of((1, 2)).fits(2.0)
    (True, False, False)
    """
    known = tuple(choices)
    typed = [(type(choice), choice) for choice in known]
    return Kind(
        "one of " + ", ".join(map(repr, known)), lambda value: (type(value), value) in typed
    )


def several(words: Collection[str], least: int, example: str) -> Kind:
    """Return the kind of lists of ``least`` or more different ``words``, such as ``example``.

    >>> fits = several(("up", "ok", "back"), 2, '["ok", "back"]').fits
    >>> fits(["up", "ok"]), fits(["up", "up"]), fits(["ok"]), fits("ok")
    (True, False, False, False)
    """
    return Kind(
        f"a list of {least} or more of {', '.join(words)}, such as {example}",
        lambda value: (
            isinstance(value, list)
            and all(isinstance(each, str) and each in words for each in value)
            and least <= len(value) == len(set(value))
        ),
    )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint: the word in ``known`` that is similar to ``word``, or else all of them.

    >>> did_you_mean("bakc", ["ok", "back"])
    "did you mean 'back'?"
    """
    import difflib

    words = tuple(known)
    close = difflib.get_close_matches(word, words, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(words)}"


def text_at(path: Path) -> str:
    """Return the text of the file at ``path``.

    Raises FileNotFoundError if there is none, and WiringError if it is not a text or longer than
    64 KiB.
    """
    try:
        return read_untrusted_text(path, LONGEST)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WiringError(f"{harmless(str(path))}: expected a file of TOML, but {why}") from None


def parse(text: str, source: str) -> dict[str, Any]:
    """Return the tables in ``text``; raise WiringError that names ``source`` if it is not TOML."""
    try:
        return read_toml(text)
    except ValueError as error:
        raise WiringError(f"{source}: expected TOML, but {error}") from None


def check(tables: Mapping[str, Any], schema: Schema, source: str) -> None:
    """Raise WiringError that names ``source`` if a section, key or value is not in ``schema``."""
    for section, table in tables.items():
        if section not in schema:
            raise WiringError(
                f"{source}: unknown section [{harmless(section, LONGEST_VALUE)}]: "
                f"{did_you_mean(section, schema)}"
            )
        if table is False:
            continue
        if not isinstance(table, dict):
            raise WiringError(
                f"{source}: expected a section [{section}], not {section} = {written(table)}"
            )
        _check_section(section, table, schema[section], source)


def _check_section(section: str, table: Section, kinds: Mapping[str, Kind], source: str) -> None:
    for key, value in table.items():
        if key not in kinds:
            raise WiringError(
                f"{source}: unknown key {written(key)} in [{section}]: {did_you_mean(key, kinds)}"
            )
        if value is not False and not kinds[key].fits(value):
            raise WiringError(
                f"{source}: [{section}] {key}: expected {kinds[key].expected}, not {written(value)}"
            )


def overlay(below: Mapping[str, Any], above: Mapping[str, Any]) -> Sheet:
    """Return ``below`` with the keys of ``above`` in place of its own; ``false`` removes a key.

    >>> overlay({"keys": {"up": 17, "ok": 4}}, {"keys": {"ok": 9}, "dice": {"cup": False}})
    {'keys': {'up': 17, 'ok': 9}, 'dice': {}}
    """
    merged: Sheet = {}
    for section in {**below, **above}:
        table = above.get(section, {})
        if table is not False:
            both = {**below.get(section, {}), **table}
            merged[section] = {key: value for key, value in both.items() if value is not False}
    return merged
