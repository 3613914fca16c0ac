from collections.abc import Iterator

import pytest

from tests.hardware.firmware.pico import Pico


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pico]:
    pico = Pico(monkeypatch)
    yield pico
    pico.close()
