"""The docstring of each package lists what is in it: no module more, and no module less."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("docs/release", "docs/writer", "firmware_host")
LISTED_BY_THEMSELVES = {"firmware_host/cli/commands"}
"""Packages whose modules are found by listing the folder. Those of features have one vocabulary."""

PACKAGES = sorted(
    folder
    for room in ROOMS
    for file in (ROOT / room).rglob("__init__.py")
    if (folder := file.parent).relative_to(ROOT).as_posix() not in LISTED_BY_THEMSELVES
    and "features" not in folder.parts
)
LISTED = re.compile(r"^(?:- )?``(\w+)/?``", re.MULTILINE)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda each: each.relative_to(ROOT).as_posix())
def test_the_docstring_of_a_package_lists_its_modules(package: Path) -> None:
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
    modules = set(_modules(package))
    assert [name for name in sorted(modules) if not re.search(rf"\b{name}\b", text)] == []
    folders = {each.name for each in package.iterdir()}
    assert set(LISTED.findall(text)) - modules - folders == set()


def _modules(package: Path) -> Iterator[str]:
    for path in package.iterdir():
        if path.suffix == ".py" and not path.stem.startswith("__"):
            yield path.stem
        elif (path / "__init__.py").exists():
            yield path.name
