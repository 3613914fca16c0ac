"""What babel asks for to fill the catalogues: texts in the sources, and sentences of lessons.

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
