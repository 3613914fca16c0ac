"""The voice: what is heard, what is silenced, and what happens without programs and devices."""

import os
import random
import sys
import wave
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from subprocess import Popen

import pytest

from firmware_host.app.processes import HelperWords
from firmware_host.features.speech import programs
from firmware_host.features.speech.programs import HELD, Sink
from firmware_host.features.speech.voice import Speaker, Voice, recorded
from firmware_host.table.device import Preferences
from tests.firmware_host.features.speech.by_ear import listener
from tests.firmware_host.features.speech.sounding import (
    FAILING,
    HANGING,
    SINK,
    SYNTHESISER,
    pulled_sink,
    sink,
    synthesise,
    wait_for,
    words,
)

RUNS = 20


@pytest.fixture
def heard(tmp_path: Path) -> Path:
    return tmp_path / "heard"


@pytest.fixture
def faults() -> list[str | None]:
    """What the voice has reported."""
    return []


@pytest.fixture
def voice(heard: Path, faults: list[str | None], tmp_path: Path) -> Iterator[Voice]:
    with closing(Voice(sink(heard), faults.append, tmp_path, synthesise)) as voice:
        yield voice


def record(folder: Path, name: str, samples: bytes, rate: int = 22050) -> None:
    folder.mkdir()
    with wave.open(str(folder / name), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples)


def test_sentences_are_said_one_after_the_other(voice: Voice, heard: Path) -> None:
    voice.say(["Red.", "E 5 to H 5."])
    voice.say(["Then press okay."])
    assert wait_for(lambda: words(heard) == "Red.E 5 to H 5.Then press okay.")


def test_what_waits_is_not_said_after_silence(voice: Voice, heard: Path) -> None:
    voice.say(["one"] * 200)
    assert wait_for(lambda: "one" in words(heard))
    voice.silence()
    voice.say(["two"])
    assert wait_for(lambda: words(heard).endswith("two"))
    assert words(heard).count("one") < 200


def test_a_player_that_takes_its_time_to_end_is_given_nothing_more(
    heard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Sink(sink(heard), lambda: 0.0)) as player:
        player.play(b"1\0", lambda: True)
        assert wait_for(lambda: words(heard) == "1")
        player.silence()
        monkeypatch.setattr(Popen, "poll", lambda process: None)
        player.play(b"2\0", lambda: True)
        assert wait_for(lambda: words(heard) == "12")


def test_a_recorded_sentence_is_played_instead(voice: Voice, heard: Path, tmp_path: Path) -> None:
    record(tmp_path / "en", "then-press-okay.wav", b"!\1!\1")
    voice.say(["Then press okay.", "Red."])
    assert wait_for(lambda: words(heard).replace("\0", "") == "!!Red.")


def test_a_recording_of_another_form_is_refused_and_the_sentence_is_synthesised(
    voice: Voice, heard: Path, tmp_path: Path
) -> None:
    record(tmp_path / "en", "red.wav", b"!\1", rate=48000)
    with pytest.raises(ValueError, match="22050"):
        recorded(tmp_path, "en", "Red.")
    voice.say(["Red."])
    assert wait_for(lambda: words(heard) == "Red.")


def test_without_a_synthesiser_it_is_said_once_what_to_install(
    heard: Path, faults: list[str | None]
) -> None:
    def nothing(preferences: Preferences) -> tuple[str, ...]:
        return ("no-such-espeak",)

    with closing(Voice(sink(heard), faults.append, None, nothing)) as voice:
        voice.say(["one", "two", "three"])
        assert wait_for(lambda: bool(faults))
    assert faults == ["no-such-espeak is not installed: sudo apt install espeak-ng"]


def test_without_a_player_it_is_said_once_what_to_install(faults: list[str | None]) -> None:
    with closing(Voice(("no-such-aplay",), faults.append, None, synthesise)) as voice:
        voice.say(["one", "two", "three"])
        assert wait_for(lambda: bool(faults))
    assert faults == ["no-such-aplay is not installed: sudo apt install alsa-utils"]


def test_a_player_that_cannot_be_started_is_not_said_to_be_missing(
    tmp_path: Path, faults: list[str | None]
) -> None:
    player = tmp_path / "aplay"
    player.write_text("not a program", "utf-8")
    with closing(Voice((str(player),), faults.append, None, synthesise)) as voice:
        voice.say(["one"])
        assert wait_for(lambda: bool(faults))
    assert faults == [f"{player} cannot be started: Permission denied"]


def test_what_is_silenced_does_not_bring_a_missing_player_back(faults: list[str | None]) -> None:
    with closing(Voice(("no-such-aplay",), faults.append, None, synthesise)) as voice:
        voice.say(["one"])
        assert wait_for(lambda: bool(faults))
        for _ in range(50):
            voice.say(["two"])
            voice.silence()
    assert len(faults) == 1


def test_the_voice_that_is_chosen_is_that_of_espeak() -> None:
    chosen = Preferences().but(
        {"language": "ru", "voice": "high", "speech_rate": "fast", "speech_volume": "full"}
    )
    assert programs.command(chosen)[2:] == ("-v", "ru+f3", "-s", "220", "-a", "180")


def notices(voice: Voice, faults: list[str | None], is_pulled: bool) -> bool:
    """Return whether the last that ``voice`` has reported is that the device is pulled or not.

    It says something, as a game that is played faster than anybody speaks is silenced by each key.
    """
    voice.say(["Red."])
    return bool(faults and faults[-1]) == is_pulled


@pytest.mark.deep
def test_a_game_goes_on_while_the_sound_device_is_pulled_and_returned(
    tmp_path: Path, heard: Path, faults: list[str | None]
) -> None:
    pulled, chance = tmp_path / "pulled", random.Random(5)
    for run in range(RUNS):
        with ExitStack() as stack:
            folder = tmp_path / str(run)
            folder.mkdir()
            player = stack.enter_context(listener("squadro", "en", folder))
            play = pulled_sink(heard, pulled)
            voice = stack.enter_context(closing(Voice(play, faults.append, None, synthesise)))
            speaker = Speaker(voice)
            player.world.app.observers.watch(speaker, "speech")
            for turns in (2, 4, 6, 8):
                player.play(turns)
                if chance.random() < 0.5:
                    pulled.touch()
                else:
                    pulled.unlink(missing_ok=True)
                assert wait_for(partial(notices, voice, faults, pulled.exists()))
            pulled.unlink(missing_ok=True)
            assert wait_for(partial(notices, voice, faults, False))
            assert player.wrong == []
            assert player.world.app.is_saved
    back = faults.count(None)
    assert len(faults) == 2 * back > RUNS
    print(f"{RUNS} runs: pulled {back} times, and returned as often")


class Hurried:
    """A clock on which a second passes at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def while_there(file: Path) -> str:
    """Return the beginning of a program that hangs while there is a ``file``."""
    return f"import os\nif os.path.exists({str(file)!r}):\n    exec({HANGING!r})\n"


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", text)


def test_a_player_that_hangs_is_told_and_started_anew(heard: Path, tmp_path: Path) -> None:
    hangs = tmp_path / "hangs"
    hangs.touch()
    command = (*program(f"{while_there(hangs)}{SINK}"), str(heard))
    faults = list[str | None]()
    with closing(Voice(command, faults.append, None, synthesise, Hurried())) as voice:
        voice.say(["x" * HELD])
        assert wait_for(lambda: bool(faults))
        hangs.unlink()
        voice.say(["after"])
        assert wait_for(lambda: "after" in words(heard))
        assert wait_for(lambda: faults[-1] is None)
    assert "takes no sound any more" in str(faults[0])


def test_a_synthesiser_that_hangs_is_told_and_started_anew(heard: Path, tmp_path: Path) -> None:
    hangs = tmp_path / "hangs"
    hangs.touch()

    def hanging(preferences: Preferences) -> tuple[str, ...]:
        return program(f"{while_there(hangs)}{SYNTHESISER}")

    faults = list[str | None]()
    with closing(Voice(sink(heard), faults.append, None, hanging, Hurried())) as voice:
        voice.say(["one"])
        assert wait_for(lambda: bool(faults))
        hangs.unlink()
        voice.say(["two"])
        assert wait_for(lambda: "two" in words(heard))
    assert faults[0] == "espeak-ng says nothing any more, and is started again"


def test_what_a_player_complains_of_is_part_of_the_fault_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults = list[str | None]()
    with closing(Voice(program(FAILING), faults.append, None, synthesise)) as voice:
        for _ in range(3):
            voice.say(["one"])
            assert wait_for(lambda: bool(faults))
            voice.silence()
    assert str(faults[0]).endswith("ended with 1: audio open error: No such file or directory)")
    assert caplog.messages.count("aplay: audio open error: No such file or directory") == 1


def test_a_helper_that_never_stops_complaining_costs_little(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with closing(HelperWords("talker")) as said:
        for number in range(2_000):
            os.write(said.output, b"again and again \x1b[31m\n" if number % 2 else b"x" * 9 + b"\n")
        os.write(said.output, b"the last\n")
        assert wait_for(lambda: said.last(0.0) == "the last")
    assert caplog.messages == [
        "talker: xxxxxxxxx", "talker: again and again \\x1b[31m", "talker: the last",
    ]  # fmt: skip
