"""Open pages of a table: ``python -m tests.bench.page_visitors PORT COUNT [flood]``.

So many observers read what comes. With ``flood``, each of them also asks as fast as the server
takes it, for what only a seat or the staff may do; and one member of the staff presses keys.
"""

import asyncio
import contextlib
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

BATCH = 50
UNKNOWN_KEY = '{"press":"none"}'
"""A request that reaches the table and changes nothing there."""


async def read(address: str, is_flooding: bool) -> None:
    """Read a page until it closes."""
    async with connect(address) as page:
        flooding = asyncio.create_task(flood(address)) if is_flooding else None
        async for _ in page:
            pass
        if flooding:
            flooding.cancel()


async def flood(address: str) -> None:
    """Ask and ask."""
    with contextlib.suppress(ConnectionClosed):
        async with connect(address) as page:
            while True:
                for _ in range(BATCH):
                    await page.send(UNKNOWN_KEY)
                await asyncio.sleep(0.01)


async def main() -> None:
    """Open the pages, and wait until the server ends."""
    port, count, *words = sys.argv[1:]
    address = f"ws://127.0.0.1:{port}/live"
    flooders = [flood(f"{address}?staff")] if words else []
    reading = [read(address, bool(words)) for _ in range(int(count))]
    with contextlib.suppress(ConnectionClosed, OSError):
        await asyncio.gather(*reading, *flooders)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
