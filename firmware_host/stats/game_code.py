"""A sum of all that decides how games are played and judged, so that results are told apart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import games

DIGITS: Final = 12
"""How much of the sum is kept."""


def game_code(folder: Path | None = None) -> str:
    """Return a sum of the rules and the players in ``folder``, by default those of this program.

    The tables that they read are part of it, whether they ship or were built on this computer.
    """
    from hashlib import file_digest, sha256  # OpenSSL comes with it: 3.5 MiB

    total = sha256()
    for path in _files(folder or Path(games.__file__).parent):
        with path.open("rb") as file:
            total.update(file_digest(file, "sha256").digest())
    return total.hexdigest()[:DIGITS]


def _files(folder: Path) -> Iterator[Path]:
    for pattern in ("*.py", "race.toml", "*.table"):
        yield from sorted(folder.rglob(pattern))
    outside = {path for name in games.names() for path in games.kind(name).TABLES}
    yield from sorted(path for path in outside if folder not in path.parents and path.is_file())
