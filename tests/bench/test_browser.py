import pytest

from tests.bench import browser
from tests.bench.browser import HEAD, OBSERVERS, rows


def test_no_picture_is_sent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "flooded", lambda presses: ())
    head, *figures = rows(presses=6, own=6)
    assert head == HEAD
    assert len(figures) == 5
    assert figures[2] == ("pictures sent that were shown already", "0", "", "")
    assert all(figure[1] for figure in figures)


@pytest.mark.deep
def test_every_figure_is_measured_and_no_picture_is_sent_twice() -> None:
    head, *figures = rows(presses=6, own=6)
    assert head == HEAD
    assert len(figures) == 15
    assert figures[2] == ("pictures sent that were shown already", "0", "", "")
    assert figures[-1][0] == f"memory of the web server, {OBSERVERS} pages"
    assert all(figure[1] for figure in figures)
