"""Each word of a file with a race has a picture, on which the program has played."""

import re
import tomllib

import pytest

from docs.writer import race_pictures
from docs.writer.lists import words
from docs.writer.manual import FOLDER
from docs.writer.race_pictures import FILE, Part, described, every_word, missing, pictures, unknown


def test_every_word_has_a_picture() -> None:
    assert missing() == [], "\n\n".join(missing())


def test_no_picture_is_of_a_word_that_there_is_not() -> None:
    assert unknown() == []


def test_a_missing_picture_is_named_with_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = dict(race_pictures.parts())
    del parts["move.wall"]
    monkeypatch.setattr(race_pictures, "parts", lambda: parts)
    (sentence,) = missing()
    assert f"the word move.wall in docs/writer/{FILE.name}" in sentence
    written = sentence.partition("for example:\n\n")[2].partition("\n\nThen look")[0]
    (part,) = tomllib.loads(written)["words"]["move.wall"]
    assert Part(**part).write == "wall = true"


def test_theparts_of_a_picture_differ() -> None:
    for word, found in race_pictures.parts().items():
        drawn = [race_pictures._part(part, word).shapes for part in found]
        assert len(set(drawn)) == len(found), word


def test_a_picture_shows_what_the_word_says() -> None:
    assert "Black blocks d1 with 2 pieces." in described("move.block")
    assert "White wins." in described("win.pieces")
    assert described("again.throws").endswith("throws = (4): White throws again.")
    assert described("win.finished").count("plays for") == 1


def test_the_reference_has_each_word_with_its_picture() -> None:
    page = words()
    shown = re.findall(r"\*\*`(\w+)`\*\*.*\n\n!\[[^]]+\]\(([^)]+)\)", page)
    assert [name for name, _ in shown] == [spoken.name for _, _, spoken in every_word()]
    assert {path for _, path in shown} == {path for path, _ in pictures()}
    assert all((FOLDER / path).is_file() for _, path in shown)
