"""What the tests of the real program share: the program, installed once."""

import pytest

from tests.real.installed import Program, install


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, installed from its wheel; all processes of the tests share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    return install(shared / "installed")
