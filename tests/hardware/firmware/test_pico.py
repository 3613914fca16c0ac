"""``main.py`` itself, in CPython, with a pty for its USB port and fake pins."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from hardware.firmware import settings
from hardware.firmware.pico import WATCHDOG, run
from hardware.firmware.protocol import Splitter, frame
from tests.hardware.firmware import fake_machine
from tests.hardware.firmware.pico import WRAP, Pico

HELLO = frame(0, ["hello", "2", "tableside"])
GREETING = ["hello", "2", "e6614c311b7e6a35", "tableside-pico/2"]
UP, OK = dict(settings.KEYS)["up"], dict(settings.KEYS)["ok"]
CUP = dict(settings.TRAY)["cup"]


def passes(count: int) -> Iterator[None]:
    for _ in range(count):
        yield


def words(heard: Splitter, pico: Pico) -> list[list[str]]:
    said = [each for _, each in heard.feed(pico.heard())]
    assert heard.bad == 0
    return said


def test_keys_pressed_and_a_cup_put_down_come_out_as_frames(pico: Pico) -> None:
    heard = Splitter()

    def hands() -> Iterator[None]:
        pico.say(HELLO)
        yield from passes(20)
        assert words(heard, pico) == [
            [*GREETING, "keys=up,down,left,right,ok,back", "tray=D0,D1,D2,D3,cup"],
            ["keys", "00"],
            ["tray", "00"],
        ]
        fake_machine.levels[UP] = fake_machine.levels[CUP] = 0
        yield from passes(20)
        assert words(heard, pico) == [["tray", "10"], ["keys", "01"]]
        fake_machine.levels[UP], fake_machine.levels[OK] = 1, 0
        yield from passes(20)
        assert words(heard, pico) == [["keys", "10"]]

    pico.run(hands())


def test_noise_cannot_stop_it_and_a_hang_restarts_it(pico: Pico) -> None:
    heard = Splitter()

    def hands() -> Iterator[None]:
        assert pico.interrupt == -1
        assert fake_machine.watchdogs == [WATCHDOG]
        pico.say(b"\x03\x04\x00\xff\n" + HELLO)
        yield from passes(300)
        assert words(heard, pico)[0][0] == "hello"

    pico.run(hands())


def test_a_host_that_does_not_read_does_not_stop_it(pico: Pico) -> None:
    heard = Splitter()

    def hands() -> Iterator[None]:
        for second in range(200):
            pico.say(HELLO)
            yield from passes(200)
            fake_machine.levels[UP] = second % 2
        fake_machine.levels[UP] = 0
        yield from passes(200)
        backlog = words(heard, pico)
        assert 0 < sum(each[0] == "hello" for each in backlog) < 200
        for _ in range(4):
            yield from passes(200)
            backlog += words(heard, pico)
        assert [each for each in backlog if each[0] == "keys"][-1] == ["keys", "01"]

    pico.run(hands())


def test_its_time_continues_when_the_ticks_wrap(pico: Pico) -> None:
    pico.now, heard = WRAP - 700, Splitter()

    def hands() -> Iterator[None]:
        pico.say(HELLO)
        yield from passes(1400)
        assert [each[0] for each in words(heard, pico)] == ["hello", *["keys", "tray"] * 3]

    pico.run(hands())


def test_with_its_service_pin_at_ground_it_does_not_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(fake_machine.levels, settings.SERVICE, 0)
    monkeypatch.setitem(sys.modules, "machine", fake_machine)
    monkeypatch.setitem(sys.modules, "micropython", ModuleType("micropython"))
    run()
    assert capsys.readouterr().out == "GP22 is at ground: the firmware does not run\n"
    assert fake_machine.watchdogs == []
