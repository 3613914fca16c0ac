"""The figures in the pages are those that tests measure."""

import re
import shutil
from pathlib import Path

import pytest

from tests import figures

TESTS = Path(figures.__file__).parent
MEASURED = re.compile(r"\bfigure\(\s*\"([^\"]+)\"")


def test_every_figure_of_a_page_is_measured_and_every_measured_one_is_on_a_page() -> None:
    sources = (path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    measured = [name for text in sources for name in MEASURED.findall(text)]
    assert sorted(figures.names()) == sorted(set(measured))


def test_a_figure_is_written_between_its_marks(tmp_path: Path) -> None:
    for page in figures.PAGES:
        (tmp_path / page).parent.mkdir(exist_ok=True)
        shutil.copy(figures.DOCS / page, tmp_path / page)
    figures.write("crash states", "12", tmp_path)
    page = (tmp_path / figures.PAGES[0]).read_text("utf-8")
    assert "<!-- crash states -->12<!-- / -->" in page
    old = (figures.DOCS / figures.PAGES[0]).read_text("utf-8")
    assert figures.marked("crash states").sub("", page) == figures.marked("crash states").sub(
        "", old
    )
    with pytest.raises(LookupError, match="<!-- nothing -->"):
        figures.write("nothing", "12", tmp_path)
