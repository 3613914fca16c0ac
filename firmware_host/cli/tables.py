"""Tables for other programs, a row for each game and a column for each fact: CSV or Parquet."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import Extra

Row = Mapping[str, Any]

PARQUET: Final = Extra("parquet", ("pyarrow",), "a table as Parquet")


def as_csv(rows: Sequence[Row]) -> bytes:
    """Return ``rows`` as comma-separated values (RFC 4180); what is not known is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns_of(rows))
    writer.writeheader()
    writer.writerows({key: _written(value) for key, value in row.items()} for row in rows)
    return text.getvalue().encode()


def as_parquet(rows: Sequence[Row]) -> bytes:
    """Return ``rows`` as a Parquet file; HostError without the package that writes it.

    An option whose values are of several types is a column of text.
    """
    PARQUET.check()
    columns = {name: _alike([row.get(name) for row in rows]) for name in columns_of(rows)}
    file = io.BytesIO()
    table = import_module("pyarrow").table(columns)
    import_module("pyarrow.parquet").write_table(table, file, compression="zstd")
    return file.getvalue()


FORMS: Final[Mapping[str, Callable[[Sequence[Row]], bytes]]] = {
    "csv": as_csv,
    PARQUET.name: as_parquet,
}
"""What writes a table, by its form, with which the name of the file ends."""


def form_of(path: Path) -> str:
    """Return the form of the table that is to be in the file ``path``, by its name.

    UsageError if it ends with none; HostError without the package that writes it.

    >>> form_of(Path("games.csv"))
    'csv'
    """
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise UsageError(f"{path}: expected a name that ends with .{' or .'.join(FORMS)}")
    if form == PARQUET.name:
        PARQUET.check()
    return form


def columns_of(rows: Iterable[Row]) -> Sequence[str]:
    """Return the columns of all ``rows`` in the order in which they first come.

    >>> columns_of([{"game": "a"}, {"game": "b", "turns": 3}])
    ['game', 'turns']
    """
    return list(dict.fromkeys(name for row in rows for name in row))


def _alike(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values if value is not None}
    return values if len(kinds) < 2 else [_written(value) for value in values]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
