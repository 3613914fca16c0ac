"""The doctor's checks of the link, on fake machines."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from hardware.doctor import DoctorBench, Finding, Installation, checks, examine
from hardware.doctor.attached import answer, lights, serial_ports, tray_sensors
from hardware.simulated import SimulatedPi
from hardware.simulated.serial_peer import SerialPeer
from hardware.wiring.sections import LinkWiring
from hardware.wiring.wiring import Wiring, load
from tests.hardware.doctor.fake_pi import HOME, FakePi, healthy
from tests.hardware.link.bench import KEYS, Device, Hub

SYSFS = "/sys/class/tty"
LINK = LinkWiring(("2e8a:0005",), ("keys",))
WIRING = structs.replace(load("generic"), link=LINK)


def with_port(machine: FakePi, name: str, device: str = "", usb: str = ":") -> FakePi:
    """Return ``machine`` with a serial port; ``device`` is the path from it to its USB device."""
    vendor, product = usb.split(":")
    ids = {"idVendor": f"{vendor}\n", "idProduct": f"{product}\n"} if device else {}
    texts = {f"{SYSFS}/{name}/{device}/{each}": text for each, text in ids.items()}
    present = machine.present | {f"{SYSFS}/{name}", f"/dev/{name}"}
    return replace(machine, present=present, texts={**machine.texts, **texts})


def probed(machine: FakePi, wiring: Wiring = WIRING) -> dict[str, Finding]:
    found = examine(checks(wiring), Installation(machine, wiring, Path(HOME)))
    return {check.name: finding for check, finding in found}


PICO = with_port(healthy(), "ttyACM0", "device/..", "2e8a:0005")
EVERYTHING = with_port(with_port(PICO, "ttyUSB3", "device/../..", "0403:6001"), "ttyAMA0")


def test_without_a_link_no_peer_is_needed() -> None:
    finding = probed(PICO, load("generic"))["link"]
    assert (finding.state, finding.text) == ("not needed", "the wiring has no section [link]")


def test_serial_ports_are_told_with_their_usb_ids() -> None:
    assert serial_ports(EVERYTHING) == {
        "/dev/ttyACM0": "2e8a:0005",
        "/dev/ttyUSB3": "0403:6001",
        "/dev/ttyAMA0": "",
    }


def test_the_port_of_a_peer_is_found_by_its_usb_id_or_its_path() -> None:
    assert probed(EVERYTHING)["link"] == Finding("ok", "/dev/ttyACM0")
    by_path = structs.replace(WIRING, link=LinkWiring(("/dev/ttyUSB*",)))
    assert probed(EVERYTHING, by_path)["link"] == Finding("ok", "/dev/ttyUSB3")


def test_a_missing_port_fails_and_the_other_ports_are_named() -> None:
    finding = probed(with_port(healthy(), "ttyUSB3", "device/../..", "0403:6001"))["link"]
    assert finding.state == "failed"
    assert finding.text == "expected a port 2e8a:0005, found /dev/ttyUSB3 0403:6001"
    assert "docs/firmware.md" in finding.advice
    assert probed(healthy())["link"].text.endswith("found no serial port")


def test_a_port_that_only_another_group_may_use_fails_the_groups() -> None:
    by_path = structs.replace(WIRING, link=LinkWiring(("/dev/ttyACM*",)))
    outside = replace(PICO, in_groups=("pat", "gpio", "i2c"), of_groups=("pat", "gpio", "i2c"))
    found = probed(outside, by_path)
    assert found["groups"].advice == "sudo usermod -aG dialout pat, then log in again"
    assert found["link"] == Finding("skipped", "comes after 'groups'")


class Clock:
    now = 5.0

    def __call__(self) -> float:
        return self.now


def answered(device: Device | None, act: Callable[[Device], None]) -> Finding:
    """Return the finding when ``device`` does ``act`` at each hello."""
    done = 0
    clock, hub = Clock(), Hub(**({"/dev/ttyACM0": device} if device else {}))

    def pause(seconds: float) -> None:
        nonlocal done
        clock.now += seconds
        if device and len(device.heard) > done:
            done = len(device.heard)
            act(device)

    class Nobody:
        def tell(self, text: str) -> None:
            raise AssertionError(text)

        ask = gives_up = tell

    bench = DoctorBench(WIRING, object, object, Nobody(), clock, pause, lambda find: hub)  # type: ignore[arg-type]
    found = answer(bench)
    assert device is None or not device.is_open
    return found


def test_a_peer_that_answers_is_listed_with_what_it_offers() -> None:
    found = answered(Device(), lambda device: device.greet(KEYS, "board=5x5"))
    assert found == Finding("ok", "test/1 e661 on /dev/ttyACM0 brings keys and board")


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda device: None, "/dev/ttyACM0: nothing answers"),
        (lambda device: device.greet(version=3), "speaks version 3 of the protocol"),
        (lambda device: device.greet("board=5x5"), "no peer brings keys"),
    ],
)
def test_a_peer_that_does_not_do_what_is_expected_fails(
    act: Callable[[Device], None], told: str
) -> None:
    found = answered(Device(), act)
    assert found.state == "failed"
    assert told in found.text
    assert found.advice


def test_a_peer_that_is_lost_during_the_check_fails() -> None:
    assert "no serial peer is plugged in" in answered(None, lambda device: None).text


class Looker:
    """Somebody who looks at the lights of ``peer`` until some are on."""

    def __init__(self, peer: SerialPeer, pause: Callable[[float], None]) -> None:
        self.seen: set[tuple[int, int]] = set()
        self._peer, self._pause = peer, pause

    def ask(self, question: str) -> str:
        end = time.monotonic() + 5.0
        while not self._peer.lit and time.monotonic() < end:
            self._pause(0.0)
        self.seen = set(self._peer.lit)
        return "yes"


def test_the_first_and_the_last_light_of_a_board_are_shown() -> None:
    pi = SimulatedPi(load("generic"), time.monotonic, random.Random(1), (3, 2))
    peer = pi.peer
    assert peer is not None

    def pause(_: float) -> None:
        pi.timeline.run_due(time.monotonic())
        peer.update()
        time.sleep(0.001)

    looker = Looker(peer, pause)
    clock = time.monotonic
    bench = DoctorBench(WIRING, object, object, looker, clock, pause, lambda find: peer.cable)  # type: ignore[arg-type]
    assert lights(bench) == Finding("ok", "seen")
    assert looker.seen == {(0, 0), (2, 1)}


def test_without_lights_there_is_nothing_to_see() -> None:
    clock = Clock()

    def pause(seconds: float) -> None:
        clock.now += seconds

    bench = DoctorBench(WIRING, object, object, object(), clock, pause, lambda find: Hub())  # type: ignore[arg-type]
    assert lights(bench).state == "not needed"


def judged(*offers: str, state: tuple[str, ...]) -> Finding:
    """Return the finding on sensors of a peer with ``offers`` that reports ``state``."""
    clock, device = Clock(), Device()
    hub, done = Hub(**{"/dev/ttyACM0": device}), 0

    def pause(seconds: float) -> None:
        nonlocal done
        clock.now += seconds
        if len(device.heard) > done:
            done = len(device.heard)
            device.greet(*offers)
            device.say(" ".join(["sensors", *state]))

    return tray_sensors(
        DoctorBench(WIRING, object, object, object(), clock, pause, lambda find: hub)  # type: ignore[arg-type]
    )


def test_sensors_of_a_tray_that_are_faulty_are_named_with_what_to_do() -> None:
    found = judged("sensors=8x8", state=("uncalibrated", "dead=0000000000100000"))
    assert found.text == "the tray is not calibrated; sensor 20 (row 2, column 4) is dead"
    assert "hall-tray.md" in found.advice
    assert "solder joints" in found.advice


def test_sensors_that_all_work_are_counted() -> None:
    assert judged("sensors=8x8", state=()).text == "64 sensors, none dead, stuck or noisy"
    assert judged("board=5x5", state=()).state == "not needed"
