"""The doctor's check of framebuffers, on fake machines."""

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from hardware.doctor import Finding, Installation, checks, examine
from hardware.wiring.wiring import Wiring, load
from tests.hardware.doctor.fake_pi import GROUPS, HOME, FakePi, healthy

PANEL, SCREEN = load("generic"), load("framebuffer")
HERE = "/dev/fb0 (vc4drmfb, 800x480)"
CONSOLE = "/sys/class/vtconsole/vtcon1"


def connected(machine: FakePi, node: str = "fb0", depth: int = 32) -> FakePi:
    """Return ``machine`` with a screen, and the console of the kernel on it."""
    facts = {"name": "vc4drmfb\n", "virtual_size": "800,480\n", "bits_per_pixel": f"{depth}\n"}
    texts = {f"/sys/class/graphics/{node}/{name}": text for name, text in facts.items()}
    texts |= {f"{CONSOLE}/name": "(M) frame buffer device\n", f"{CONSOLE}/bind": "1\n"}
    present = machine.present | {f"/sys/class/graphics/{node}", f"/dev/{node}", CONSOLE}
    return replace(machine, present=present, texts={**machine.texts, **texts})


def probed(machine: FakePi, wiring: Wiring) -> dict[str, Finding]:
    found = examine(checks(wiring), Installation(machine, wiring, Path(HOME)))
    return {check.name: finding for check, finding in found}


def finding(machine: FakePi, wiring: Wiring) -> Finding:
    return probed(machine, wiring)["framebuffer"]


def test_a_table_with_a_panel_needs_no_framebuffer_and_is_told_of_those_that_are_there() -> None:
    assert finding(healthy(), PANEL).text == "the display has no framebuffer"
    told = finding(connected(healthy()), PANEL)
    assert told.state == "not needed"
    assert told.text == (
        "/dev/fb0 (vc4drmfb, 800x480) is not used: the profile framebuffer shows the table on it"
    )


def test_a_screen_with_the_console_on_it_is_good_and_the_console_is_named() -> None:
    found = finding(connected(healthy()), SCREEN)
    assert (found.state, found.text) == (
        "ok",
        f"{HERE}; the console of the Pi writes on it too: add fbcon=map:9 to cmdline.txt",
    )


def test_a_console_that_is_elsewhere_is_not_named() -> None:
    machine = connected(healthy())
    texts = {**machine.texts, "/proc/cmdline": "root=PARTUUID=1-2 fbcon=map:9 rootwait\n"}
    assert finding(replace(machine, texts=texts), SCREEN).text == "/dev/fb0 (vc4drmfb, 800x480)"


def test_without_a_screen_it_says_what_to_do() -> None:
    found = finding(healthy(), SCREEN)
    assert (found.state, found.text) == ("failed", "there is no /dev/fb0")
    assert found.advice.startswith("connect the screen before the Pi is switched on")


def test_a_screen_with_another_number_is_named() -> None:
    found = finding(connected(healthy(), "fb1"), SCREEN)
    assert found.text == "there is no /dev/fb0, but /dev/fb1 (vc4drmfb, 800x480)"
    assert found.advice == 'write device = "vc4drmfb" into [display] of the wiring'


def test_pixels_without_colours_fail() -> None:
    found = finding(connected(healthy(), depth=8), SCREEN)
    assert found.state == "failed"
    assert "has 8 bits a pixel, expected 16, 24 or 32" in found.text


def test_a_user_who_may_not_use_the_screen_is_told_the_group() -> None:
    machine = connected(healthy())
    assert "usermod -aG video" in probed(machine, SCREEN)["groups"].advice
    able = replace(machine, in_groups=(*GROUPS, "video"), of_groups=(*GROUPS, "video"))
    assert probed(able, SCREEN)["groups"].state == "ok"


def test_a_screen_is_found_by_the_name_of_its_driver_and_its_group_is_told() -> None:
    named = structs.replace(SCREEN, display=structs.replace(SCREEN.display, device="vc4drmfb"))
    machine = connected(healthy(), "fb1")
    assert finding(machine, named).text.startswith("/dev/fb1 (vc4drmfb, 800x480)")
    assert "/dev/fb1" in probed(machine, named)["groups"].text
