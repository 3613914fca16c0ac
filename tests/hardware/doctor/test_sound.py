"""The doctor's checks of speech, on fake machines."""

from dataclasses import replace
from pathlib import Path

from hardware.doctor import Finding, Installation, checks, examine
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
    installation = Installation(machine, WIRING, Path(HOME), is_speaking)
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
