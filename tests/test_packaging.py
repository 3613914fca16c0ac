"""What a wheel has: all that the program opens, beside its own code."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DATA: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
CODE = {".py", ".pyc"}
FOR_TRANSLATORS = {".po", ".pot"}


def others(package: str) -> Iterator[Path]:
    """The files below ``package`` that are neither code nor for translators."""
    for path in (ROOT / package).rglob("*"):
        if path.is_file() and path.suffix not in CODE | FOR_TRANSLATORS:
            yield path


@pytest.mark.parametrize("package", DATA)
def test_every_file_that_the_program_opens_is_in_the_wheel(package: str) -> None:
    shipped = {path for pattern in DATA[package] for path in (ROOT / package).glob(pattern)}
    assert set(others(package)) == shipped


def test_every_folder_with_files_of_the_program_is_of_a_package_with_data() -> None:
    packages = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()}
    assert packages == set(DATA)


def test_the_changelog_tells_what_is_new_in_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (newest, *_) = re.findall(
        r"^## \[([0-9.]+)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$", text, re.MULTILINE
    )
    assert newest == PROJECT["project"]["version"]
