"""The radio, by bleak: it looks for dice, holds connections, and passes on what the dice say.

Only one program may use an adapter for connections, and one with four of them works: so everything
happens in one asyncio loop, in a thread of its own, and nobody ever waits for it. bleak is imported
when that thread starts. What may be anything that behaves like bleak is passed in for tests.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from hardware.dice.bluetooth.makes import Advertisement
from hardware.dice.bluetooth.news import DieChannel
from hardware.dice.bluetooth.radio import Post, RadioNews

CONNECT_SECONDS = 15.0
"""After so many seconds an attempt to connect has failed."""

PATIENCE = 5.0
"""Seconds to wait for the end of the thread."""

NO_BLEAK = "the package bleak is missing: pip install 'tableside[bluetooth]'"

log = logging.getLogger(__name__)


class BleakRadio:
    """Uses ``bleak``, the package or what behaves like it, in the asyncio loop that runs.

    News go to ``post``; ``clock`` returns seconds. All coroutines belong to one loop.
    """

    def __init__(self, bleak: Any, post: Post, clock: Callable[[], float]) -> None:
        self._bleak, self._post, self._clock = bleak, post, clock
        self._errors = (bleak.exc.BleakError, OSError, EOFError, TimeoutError)
        self._scanner: Any = None
        self._clients: dict[str, tuple[Any, DieChannel]] = {}
        self._fault = ""

    async def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            with suppress(*self._errors):
                await scanner.stop()
        if not is_on:
            return
        try:
            scanner = self._bleak.BleakScanner(self._hear)
            await scanner.start()
        except self._errors as error:
            self._complain(error)
            return
        self._scanner = scanner
        self._complain(None)

    async def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""
        client: Any = self._bleak.BleakClient(
            address,
            disconnected_callback=lambda lost: self._lose(address, lost),
            timeout=CONNECT_SECONDS,
        )
        try:
            await client.connect()
            channel = _channel(client, channels)
            self._clients[address] = client, channel
            await client.start_notify(
                channel.notifies, lambda _, data: self._say("data", address, data=bytes(data))
            )
        except self._errors as error:
            self._clients.pop(address, None)
            with suppress(*self._errors):
                await client.disconnect()
            self._say("failed", address, text=_line(error))
        else:
            self._say("connected", address)

    async def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        client, channel = self._clients.get(address, (None, None))
        if client is None or channel is None:
            return
        with suppress(*self._errors):
            wanted = client.services.get_characteristic(channel.listens)
            await client.write_gatt_char(wanted, data, response="write" in wanted.properties)

    async def leave(self, address: str) -> None:
        """End the connection to a die."""
        client, _ = self._clients.pop(address, (None, None))
        if client is not None:
            with suppress(*self._errors):
                await client.disconnect()

    async def close(self) -> None:
        """End everything."""
        await self.scan(False)
        for address in tuple(self._clients):
            await self.leave(address)

    def _hear(self, device: Any, heard: Any) -> None:
        advertisement = Advertisement(
            device.address,
            heard.local_name or device.name or "",
            tuple(heard.service_uuids),
            next(iter(heard.manufacturer_data.values()), b""),
            next((data for data in heard.service_data.values() if len(data) >= 8), b""),
            heard.rssi,
        )
        self._say("heard", device.address, heard=advertisement)

    def _lose(self, address: str, client: Any) -> None:
        """Say that a die is out of reach, unless it was left or is connected anew."""
        if self._clients.get(address, (None, None))[0] is client:
            del self._clients[address]
            self._say("lost", address)

    def _complain(self, error: Exception | None) -> None:
        text = "" if error is None else f"no Bluetooth: {_line(error)}"
        if text != self._fault:
            self._fault = text
            self._say("fault", text=text)

    def _say(self, kind: Any, address: str = "", **what: Any) -> None:
        self._post(RadioNews(self._clock(), kind, address, **what))


Work = Callable[[BleakRadio], Coroutine[Any, Any, None]]


class RadioThread:
    """A :class:`~hardware.dice.bluetooth.radio.Radio` that runs in a thread.

    News go to ``post`` from there; ``clock`` returns seconds. Without ``bleak``, the package is
    imported in the thread.
    """

    def __init__(
        self, post: Post, clock: Callable[[], float] = time.monotonic, bleak: Any = None
    ) -> None:
        self._post, self._clock, self._bleak = post, clock, bleak
        self._loop = asyncio.new_event_loop()
        self._radio: BleakRadio | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._attempts: dict[str, asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._run, name="dice by radio", daemon=True)
        self._thread.start()

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""
        self._do(lambda radio: radio.scan(is_on))

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""
        self._do(lambda radio: radio.connect(address, channels), attempt=address)

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        self._do(lambda radio: radio.send(address, data))

    def leave(self, address: str) -> None:
        """End the connection to a die, or the attempt to connect."""
        self._do(lambda radio: self._leave(radio, address))

    def close(self) -> None:
        """End everything, and the thread. Closing twice is harmless."""
        if not self._thread.is_alive():
            return
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)
        self._thread.join(PATIENCE)

    async def _leave(self, radio: BleakRadio, address: str) -> None:
        attempt = self._attempts.pop(address, None)
        if attempt is not None:
            attempt.cancel()
        await radio.leave(address)

    def _do(self, work: Work, attempt: str = "") -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._begin, work, attempt)

    def _begin(self, work: Work, attempt: str) -> None:
        if self._radio is not None:
            task = self._loop.create_task(work(self._radio))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
            if attempt:
                self._attempts[attempt] = task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the radio of the dice failed", exc_info=error)

    def _end(self) -> None:
        async def end() -> None:
            for attempt in self._attempts.values():
                attempt.cancel()
            if self._radio is not None:
                await self._radio.close()
            self._loop.stop()

        self._tasks.add(self._loop.create_task(end()))

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._radio = BleakRadio(self._bleak or imported(), self._post, self._clock)
        except ImportError:
            self._post(RadioNews(self._clock(), "fault", text=NO_BLEAK))
        self._loop.run_forever()
        self._loop.close()


def imported() -> Any:
    """Return the package bleak; ImportError if it is not installed."""
    return import_module("bleak")


def _channel(client: Any, channels: Sequence[DieChannel]) -> DieChannel:
    """Return the first of ``channels`` that the die has; OSError if it has none."""
    for channel in channels:
        if all(client.services.get_characteristic(each) is not None for each in channel):
            return channel
    raise OSError("it does not talk as such a die does")


def _line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
