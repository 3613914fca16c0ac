"""Races as files: those that stand beside these tests, and those that ship."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import games
from games.options import OptionValue
from games.race.game import RaceGame, kind_of

FOLDER = Path(__file__).parent
SHIPPED = Path(games.__file__).parent


def text_of(name: str) -> str:
    """The file of the race called ``name``."""
    here = FOLDER / f"{name}.toml"
    return (here if here.is_file() else SHIPPED / name / "race.toml").read_text(encoding="utf-8")


@cache
def names() -> Sequence[str]:
    """The races that stand here, without those that ship."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def kind(name: str) -> type[RaceGame]:
    """The class of the race called ``name``."""
    return kind_of(text_of(name), name)


def load(name: str, **options: OptionValue) -> RaceGame:
    """The race called ``name`` under ``options``."""
    return kind(name)(**options)
