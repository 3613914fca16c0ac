"""What babel asks for to fill the catalogues: texts in the sources, in lessons and in races.

Which files it asks about is in ``catalogues.cfg``.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from babel.messages.extract import extract_python

MARK: Final = b"msg("
"""How a text is marked that is to be translated."""

Extracted = tuple[int, None, str, list[str]]
"""What babel wants of a text: its line, no function, the text, and comments for translators."""


def marked(file: BinaryIO, *how: Any, **options: Any) -> Iterator[object]:
    """Yield the texts that are marked in the module ``file``; most mark none and are passed by."""
    if MARK in file.read():
        file.seek(0)
        yield from extract_python(file, *how, **options)


def sentences(file: BinaryIO, *_: object, **__: object) -> Iterator[Extracted]:
    """Yield the sentences of the lesson in ``file``: rules, tasks, and what answers say."""
    for number, task in enumerate(tomllib.load(file)["tasks"], 1):
        for text in (task["rule"], task["task"], *(each["says"] for each in task["answers"])):
            yield number, None, text, []


def of_race(file: BinaryIO, *_: object, **__: object) -> Iterator[Extracted]:
    """Yield what people read of the race in ``file``: marks, faces, options and handicaps."""
    race = tomllib.load(file)
    marks = [each["name"] for each in race.get("marks", {}).values()]
    for text in (*marks, *race["dice"].get("names", ())):
        yield 1, None, text, []
    for number, option in enumerate(race.get("options", ()), 1):
        labels = [each["label"] for each in option["values"] if "label" in each]
        for text in (option["title"], option["means"], *labels):
            yield number, None, text, []
    for number, handicap in enumerate(race.get("handicaps", ()), 1):
        yield number, None, handicap["title"], []
