from pathlib import Path

import pytest

from firmware_host.session.setup import Setup
from firmware_host.storage.journal import Journal
from tests.bench.resume import HEAD, rows, started


def test_a_program_of_its_own_is_timed_until_it_shows_the_game_that_was_left(
    tmp_path: Path,
) -> None:
    journal = Journal(tmp_path)
    journal.begin(Setup("squadro").record())
    journal.close()
    spent, words = started(tmp_path)
    assert spent > 0
    assert words.startswith("Resume? Squadro")


def test_every_row_has_a_figure_in_every_column(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.resume.started", lambda folder: (12.0, "Resume?"))
    head, nothing, squadro = rows(["squadro"], times=1)
    assert head == HEAD
    assert (nothing[:2], squadro[0], int(squadro[1]) > 10) == (("none", "0"), "squadro", True)
    assert nothing[2] == squadro[2] == "12 ms"
    assert all(figure.endswith(" ms") for figure in (*nothing[3:], *squadro[3:]))
