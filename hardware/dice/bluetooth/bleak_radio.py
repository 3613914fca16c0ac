"""The radio, by bleak: it looks for dice, holds connections, and passes on what the dice say.

Only one program may use an adapter for connections, and one with four of them works: so everything
happens in one asyncio loop, in a thread of its own, one step after the other, and nobody ever waits
for it. A step that does not end is given up. bleak is imported when that thread starts. What may be
anything that behaves like bleak is passed in for tests.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from hardware.dice.bluetooth.news import DieChannel
from hardware.dice.bluetooth.radio import Advertisement, Post, RadioNews, RadioPlan, RadioStep

CONNECT_SECONDS = 15.0
"""After so many seconds an attempt to connect has failed."""

STEP_SECONDS = {"scan": 10.0, "quiet": 5.0, "connect": CONNECT_SECONDS + 3.0, "leave": 5.0}
"""After so many seconds a step is given up that has not ended by itself."""

SEND_SECONDS = 5.0
GIVE_UP_SECONDS = 2.0
"""A step that is given up has so many seconds to put things in order."""

PATIENCE = 5.0
"""Seconds to wait for the end of the thread."""

NO_ANSWER = "the adapter does not answer"

NO_BLEAK = "the package bleak is missing: pip install 'tableside[bluetooth]'"

log = logging.getLogger(__name__)


Explain = Callable[[], str]


class BleakRadio:
    """Uses ``bleak``, the package or what behaves like it, in the asyncio loop that runs.

    News go to ``post``; ``clock`` returns seconds; ``explain`` what is wrong with Bluetooth and
    what to do, as far as that is known. All coroutines belong to one loop.
    """

    def __init__(
        self, bleak: Any, post: Post, clock: Callable[[], float], explain: Explain = str
    ) -> None:
        self._bleak, self._post, self._clock, self._explain = bleak, post, clock, explain
        self._errors = (bleak.exc.BleakError, OSError, EOFError, TimeoutError)
        self._scanner: Any = None
        self._clients: dict[str, tuple[Any, DieChannel]] = {}
        self._trouble = ""

    async def do(self, step: RadioStep) -> None:
        """Do ``step``, and post what has come of it."""
        if step.kind == "connect":
            await self._connect(step.address, step.channels)
        elif step.kind == "leave":
            await self._leave(step.address)
        else:
            await self._quiet()
            if step.kind == "scan":
                await self._scan()

    def give_up(self, step: RadioStep) -> None:
        """Post that ``step`` has not ended in time."""
        if step.kind == "connect":
            self._say("failed", step.address, text="no answer in time")
        elif step.kind == "scan":
            self._complain(NO_ANSWER)

    async def _scan(self) -> None:
        try:
            self._scanner = self._bleak.BleakScanner(self._hear)
            await self._scanner.start()
        except self._errors as error:
            await self._quiet()  # it may have begun all the same
            self._complain(_line(error))
        else:
            self._complain("")

    async def _quiet(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            with suppress(*self._errors):
                await scanner.stop()

    async def _connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""
        has_gone = threading.Event()

        def lose(client: Any) -> None:
            has_gone.set()
            self._lose(address, client)

        client: Any = self._bleak.BleakClient(
            address, disconnected_callback=lose, timeout=CONNECT_SECONDS
        )
        try:
            await client.connect()
            channel = _channel(client, channels)
            await client.start_notify(
                channel.notifies, lambda _, data: self._say("data", address, data=bytes(data))
            )
            if has_gone.is_set():
                raise OSError("it went out of reach")
        except self._errors as error:
            await self._let_go(client)
            self._say("failed", address, text=_line(error))
        except asyncio.CancelledError:
            await self._let_go(client)
            raise
        else:
            self._clients[address] = client, channel
            self._say("connected", address)

    async def _let_go(self, client: Any) -> None:
        with suppress(*self._errors):
            await client.disconnect()

    async def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        client, channel = self._clients.get(address, (None, None))
        if client is None or channel is None:
            return
        with suppress(*self._errors):
            wanted = client.services.get_characteristic(channel.listens)
            await client.write_gatt_char(wanted, data, response="write" in wanted.properties)

    async def _leave(self, address: str) -> None:
        client, _ = self._clients.pop(address, (None, None))
        if client is not None:
            await self._let_go(client)

    async def close(self) -> None:
        """End everything."""
        await self._quiet()
        for address in tuple(self._clients):
            await self._leave(address)

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

    def _complain(self, trouble: str) -> None:
        """Say that there is ``trouble``, or that it is over if that is empty."""
        if trouble != self._trouble:
            self._trouble = trouble
            text = f"no Bluetooth: {self._explain() or trouble}" if trouble else ""
            self._say("fault", text=text)

    def _say(self, kind: Any, address: str = "", **what: Any) -> None:
        self._post(RadioNews(self._clock(), kind, address, **what))


class RadioSteps:
    """Does with ``radio`` what is wished, step by step, in the asyncio loop that runs.

    No step waits for one that hangs: it is given up when its time is over, and an attempt to
    connect as soon as nobody wants it.
    """

    def __init__(self, radio: BleakRadio) -> None:
        self.plan = RadioPlan()
        self._radio = radio
        self._has_news = asyncio.Event()
        self._doing: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def look(self) -> None:
        """Look at the plan again: something was wished."""
        self._has_news.set()
        if self._doing is not None and self.plan.is_void:
            self._doing.cancel()

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        sending = asyncio.create_task(self._send(address, data))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def run(self) -> None:
        """Do what is wished, until it is cancelled."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            while (step := self.plan.next()) is not None:
                await self._do(step)
                self.plan.end()

    async def _do(self, step: RadioStep) -> None:
        self._doing = doing = asyncio.create_task(self._radio.do(step))
        await asyncio.wait({doing}, timeout=STEP_SECONDS[step.kind])
        self._doing = None
        if not doing.done():
            doing.cancel()
            await asyncio.wait({doing}, timeout=GIVE_UP_SECONDS)
            self._radio.give_up(step)
        elif not doing.cancelled() and (error := doing.exception()) is not None:
            log.error("the radio of the dice failed", exc_info=error)
            self._radio.give_up(step)

    async def _send(self, address: str, data: bytes) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._radio.send(address, data), SEND_SECONDS)


class RadioThread:
    """A :class:`~hardware.dice.bluetooth.radio.Radio` that runs in a thread.

    News go to ``post`` from there; ``clock`` returns seconds, and ``explain`` what is wrong with
    Bluetooth. Without ``bleak``, the package is imported in the thread.
    """

    def __init__(
        self,
        post: Post,
        clock: Callable[[], float] = time.monotonic,
        bleak: Any = None,
        explain: Explain = str,
    ) -> None:
        self._post, self._clock, self._bleak, self._explain = post, clock, bleak, explain
        self._loop = asyncio.new_event_loop()
        self._steps: RadioSteps | None = None
        self._thread = threading.Thread(target=self._run, name="dice by radio", daemon=True)
        self._thread.start()

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""
        self._wish(lambda steps: steps.plan.scan(is_on))

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""
        self._wish(lambda steps: steps.plan.connect(address, channels))

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        self._wish(lambda steps: steps.send(address, data))

    def leave(self, address: str) -> None:
        """End the connection to a die, or the attempt to connect."""
        self._wish(lambda steps: steps.plan.leave(address))

    def close(self) -> None:
        """End everything, and the thread. Closing twice is harmless."""
        if not self._thread.is_alive():
            return
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    def _wish(self, wish: Callable[[RadioSteps], None]) -> None:
        def do() -> None:
            if self._steps is not None:
                wish(self._steps)
                self._steps.look()

        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(do)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            radio = BleakRadio(self._bleak or imported(), self._post, self._clock, self._explain)
        except ImportError:
            self._post(RadioNews(self._clock(), "fault", text=NO_BLEAK))
            self._loop.run_forever()
        else:
            self._steps = RadioSteps(radio)
            doing = self._loop.create_task(self._steps.run())
            self._loop.run_forever()
            self._loop.run_until_complete(self._ended(doing, radio))
        self._loop.close()

    async def _ended(self, doing: "asyncio.Task[None]", radio: BleakRadio) -> None:
        """End what is being done, and all connections."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.wait({doing, *others}, timeout=GIVE_UP_SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(radio.close(), GIVE_UP_SECONDS)


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
