"""The doctor's check of keyboards, on fake machines."""

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from hardware.doctor import Finding, Installation, checks, examine
from hardware.wiring.wiring import Wiring, load
from tests.hardware.doctor.fake_pi import HOME, FakePi, healthy
from tests.hardware.input.keyboards.plugged import KEYBOARD_KEYS, bitmap

WITHOUT = load("generic")
ANY = structs.replace(WITHOUT, keyboards=("*",))
NODE = "/sys/class/input/event0"


def plugged(machine: FakePi) -> FakePi:
    """Return ``machine`` with a keyboard on USB."""
    facts = {
        "name": "Big Keys\n", "id/bustype": "0003\n", "id/vendor": "046d\n",
        "id/product": "c31c\n", "capabilities/key": bitmap(KEYBOARD_KEYS),
    }  # fmt: skip
    texts = {f"{NODE}/device/{name}": text for name, text in facts.items()}
    present = machine.present | {NODE, "/dev/input/event0"}
    return replace(machine, present=present, texts={**machine.texts, **texts})


def probed(machine: FakePi, wiring: Wiring) -> dict[str, Finding]:
    found = examine(checks(wiring), Installation(machine, wiring, Path(HOME)))
    return {check.name: finding for check, finding in found}


def test_without_a_keyboard_and_a_section_none_is_needed() -> None:
    finding = probed(healthy(), WITHOUT)["keyboards"]
    assert (finding.state, finding.text) == (
        "not needed",
        "the wiring has no section [keyboards]",
    )


def test_a_keyboard_that_the_wiring_does_not_name_is_found_and_the_section_told() -> None:
    finding = probed(plugged(healthy()), WITHOUT)["keyboards"]
    assert finding.state == "not needed"
    assert finding.text.startswith("Big Keys (046d:c31c) is not read: write [keyboards] find =")


def test_a_keyboard_that_the_wiring_names_is_ok() -> None:
    assert probed(plugged(healthy()), ANY)["keyboards"] == Finding("ok", "Big Keys (046d:c31c)")


def test_a_keyboard_that_is_missing_fails_and_the_others_are_named() -> None:
    finding = probed(healthy(), ANY)["keyboards"]
    assert (finding.state, finding.text) == ("failed", "expected a keyboard *, found none")
    other = probed(plugged(healthy()), structs.replace(WITHOUT, keyboards=("Small Keys",)))[
        "keyboards"
    ]
    assert "found Big Keys (046d:c31c)" in other.text


def test_who_may_not_read_the_keyboard_is_told_the_group() -> None:
    machine = plugged(healthy())
    locked = replace(machine, locked=frozenset({"/dev/input/event0"}))
    finding = probed(locked, ANY)["groups"]
    assert finding.state == "failed"
    assert "/dev/input/event0" in finding.text
    assert finding.advice == "sudo usermod -aG input pat, then log in again"


def test_two_of_the_same_kind_are_told_apart_by_where_they_are_plugged_in() -> None:
    one = plugged(healthy())
    facts = {path.replace("event0", "event1"): text for path, text in one.texts.items()}
    ports = {f"/dev/input/by-path/usb-{n}-event-kbd": f"/dev/input/event{n}" for n in (0, 1)}
    other = NODE.replace("event0", "event1")
    present = one.present | {other, "/dev/input/event1"} | ports.keys()
    two = replace(one, present=present, texts={**facts, **one.texts}, links=ports)
    first, second = (f"Big Keys (046d:c31c, {port})" for port in ports)
    assert probed(two, ANY)["keyboards"] == Finding("ok", f"{first}, {second}")
    named = structs.replace(WITHOUT, keyboards=("/dev/input/by-path/usb-1-*",))
    assert probed(two, named)["keyboards"] == Finding("ok", "Big Keys (046d:c31c)")
    absent = structs.replace(WITHOUT, keyboards=("/dev/input/by-path/usb-2-*",))
    assert f"found {first}, {second}" in probed(two, absent)["keyboards"].text
