"""All that is generated of the manual."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from docs.writer import commands, header, keys, players, settings
from hardware.wiring import wiring

FOLDER: Final = Path(__file__).parent.parent
GENERATED: Final = ("players/*.md", "reference/*.md", "pictures/boards/*.svg", "pictures/wiring-*")
"""Where nothing else may be."""


@cache
def generated() -> Mapping[str, str]:
    """The files by their path below :data:`FOLDER`, with their text."""
    return dict(chain(players.pages(), _reference(), _wirings()))


def stale() -> list[Path]:
    """The files that were generated once and no longer are."""
    kept = {FOLDER / name for name in generated()}
    return [path for glob in GENERATED for path in FOLDER.glob(glob) if path not in kept]


def _reference() -> Iterator[tuple[str, str]]:
    for module in (commands, settings, keys):
        yield f"reference/{module.__name__.rpartition('.')[2]}.md", module.page()


def _wirings() -> Iterator[tuple[str, str]]:
    for name in wiring.names():
        yield f"pictures/wiring-{name}.svg", header.drawing(wiring.load(name))
