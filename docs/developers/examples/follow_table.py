"""Print each throw and move of a table: python follow_table.py http://museum.local:8080"""

import json
import sys
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any


def actions(ask: Callable[[str], Any]) -> Iterator[str]:
    """Yield every throw and move from now on; ``ask`` returns the answer to a path."""
    now = ask("/api/v1/table")
    while True:
        before, now = now, ask(f"/api/v1/table?after={now['news']}")
        game = now["game"]
        count = before["game"]["actions"] if before["game"] else 0
        if game is not None and game["actions"] > count:
            yield f"{game['actions']}: {game['last']}"


def asking(address: str) -> Callable[[str], Any]:
    """Return what asks the server at ``address``."""

    def ask(path: str) -> Any:
        with urllib.request.urlopen(address + path, timeout=40) as answer:
            return json.load(answer)

    return ask


if __name__ == "__main__":
    for each in actions(asking(sys.argv[1].rstrip("/"))):
        print(each, flush=True)
