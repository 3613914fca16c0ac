"""Every order of start, stop, connect, refusal and loss; the adapter is slow, fails or hangs."""

import asyncio
import selectors
from collections.abc import Callable, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.dice.bluetooth.bleak_radio import NO_ANSWER, BleakRadio, RadioSteps
from hardware.dice.bluetooth.radio import CHANNELS, RadioNews, RadioPlan

Behaves = Literal["at once", "late", "fails", "hangs"]
Wish = tuple[str, str]

LATE = 1.0
ALL: Sequence[Behaves] = ("at once", "late", "fails", "hangs")
WISHES: Sequence[Wish] = (
    ("scan", "on"), ("scan", "off"), ("connect", "a"), ("leave", "a"), ("connect", "b"),
    ("leave", "b"), ("lose", "a"),
)  # fmt: skip


class _Jumps(selectors.DefaultSelector):
    """Does not wait: the time of its loop jumps instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "everybody waits for ever"
        self.now += timeout
        return super().select(0)


class Adapter:
    """An adapter at the interface of bleak that does one thing at a time."""

    exc = SimpleNamespace(BleakError=ConnectionError)

    def __init__(self, behaves: Sequence[Behaves]) -> None:
        self._behaves = list(behaves)
        self.is_scanning = False
        self.connected: dict[str, Any] = {}
        self.busy = 0
        self.complaints: list[str] = []

    @property
    def state(self) -> tuple[bool, list[str], int]:
        """Whether it scans, what is connected, and how much it does."""
        return self.is_scanning, list(self.connected), self.busy

    async def work(self) -> None:
        """Do something in the way that is next; BleakError if that fails."""
        behaves = self._behaves.pop(0) if self._behaves else "at once"
        if self.busy:
            self.complaints.append("two things at a time")
        self.busy += 1
        try:
            await asyncio.sleep({"late": LATE, "hangs": 1e6}.get(behaves, 0.0))
        finally:
            self.busy -= 1
        if behaves == "fails":
            raise ConnectionError("operation already in progress")

    def BleakScanner(self, hear: object) -> Any:  # noqa: N802 - as in bleak
        async def start() -> None:
            self.is_scanning = True
            await self.work()

        async def stop() -> None:
            self.is_scanning = False

        return SimpleNamespace(start=start, stop=stop)

    def BleakClient(  # noqa: N802 - as in bleak
        self, address: str, disconnected_callback: Callable[[Any], None], timeout: float
    ) -> Any:
        client: Any = SimpleNamespace(lost=disconnected_callback)
        client.services = SimpleNamespace(get_characteristic=lambda uuid: uuid)

        async def connect() -> None:
            if self.is_scanning:
                self.complaints.append("connects while it scans")
            await self.work()
            self.connected[address] = client

        async def disconnect() -> None:
            if self.connected.pop(address, None) is not None:
                client.lost(client)

        async def start_notify(uuid: str, call: object) -> None:
            await self.work()

        client.connect, client.disconnect, client.start_notify = connect, disconnect, start_notify
        return client


class Bench:
    """The steps of a radio on an ``adapter``, on virtual time."""

    def __init__(self, behaves: Sequence[Behaves] = ()) -> None:
        self.adapter, self.news = Adapter(behaves), list[RadioNews]()
        self.steps = RadioSteps(BleakRadio(self.adapter, self.news.append, lambda: 0.0))

    def wish(self, what: str, whom: str) -> None:
        plan = self.steps.plan
        if what == "scan":
            plan.scan(whom == "on")
        elif what == "connect":
            plan.connect(whom, CHANNELS["godice"])
        elif what == "leave":
            plan.leave(whom)
        elif (client := self.adapter.connected.pop(whom, None)) is not None:
            client.lost(client)
        self.steps.look()

    @property
    def kinds(self) -> list[str]:
        return [news.kind for news in self.news]


def on_virtual_time(behaves: Sequence[Behaves], wishes: Callable[[Bench], Any]) -> Bench:
    """Return the bench after ``wishes`` were made on an adapter that ``behaves`` so."""
    selector = _Jumps()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]

    async def run() -> Bench:
        bench = Bench(behaves)
        running = asyncio.create_task(bench.steps.run())
        await wishes(bench)
        running.cancel()
        await asyncio.wait({running})
        return bench

    try:
        return loop.run_until_complete(run())
    finally:
        loop.close()


def in_the_end(wishes: Sequence[Wish], behaves: Sequence[Behaves], pause: float) -> Bench:
    """Make ``wishes``, leave everything, and then look for dice and connect one after all."""

    async def make(bench: Bench) -> None:
        for wish in wishes:
            bench.wish(*wish)
            await asyncio.sleep(pause)
        for wish in (("scan", "off"), ("leave", "a"), ("leave", "b")):
            bench.wish(*wish)
        await asyncio.sleep(200.0)
        assert bench.adapter.state == (False, [], 0)
        bench.adapter._behaves.clear()
        bench.wish("scan", "on")
        await asyncio.sleep(1.0)
        assert bench.adapter.state == (True, [], 0)
        bench.wish("connect", "a")
        await asyncio.sleep(1.0)
        assert bench.adapter.state == (True, ["a"], 0)

    return on_virtual_time(behaves, make)


@pytest.mark.parametrize("behaves", ALL)
def test_after_any_three_wishes_the_radio_does_what_is_wished_last(behaves: Behaves) -> None:
    for wishes in product(WISHES, repeat=3):
        bench = in_the_end(wishes, [behaves] * 4, LATE / 2)
        assert bench.adapter.complaints == [], wishes


@given(
    wishes=st.lists(st.sampled_from(WISHES), max_size=12),
    behaves=st.lists(st.sampled_from(ALL), max_size=12),
    pause=st.sampled_from((0.0, LATE / 2, 3 * LATE, 30.0)),
)
def test_after_many_wishes_at_any_time_the_radio_does_what_is_wished_last(
    wishes: list[Wish], behaves: list[Behaves], pause: float
) -> None:
    assert in_the_end(wishes, behaves, pause).adapter.complaints == []


def test_a_search_that_is_ended_while_it_begins_is_ended() -> None:
    async def make(bench: Bench) -> None:
        bench.wish("scan", "on")
        await asyncio.sleep(LATE / 2)
        bench.wish("scan", "off")
        await asyncio.sleep(LATE)
        assert not bench.adapter.is_scanning

    assert on_virtual_time(["late"], make).news == []


@pytest.mark.parametrize("refused", [False, True])
def test_an_attempt_that_hangs_ends_when_it_is_refused_or_its_time_is_over(refused: bool) -> None:
    async def make(bench: Bench) -> None:
        bench.wish("connect", "a")
        bench.wish("connect", "b")
        await asyncio.sleep(LATE)
        if refused:
            bench.wish("leave", "a")
        await asyncio.sleep(LATE if refused else 60.0)
        assert list(bench.adapter.connected) == ["b"]

    bench = on_virtual_time(["hangs"], make)
    said = [(news.kind, news.address) for news in bench.news]
    assert said == [("connected", "b")] if refused else [("failed", "a"), ("connected", "b")]


def test_a_die_that_goes_while_it_is_connected_is_not_here() -> None:
    async def make(bench: Bench) -> None:
        bench.wish("connect", "a")
        await asyncio.sleep(LATE / 2)
        bench.wish("lose", "a")
        await asyncio.sleep(2 * LATE)

    assert on_virtual_time(["at once", "late"], make).kinds == ["failed"]


def test_an_adapter_that_hangs_is_told_and_so_is_its_return() -> None:
    async def make(bench: Bench) -> None:
        for _ in range(2):
            bench.wish("scan", "on")
            await asyncio.sleep(30.0)
            bench.wish("scan", "off")
            await asyncio.sleep(30.0)

    bench = on_virtual_time(["hangs"], make)
    assert [news.text for news in bench.news] == [f"no Bluetooth: {NO_ANSWER}", ""]


def test_nothing_is_to_do_before_anything_is_wished() -> None:
    assert RadioPlan().next() is None
