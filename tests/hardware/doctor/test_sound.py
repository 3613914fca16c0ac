"""The doctor's checks of speech, on fake machines."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.doctor import Finding, Installation, System, checks, checks_beside_table, examine
from hardware.doctor.system import Ran
from hardware.speaker import USUAL_DEVICE
from hardware.wiring.wiring import load
from tests.hardware.doctor.fake_pi import HOME, FakePi, healthy

WIRING = load("generic")
PLAYER = "/dev/snd/pcmC0D0p"
PROGRAMS = ("/usr/bin/espeak-ng", "/usr/bin/aplay")
CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [Device         ]: USB-Audio - USB Audio Device
"""


def speaking() -> FakePi:
    """Return a machine on which a table can speak, used by somebody who may use its sound."""
    machine = healthy()
    groups = (*machine.in_groups, "audio")
    return replace(
        machine, present=machine.present | {PLAYER, *PROGRAMS},
        texts={**machine.texts, "/proc/asound/cards": CARDS}, in_groups=groups, of_groups=groups,
    )  # fmt: skip


def probed(machine: FakePi, is_speaking: bool = True) -> dict[str, Finding]:
    installation = Installation(machine, WIRING, Path(HOME), USUAL_DEVICE if is_speaking else None)
    return {check.name: finding for check, finding in examine(checks(WIRING), installation)}


def test_a_silent_table_needs_neither_programs_nor_a_sound_card() -> None:
    found = probed(healthy(), is_speaking=False)
    assert {found[name].state for name in ("speech", "sound card")} == {"not needed"}
    assert "doctor --speech" in found["speech"].text


def test_a_table_that_can_speak_is_told_its_devices() -> None:
    found = probed(speaking())
    assert found["speech"] == Finding("ok", "espeak-ng, aplay")
    assert found["sound card"] == Finding("ok", "plughw:CARD=Headphones, plughw:CARD=Device")
    assert found["groups"].state == "ok"


def test_a_missing_program_is_named_with_the_package_that_has_it() -> None:
    finding = probed(speaking().without("/usr/bin/aplay"))["speech"]
    assert finding == Finding("failed", "aplay not found", "sudo apt install alsa-utils")
    neither = probed(speaking().without(*PROGRAMS))["speech"]
    assert neither.text == "espeak-ng and aplay not found"
    assert neither.advice == "sudo apt install espeak-ng alsa-utils"


def test_without_a_sound_card_it_says_how_to_get_one() -> None:
    finding = probed(speaking().without(PLAYER))["sound card"]
    assert (finding.state, finding.text) == ("failed", "no sound card")
    assert "dtparam=audio=on" in finding.advice


def test_who_may_not_use_the_sound_card_is_told_the_group() -> None:
    machine = speaking()
    outside = replace(machine, in_groups=healthy().in_groups, of_groups=healthy().of_groups)
    assert probed(outside, is_speaking=False)["groups"].state == "ok"
    finding = probed(outside)["groups"]
    assert PLAYER in finding.text
    assert finding.advice == "sudo usermod -aG audio pat, then log in again"


def test_a_device_that_plays_is_tried_with_a_tone() -> None:
    assert probed(speaking())["tone"] == Finding("ok", "played on default")
    assert probed(speaking(), is_speaking=False)["tone"].state == "not needed"


@pytest.mark.parametrize(
    ("ran", "text"),
    [
        (Ran(1, "aplay: audio open error: Unknown error 524"),
         "aplay ended with 1 (aplay: audio open error: Unknown error 524)"),
        (Ran(None), "aplay takes no sound"),
    ],
)  # fmt: skip
def test_a_device_that_is_listed_and_cannot_work_is_not_good(ran: Ran, text: str) -> None:
    found = probed(replace(speaking(), plays=ran))
    assert found["sound card"].state == "ok"
    assert (found["tone"].state, found["tone"].text) == ("failed", f"no sound on default: {text}")


def test_beside_a_running_table_its_device_is_left_alone() -> None:
    installation = Installation(speaking(), WIRING, Path(HOME), USUAL_DEVICE)
    beside = dict(examine(checks_beside_table(WIRING), installation))
    found = {check.name: finding for check, finding in beside.items()}
    assert found["tone"].state == "skipped"


def test_a_program_is_run_as_it_is_and_ended_when_it_hangs() -> None:
    python = (sys.executable, "-S", "-c")
    fails = (*python, "import sys; sys.stdin.read(); sys.exit('no such device')")
    assert System().run(fails, bytes(100_000), 60.0) == Ran(1, "no such device")
    assert System().run((*python, "import time; time.sleep(60)"), b"", 0.2).code is None
    assert System().run(("no-such-player",), b"", 1.0).code == 127
