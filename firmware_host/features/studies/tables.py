"""The games of a study as one table for other programs, as CSV or Parquet.

A row is a game, and each of its facts has a column: docs/studies/run.md explains them.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_host.cli.parser import Extra

if TYPE_CHECKING:
    from firmware_host.features.studies.metrics import MeasuredGame
    from firmware_host.features.studies.running import CellRun

Row = Mapping[str, Any]

PARQUET: Final = Extra("parquet", ("pyarrow",), "a table as Parquet")


def rows_of(runs: "Sequence[CellRun]") -> Iterator[Row]:
    """Yield a row for each game of ``runs``, all with the same columns."""
    sides = max(len(run.match.teams) for run in runs)
    for run in runs:
        of_cell = _cell(run)
        for game in run.sample().games:
            yield {**of_cell, **_game(run, game), **_shares(run, game, sides)}


def as_csv(rows: Sequence[Row]) -> bytes:
    """Return ``rows`` as comma-separated values (RFC 4180); what is not known is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows({key: _written(value) for key, value in row.items()} for row in rows)
    return text.getvalue().encode()


def as_parquet(rows: Sequence[Row]) -> bytes:
    """Return ``rows`` as a Parquet file; HostError without the package that writes it.

    An option whose values are of several types is a column of text.
    """
    PARQUET.check()
    columns = {name: _alike([row[name] for row in rows]) for name in rows[0]}
    file = io.BytesIO()
    table = import_module("pyarrow").table(columns)
    import_module("pyarrow.parquet").write_table(table, file, compression="zstd")
    return file.getvalue()


class TableForm(NamedTuple):
    """What writes a table of this form, and the bytes ``own`` by which one is known again."""

    write: Callable[[Sequence[Row]], bytes]
    own: bytes


TABLES: Final[Mapping[str, TableForm]] = {
    "csv": TableForm(as_csv, b"first_player,other_players"),
    "parquet": TableForm(as_parquet, b"PAR1"),
}
"""The forms of tables by their names, with which the names of the files end."""


def _cell(run: "CellRun") -> Row:
    cell, match = run.cell, run.match
    options = {f"option_{name}": value for name, value in match.game.options.items()}
    facts = {"game": cell.game, "seed": cell.seed, "most_turns": cell.turns}
    return {**facts, "sides": len(match.teams), **options}


def _game(run: "CellRun", game: "MeasuredGame") -> Row:
    first, *others = run.match.names
    return {
        "first_player": first,
        "other_players": ",".join(others) or first,
        "first_player_side": run.match.place(game.number),
        "number": game.number,
        "turns": game.turns,
        "is_cut": game.is_cut,
        "lead_changes": game.lead_changes,
        "drama": game.drama,
        "captures": game.captures,
    }


def _shares(run: "CellRun", game: "MeasuredGame", sides: int) -> Row:
    """Return what each side has of the point; None for a side that this game does not have."""
    here = len(run.match.teams)
    return {f"share_{side}": game.share(side) if side < here else None for side in range(sides)}


def _alike(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values if value is not None}
    return values if len(kinds) < 2 else [_written(value) for value in values]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
