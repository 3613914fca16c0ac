"""The KiCad of a system of its own: ``python -m tests.hardware.parts.cached_kicad FOLDER``.

That system is built once: ``python -m tests.deb.roots trixie-kicad``. The command makes the circuit
board in ``FOLDER``, and renews the files of the manual that come from it.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Final

from hardware.parts.kicad import MADE, make
from tests.deb import roots

DOCS: Final = Path(__file__).parents[3] / "docs"
PUBLISHED: Final = {
    name: DOCS / ("pictures/parts" if name.endswith(".png") else "builders/reader") / name
    for name in MADE
}
"""Where the manual has what a board maker needs, and the picture."""


@contextmanager
def unpacked() -> Iterator[Path]:
    """Give the folder of the system with KiCad, until it is no longer needed."""
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "-C", folder, "-xf", roots.tar_of(roots.KICAD)], check=True)
        yield Path(folder)


if __name__ == "__main__":
    with unpacked() as root:
        make(made := Path(sys.argv[1]), root)
    for name, path in PUBLISHED.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        copyfile(made / name, path)
        print(path)
