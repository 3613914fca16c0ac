"""Many pages that follow a table: ``python -m tests.bench.page_followers ADDRESS COUNT COOKIE``.

It prints a line once all are open, and one for each number of actions that the last page has.
"""

import asyncio
import contextlib
import re
import sys
import time
from collections import Counter

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

ACTIONS = re.compile(r'"actions": ?(\d+)')
TOGETHER = 20
"""Pages that are opened at once."""


class Pages:
    """So many pages at an address, of browsers that carry a cookie."""

    def __init__(self, address: str, count: int, cookie: str) -> None:
        self._address, self._count, self._headers = address, count, {"Cookie": cookie}
        self._seen: Counter[str] = Counter()
        self._open = 0
        self._opening = asyncio.Semaphore(TOGETHER)

    async def run(self) -> None:
        """Open them and read until the server ends."""
        with contextlib.suppress(ConnectionClosed, OSError):
            await asyncio.gather(*(self._read() for _ in range(self._count)))

    async def _read(self) -> None:
        await self._opening.acquire()
        live = f"ws{self._address.removeprefix('http')}/live"
        async with connect(
            live,
            origin=Origin(self._address),
            additional_headers=self._headers,
            max_size=None,
            compression=None,
            ping_interval=None,
        ) as page:
            await page.send('{"panel":false}')  # as a page does whose display is not in sight
            last = ""
            async for message in page:
                for found in ACTIONS.finditer(message) if isinstance(message, str) else ():
                    if not last:
                        self._be_open()
                    if found[1] != last:
                        last = found[1]
                        self._note(last)

    def _be_open(self) -> None:
        self._opening.release()
        self._open += 1
        if self._open == self._count:
            print("open", flush=True)

    def _note(self, actions: str) -> None:
        self._seen[actions] += 1
        if self._seen[actions] == self._count:
            print(actions, time.monotonic(), flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Pages(sys.argv[1], int(sys.argv[2]), sys.argv[3]).run())
