"""How many bytes a browser loads for the page of a table, uncompressed."""

from pathlib import Path

MOST_BYTES = 70_000
"""The page is light, so that an old phone shows it at once."""

OTHER_PAGES = ("code", "fleet", "join", "practice", "staff", "teacher")
"""What the names of files begin with that only pages other than that of a table load."""


def weight(root: Path) -> int:
    """Return the bytes of the files that the page of a table loads, in the sources at ``root``."""
    files = (
        path
        for part in ("web", "features/*")
        for path in (root / "firmware_host").glob(f"{part}/static/*")
    )
    return sum(path.stat().st_size for path in files if path.stem not in OTHER_PAGES)
