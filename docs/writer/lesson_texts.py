"""The sentences of lessons for the catalogues: babel asks for them, see ``catalogues.cfg``."""

import tomllib
from collections.abc import Iterator
from typing import BinaryIO

Extracted = tuple[int, None, str, list[str]]
"""What babel wants of a text: its line, no function, the text, and comments for translators."""


def sentences(file: BinaryIO, *_: object, **__: object) -> Iterator[Extracted]:
    """Yield the sentences of the lesson in ``file``: rules, tasks, and what answers say."""
    for number, task in enumerate(tomllib.load(file)["tasks"], 1):
        for text in (task["rule"], task["task"], *(each["says"] for each in task["answers"])):
            yield number, None, text, []
