"""mypy finds an effect that lacks what it needs: ``make lint`` fails where it would not any more.

Each wrong effect below is an error that is expected there. If mypy stopped finding it, the comment
would be unused, and an unused one is an error under the strict rules of the project.
"""

import tomllib
from pathlib import Path

from msgspec import Struct

from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Effects, TableParts

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


class Whole(Struct, frozen=True):
    """An effect as it should be."""

    def carry_out(self, table: TableParts) -> Effects:
        return (Whole(),)


class WithoutWork(Struct, frozen=True):
    """What does not say how it is carried out."""


class FromTooLittle(Struct, frozen=True):
    """What wants another thing than the table."""

    def carry_out(self, table: SceneContext) -> Effects:
        return ()


class WithoutFollowers(Struct, frozen=True):
    """What does not return what follows."""

    def carry_out(self, table: TableParts) -> None:
        return None


RIGHT: Effects = (Whole(),)
FORGOTTEN: Effects = (WithoutWork(),)  # type: ignore[assignment]
MISTAKEN: Effects = (FromTooLittle(),)  # type: ignore[assignment]
SILENT: Effects = (WithoutFollowers(),)  # type: ignore[assignment]


def test_an_expected_error_that_mypy_does_not_find_is_an_error() -> None:
    settings = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"]
    assert settings.get("warn_unused_ignores", True)
    assert {"tests", "firmware_host"} <= set(settings["packages"])
    assert not any("tests" in str(each["module"]) for each in settings["overrides"])
    assert not any("firmware_host" in str(each["module"]) for each in settings["overrides"])
