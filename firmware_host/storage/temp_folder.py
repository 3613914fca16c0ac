"""A folder for one run, of which nothing is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.storage.state_folder import hold


@contextmanager
def scratch() -> Iterator[Path]:
    """Hold a new and empty state folder while the ``with`` block runs; it is gone after that."""
    with TemporaryDirectory(prefix="tableside-") as name, hold(Path(name)) as folder:
        yield folder
