"""``tableside speech``: what there is to record."""

from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.features.speech import cli as speech


def test_what_is_not_recorded_yet_is_listed_with_the_names_of_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "sentences", lambda *_: ["Белые.", "Затем нажмите окей."])
    arguments = ["speech", "squadro", "--language", "ru"]
    assert main(arguments) == 0
    every = capsys.readouterr().out
    assert every == "ru/белые.wav\tБелые.\nru/затем-нажмите-окей.wav\tЗатем нажмите окей.\n"
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru" / "белые.wav").touch()
    assert main([*arguments, "--recordings", str(tmp_path)]) == 0
    assert capsys.readouterr().out == every.splitlines(keepends=True)[1]
