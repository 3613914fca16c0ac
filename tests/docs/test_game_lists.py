"""The README and the navigation list the games as the games describe themselves."""

from pathlib import Path

import pytest

from docs.writer.lists import ROOT, updated, with_list


@pytest.mark.parametrize("path", updated(), ids=lambda path: path.name)
def test_a_list_of_games_is_up_to_date(path: Path) -> None:
    kept = path.read_text(encoding="utf-8")
    assert kept == updated()[path], f"{path.relative_to(ROOT)}: python -m docs.writer"


def test_a_file_without_a_place_for_the_list_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one list between"):
        with_list("nothing\n", "new\n")
