"""The real espeak-ng and the real aplay, with ALSA's own devices that need no sound card.

ALSA's plugin ``file`` writes what is played into a file and hands it to its plugin ``null``. The
tests are skipped, and say what to install, where a program is missing.
"""

import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from firmware_host.features.speech import programs
from firmware_host.features.speech.voice import Speaker, Voice
from firmware_host.table.device import Preferences
from hardware.speaker import PLAYER, SAMPLES_A_SECOND, play_command
from tests.firmware_host.features.speech.by_ear import listener
from tests.firmware_host.features.speech.sounding import wait_for

RUNS = 20
DEVICE = "tableside"
PLUGGED = """
pcm.{device} {{ type file slave.pcm "nothing" file "|cat >> {heard}" format "raw" }}
pcm.nothing {{ type null }}
"""
SOON = 0.05
"""A device that does not work is tried again after so many seconds: nobody waits for it here."""

PULLED = "# no device\n"
MISSING = [name for name in (programs.PROGRAM, PLAYER) if shutil.which(name) is None]
BYTES_A_SECOND = 2 * SAMPLES_A_SECOND

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"NO REAL SOUND TESTED: {' and '.join(MISSING)} missing: "
    f"sudo apt install {programs.PROGRAM} {programs.PACKAGE}",
)


class SoundCard:
    """A sound device of ALSA in ``folder`` that may be pulled out and returned."""

    def __init__(self, folder: Path) -> None:
        self.settings, self._heard = folder / "asoundrc", folder / "heard"
        self.plug()

    def plug(self) -> None:
        """Let the device be there."""
        self.settings.write_text(PLUGGED.format(device=DEVICE, heard=self._heard))

    def pull(self) -> None:
        """Let the device be gone for every program that opens it from now on."""
        self.settings.write_text(PULLED)

    @property
    def heard(self) -> bytes:
        """The samples that were played."""
        return self._heard.read_bytes() if self._heard.exists() else b""


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SoundCard:
    made = SoundCard(tmp_path)
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(made.settings))
    monkeypatch.setattr(programs, "TRY_SECONDS", SOON)
    return made


@pytest.fixture
def faults() -> list[str | None]:
    return []


@pytest.fixture
def voice(card: SoundCard, faults: list[str | None]) -> Iterator[Voice]:
    with closing(Voice(play_command(DEVICE), faults.append)) as voice:
        yield voice


def synthesised(sentence: str, preferences: Preferences) -> bytes:
    """Return the sound of ``sentence`` from a synthesiser of its own, without silence around it."""
    command = programs.command(preferences)
    made = subprocess.run(command, input=sentence.encode(), stdout=subprocess.PIPE, check=True)
    return made.stdout[programs.HEADER :].strip(b"\0")


@pytest.mark.parametrize(("language", "sentence"), [("en", "Red."), ("ru", "Красные.")])
def test_what_is_said_arrives_at_the_device_sample_by_sample(
    language: str, sentence: str, voice: Voice, card: SoundCard, faults: list[str | None]
) -> None:
    preferences = Preferences(language=language)
    voice.say([sentence], preferences)
    wanted = synthesised(sentence, preferences)
    assert len(wanted) > BYTES_A_SECOND // 5
    assert wait_for(lambda: len(card.heard.strip(b"\0")) >= len(wanted))
    assert card.heard.strip(b"\0") == wanted
    assert faults == []


def notices(voice: Voice, faults: list[str | None], is_pulled: bool) -> bool:
    """Return whether the last that ``voice`` has reported is that the device is pulled or not."""
    voice.say(["Red."])
    return bool(faults and faults[-1]) == is_pulled


def move(card: SoundCard, voice: Voice, faults: list[str | None], is_pulled: bool) -> None:
    """Pull the device or return it, and wait until the voice has noticed; a key silences it."""
    (card.pull if is_pulled else card.plug)()
    voice.silence()
    assert wait_for(partial(notices, voice, faults, is_pulled))


def test_a_device_that_is_pulled_is_told_once_and_speaks_again_when_it_is_back(
    voice: Voice, card: SoundCard, faults: list[str | None]
) -> None:
    voice.say(["Red."])
    assert wait_for(lambda: bool(card.heard))
    move(card, voice, faults, is_pulled=True)
    voice.silence()
    before = len(card.heard)
    move(card, voice, faults, is_pulled=False)
    assert wait_for(lambda: len(card.heard) > before)
    told, back = faults
    assert f"-D {DEVICE}" in str(told)
    assert back is None


def test_a_game_is_spoken_to_the_device(
    voice: Voice, card: SoundCard, faults: list[str | None], tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    with listener("squadro", "en", tmp_path / "kept") as player:
        player.world.app.observers.watch(Speaker(voice), "speech")
        player.play(1)
        assert wait_for(lambda: bool(card.heard))
        assert player.wrong == []
    assert faults == []


@pytest.mark.deep
def test_twenty_games_go_on_while_the_real_device_is_pulled_and_returned(
    card: SoundCard, faults: list[str | None], tmp_path: Path
) -> None:
    chance = random.Random(6)
    for run in range(RUNS):
        (tmp_path / str(run)).mkdir()
        with (
            listener("squadro", "en", tmp_path / str(run)) as player,
            closing(Voice(play_command(DEVICE), faults.append)) as voice,
        ):
            player.world.app.observers.watch(Speaker(voice), "speech")
            for turns in (2, 4, 6):
                player.play(turns)
                move(card, voice, faults, is_pulled=chance.random() < 0.5)
            move(card, voice, faults, is_pulled=False)
            assert player.wrong == []
            assert player.world.app.is_saved
    pulled = sum(fault is not None for fault in faults)
    assert pulled == faults.count(None) > RUNS // 2
    print(f"{RUNS} runs: the device was pulled {pulled} times, and returned as often")
