"""``tableside export``: the games of a table as records, a text file each or as lines of JSON."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from firmware_host.errors import UsageError, reason
from firmware_host.session.export import records
from games.record import Record, write
from games.record_json import to_json
from games.replay import Catalogue

GOOD = 0
STANDARD_OUTPUT: Final = Path("-")


def export(
    kept: Path, folder: Path, catalogue: Catalogue, say: Callable[[str], object] = print
) -> int:
    """Write the games in the state folder ``kept`` into ``folder``, or say them as JSON for ``-``.

    Return the exit code. ExportError if there is no game; UsageError if ``folder`` cannot be
    written, or if one of the files is there already.
    """
    found = records(kept, catalogue)
    if folder == STANDARD_OUTPUT:
        for record in found:
            say(to_json(record))
        return GOOD
    try:
        _write_files(found, folder, say)
    except OSError as error:
        # a card that is full does not say which file it has no room for
        raise UsageError(
            f"{error.filename or folder}: cannot be written: {reason(error)}"
        ) from None
    return GOOD


def _write_files(found: Sequence[Record], folder: Path, say: Callable[[str], object]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, record in enumerate(found, 1):
        path = folder / f"{record.date or 'undated'}-{record.game}-{number}.txt"
        with path.open("x", encoding="utf-8") as file:
            file.write(write(record))
        say(str(path))
