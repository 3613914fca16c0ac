"""How many bytes a browser loads for the page of a table, compressed as they are sent."""

import gzip
from fnmatch import fnmatch
from pathlib import Path

MOST_BYTES = 70_000
"""The page is light, so that an old phone shows it at once, also in a slow network."""

OTHERS = (
    *("code.js", "codes.js", "shared.js", "fleet.*", "join.js", "replay.*", "teacher.*"),
    *("practice.*", "staff.*", "keys.js", "figures.js", "cards.*", "games.css", "screen.*"),
    *("share.js", "types.js", "offline.js", "worker.js", "icon.png", "manifest.webmanifest"),
)
"""The files that only other pages load, or visitors who do more than follow the game."""


def weight(root: Path) -> int:
    """Return the bytes of the files that a guest loads, in the sources at ``root``."""
    files = (
        path
        for part in ("web", "features/*")
        for path in (root / "firmware_host").glob(f"{part}/static/*")
    )
    return sum(
        len(gzip.compress(path.read_bytes()))
        for path in files
        if not any(fnmatch(path.name, other) for other in OTHERS)
    )
