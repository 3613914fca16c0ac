from pathlib import Path

import pytest

from tests.firmware_host.features.speech.bench import PERIOD, Ears


def test_sound_is_that_of_the_next_program_and_silence_the_end_of_the_one_before(
    tmp_path: Path,
) -> None:
    path = tmp_path / "heard"
    path.write_text("7 1.0\n7 1.1\n7 1.25\n8 1.5\n8 1.6\n", encoding="utf-8")
    ears = Ears(path)
    assert ears.wait(since=1.2) == 1.5
    assert ears.silent(since=1.2) == pytest.approx(0.05 + PERIOD)
    assert ears.silent(since=1.4) == 0.0
