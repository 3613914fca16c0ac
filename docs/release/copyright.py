"""The licences of all parts of the package, in the format that Debian wants.

The format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/.

>>> text("One line.\\n\\nAnother.")
' One line.\\n .\\n Another.'
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from docs.release.holders import holders
from docs.release.parts import ROOT_PART, Part

FORMAT: Final = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"


def copyright_file(parts: Sequence[Part], texts: Path) -> str:
    """Return the file with the licences of ``parts``.

    ``texts`` is the folder with the licences of parts that bring none, each ``NAME.txt``.
    ValueError names a part that does not say who holds its copyright.
    """
    # of several patterns that match a file, the last one counts
    ordered = sorted(
        {part.name: part for part in parts}.values(), key=lambda part: part.name != ROOT_PART
    )
    return "\n".join([f"Format: {FORMAT}\nUpstream-Name: {ROOT_PART}\n", *_stanzas(ordered, texts)])


def text(plain: str) -> str:
    """Return ``plain`` as the lines of a field."""
    return "\n".join(f" {line.rstrip() or '.'}" for line in plain.strip().splitlines())


def _stanzas(parts: Sequence[Part], folder: Path) -> Iterator[str]:
    for part in parts:
        texts = part.texts or ((folder / f"{part.name}.txt").read_text(encoding="utf-8"),)
        where = (f"opt/tableside/releases/*/lib/{each}*" for each in part.folders)
        files = "*" if part.name == ROOT_PART else "\n ".join(where)
        named = holders(texts) or part.authors
        if not named:
            raise ValueError(f"{part.name} does not say who holds its copyright")
        lines = (
            f"Files: {files}",
            "Copyright: " + "\n ".join(named),
            f"License: {part.licence.replace(' AND ', '-and-')}-{part.name}",
            text("\n\n".join(texts)),
            "",
        )
        yield "\n".join(lines)
