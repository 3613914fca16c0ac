"""``tableside stats``: what records of games, or the games that this table has kept, tell."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from firmware_host.session.export import records
from firmware_host.stats.plot import plot
from firmware_host.stats.report import report
from firmware_host.stats.tally import tallies
from firmware_host.storage.record_files import LocatedRecord, load_all
from games.replay import Catalogue

GOOD = 0


def stats(
    played: Iterable[LocatedRecord],
    catalogue: Catalogue,
    picture: Path | None = None,
    say: Callable[[str], object] = print,
) -> int:
    """Say what the records ``played`` tell, and draw the throws into the file ``picture``.

    Return the exit code. ReplayError as :func:`~firmware_host.stats.tally.tallies`; PlotError and
    UsageError as :func:`~firmware_host.stats.plot.plot`.
    """
    counted = tallies(played, catalogue)
    say("\n".join(report(counted)).rstrip())
    if picture is not None:
        plot(counted, picture)
        say(f"\n{picture}: written")
    return GOOD


def read(paths: Sequence[Path], kept: Path, catalogue: Catalogue) -> Iterator[LocatedRecord]:
    """The records in the files at ``paths``; without any, those of the games kept in ``kept``.

    Errors as in :func:`~firmware_host.storage.record_files.load_all` and
    :func:`~firmware_host.session.export.records`.
    """
    if not paths:
        yield from (LocatedRecord(f"{kept}", record) for record in records(kept, catalogue))
    for path in paths:
        yield from load_all(path)
