"""Read the plan of a study from a TOML file.

>>> import games
>>> read("game = 'thaayam'\\nplayers = ['deep']", games)
Traceback (most recent call last):
    ...
firmware_host.base.errors.UsageError: players: no player is called 'deep'; the players are: ...
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import UsageError, reason
from firmware_host.stats.studies.metrics import METRICS
from firmware_host.stats.studies.plan import StudyPlan
from games.core import Game
from games.options import OptionValue
from games.replay import Catalogue
from hardware.untrusted_file import read_untrusted_text
from hardware.untrusted_text import harmless, written
from hardware.untrusted_toml import read_toml

ALL: Final = "all"
DESIGNS: Final = {"one by one": False, "grid": True}
LEAST: Final = 2
"""One game alone has no spread."""
LONGEST: Final = 256 * 1024
"""Bytes of a plan at most."""
MOST: Final = 10**9
"""Larger numbers are a slip of the pen."""


def load(path: Path, catalogue: Catalogue) -> tuple[StudyPlan, str]:
    """Return the plan in the file ``path`` and its text; UsageError says what is wrong with it."""
    try:
        text = read_untrusted_text(path, LONGEST)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: expected a plan in TOML, found no text") from None
    try:
        return read(text, catalogue), text
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def read(text: str, catalogue: Catalogue) -> StudyPlan:
    """Return the plan written ``text``, for a game of ``catalogue``.

    UsageError names the key, what was expected and what came.
    """
    try:
        given = read_toml(text)
    except ValueError as error:
        raise UsageError(f"expected a plan in TOML: {error}") from None
    for key in given:
        if key not in KEYS:
            raise UsageError(f"no key {written(key)}; the keys are: {', '.join(KEYS)}")
    if "game" not in given:
        raise UsageError("game: expected the name of a game, found none")
    kind = _kind(given["game"], catalogue)
    found: dict[str, Any] = {"title": kind.name}
    for key in given:
        field, take = KEYS[key]
        found[field] = take(key, given[key], kind)
    plan = StudyPlan(**found)
    try:
        for cell in plan.cells(catalogue):
            cell.match(catalogue)
    except ValueError as error:
        raise UsageError(f"players: {error}") from None
    return plan


def _kind(name: object, catalogue: Catalogue) -> type[Game]:
    try:
        return catalogue.kind(_text("game", name, None))
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError(f"game: {error}") from None


def _wrong(key: str, expected: str, value: object) -> UsageError:
    return UsageError(f"{harmless(key)}: expected {expected}, not {written(value)}")


def _text(key: str, value: object, _: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or not value:
        raise _wrong(key, "a text in one line", value)
    return value


def _count(key: str, value: object, _: object) -> int:
    if type(value) is not int or not LEAST <= value <= MOST:
        raise _wrong(key, f"a whole number from {LEAST} to {MOST}", value)
    return value


def _positive(key: str, value: object, _: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MOST:
        raise _wrong(key, f"a number above 0, up to {MOST}", value)
    return float(value)


def _seeds(key: str, value: object, _: object) -> tuple[int, ...]:
    found = _several(key, value, "a whole number, 0 or more, or a list of different ones")
    if not all(type(each) is int and 0 <= each <= MOST for each in found):
        raise _wrong(key, "a whole number, 0 or more, or a list of different ones", value)
    return tuple(int(str(each)) for each in found)


def _several(key: str, value: object, expected: str) -> Sequence[object]:
    found = value if isinstance(value, list) else [value]
    if not found or any(each in found[:number] for number, each in enumerate(found)):
        raise _wrong(key, expected, value)
    return found


def _people(key: str, value: object, kind: type[Game]) -> tuple[int, ...]:
    option = next((each for each in kind.OPTIONS if each.name == kind.SEATS_OPTION), None)
    allowed = option.values if option else (len(kind().seats),)
    expected = f"a list of some of {', '.join(map(str, sorted(allowed)))}"
    found = _several(key, value, expected)
    if not all(type(each) is int and each in allowed for each in found):
        raise _wrong(key, expected, value)
    return tuple(int(str(each)) for each in found)


def _players(key: str, value: object, _: object) -> tuple[tuple[str, ...], ...]:
    expected = "a list of names, or of pairings such as 'champion,friend'"
    found = _several(key, value, expected)
    return tuple(
        tuple(name.strip() for name in _text(key, pairing, None).split(",")) for pairing in found
    )


def _design(key: str, value: object, _: object) -> bool:
    if not isinstance(value, str) or value not in DESIGNS:
        raise _wrong(key, " or ".join(map(repr, DESIGNS)), value)
    return DESIGNS[value]


def _options(key: str, value: object, kind: type[Game]) -> Mapping[str, tuple[OptionValue, ...]]:
    known = {each.name: each for each in kind.OPTIONS if each.name != kind.SEATS_OPTION}
    if value == ALL:
        return {name: option.values for name, option in known.items()}
    if not isinstance(value, dict):
        raise _wrong(key, f"a table of options with their values, or {ALL!r}", value)
    for name in value:
        if name not in known:
            raise _wrong(key, f"options of {kind.name} ({', '.join(known) or 'none'})", name)
    return {
        name: known[name].values
        if values == ALL
        else tuple(
            _value(f"{key}.{name}", known[name].values, each)
            for each in _several(f"{key}.{name}", values, f"a list of different values, or {ALL!r}")
        )
        for name, values in value.items()
    }


def _value(key: str, allowed: Sequence[OptionValue], value: object) -> OptionValue:
    for each in allowed:
        if each == value and type(each) is type(value):
            return each
    raise _wrong(key, f"some of {', '.join(map(repr, allowed))}, or {ALL!r}", value)


def _widths(key: str, value: object, _: object) -> Mapping[str, float]:
    if not isinstance(value, dict):
        raise _wrong(key, "a table of metrics with the widths of their intervals", value)
    _metrics(key, list(value), None)
    return {name: _positive(f"{key}.{name}", width, None) for name, width in value.items()}


def _metrics(key: str, value: object, _: object) -> tuple[str, ...]:
    expected = f"a list of metrics ({', '.join(METRICS)})"
    found = value if value == [] else _several(key, value, expected)
    for name in found:
        if name not in METRICS:
            raise _wrong(key, expected, name)
    return tuple(map(str, found))


Take = Callable[[str, object, type[Game]], object]

KEYS: Final[Mapping[str, tuple[str, Take]]] = {
    "title": ("title", _text),
    "game": ("game", _text),
    "people": ("people", _people),
    "players": ("players", _players),
    "seed": ("seeds", _seeds),
    "design": ("is_grid", _design),
    "games": ("most", _count),
    "batch": ("batch", _count),
    "turns": ("turns", _count),
    "seconds": ("seconds", _positive),
    "lesson": ("lesson", _positive),
    "metrics": ("metrics", _metrics),
    "options": ("options", _options),
    "width": ("widths", _widths),
}
"""By the key of a plan: the field of :class:`StudyPlan`, and what reads it."""
