"""The radio in its thread, and that bleak is called as it wants to be."""

import inspect
import queue
import random
import time
from types import SimpleNamespace

import bleak
from bleak.exc import BleakError

from hardware.dice.bluetooth import bleak_radio as radio_room
from hardware.dice.bluetooth.bleak_radio import NO_BLEAK, RadioThread
from hardware.dice.bluetooth.radio import CHANNELS, RadioNews
from hardware.simulated import Timeline, VirtualClock
from hardware.simulated.virtual_dice import Air, VirtualDie, virtual_dice

Inbox = queue.SimpleQueue[RadioNews]


def air() -> Air:
    timeline = Timeline(VirtualClock())
    return Air(virtual_dice("godice", 6, 2, timeline, random.Random(1)))


def connected(inbox: Inbox, die: VirtualDie, thread: RadioThread) -> None:
    thread.connect(die.address, CHANNELS["godice"])
    assert inbox.get(timeout=5).kind == "connected"


def test_the_thread_scans_connects_and_passes_on_what_a_die_says() -> None:
    inbox: Inbox = queue.SimpleQueue()
    around = air()
    thread = RadioThread(inbox.put, time.monotonic, around)
    thread.scan(True)
    heard = {inbox.get(timeout=5).address for _ in around.dice}
    assert heard == {die.address for die in around.dice}
    thread.scan(False)
    connected(inbox, around.dice[0], thread)
    thread.send(around.dice[0].address, b"\x03")
    assert inbox.get(timeout=5).data == b"Bat" + bytes([90])
    thread.close()
    assert around.dice[0].notify is None
    thread.close()


def test_a_die_that_does_not_answer_is_told_and_one_that_goes_too() -> None:
    inbox: Inbox = queue.SimpleQueue()
    around = air()
    thread = RadioThread(inbox.put, time.monotonic, around)
    near, far = around.dice
    far.take_away()
    thread.connect(far.address, CHANNELS["godice"])
    assert inbox.get(timeout=5).kind == "failed"
    connected(inbox, near, thread)
    near.take_away()
    assert inbox.get(timeout=5).kind == "lost"
    thread.close()


def test_a_die_that_talks_otherwise_is_no_such_die() -> None:
    inbox: Inbox = queue.SimpleQueue()
    around = air()
    thread = RadioThread(inbox.put, time.monotonic, around)
    thread.connect(around.dice[0].address, CHANNELS["pixels"])
    news = inbox.get(timeout=5)
    assert (news.kind, news.text) == ("failed", "it does not talk as such a die does")
    thread.close()


def test_without_bleak_there_is_a_fault_that_says_what_to_do() -> None:
    def missing() -> object:
        raise ImportError

    inbox: Inbox = queue.SimpleQueue()
    original, radio_room.imported = radio_room.imported, missing
    try:
        thread = RadioThread(inbox.put)
        assert inbox.get(timeout=5).text == NO_BLEAK
    finally:
        radio_room.imported = original
    thread.scan(True)
    thread.close()


def test_without_an_adapter_there_is_a_fault() -> None:
    class NoAdapter:
        exc = SimpleNamespace(BleakError=BleakError)

        def BleakScanner(self, call: object) -> object:  # noqa: N802 - as in bleak
            async def start() -> None:
                raise BleakError("No powered Bluetooth adapters found.")

            async def stop() -> None:
                """Nothing has begun."""

            return SimpleNamespace(start=start, stop=stop)

    inbox: Inbox = queue.SimpleQueue()
    for explain, text in ((str, "No powered Bluetooth adapters found."), (blocked, "blocked: do")):
        thread = RadioThread(inbox.put, time.monotonic, NoAdapter(), explain)
        thread.scan(True)
        assert inbox.get(timeout=5).text == f"no Bluetooth: {text}"
        thread.close()


def blocked() -> str:
    return "blocked: do"


def test_bleak_has_everything_that_is_called() -> None:
    inspect.signature(bleak.BleakScanner).bind(print)
    inspect.signature(bleak.BleakClient).bind("AA", disconnected_callback=print, timeout=1.0)
    inspect.signature(bleak.BleakClient.start_notify).bind(None, "uuid", print)
    inspect.signature(bleak.BleakClient.write_gatt_char).bind(None, "x", b"", response=True)
    for name in ("connect", "disconnect", "services"):
        assert hasattr(bleak.BleakClient, name)
    for name in ("start", "stop"):
        assert hasattr(bleak.BleakScanner, name)
    assert bleak.exc.BleakError is BleakError
