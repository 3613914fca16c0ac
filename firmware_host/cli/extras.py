"""The packages that only some commands need; each set is installed as an extra of the program."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from firmware_host.base.errors import HostError, how_to_install

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "web": ("starlette", "uvicorn", "websockets", "segno", "markdown_it"),
    "fleet": ("aiomqtt",),
}
"""The packages of each extra, by their names in Python."""

NEEDED_BY: Final = {"web": "the web server", "fleet": "a fleet"}


def check_installed(extra: str) -> None:
    """Raise HostError if a package of ``extra`` is missing; it says how to install them."""
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        needs = f"{NEEDED_BY[extra]} needs {', '.join(missing)}"
        raise HostError(f"{needs}: {how_to_install(extra)}")
