"""Tables for other programs: what is in a cell comes back, in both forms."""

import csv
import io
from importlib.util import find_spec
from pathlib import Path

import pytest

from firmware_host.base.errors import HostError, UsageError
from firmware_host.cli.tables import as_csv, as_parquet, form_of

needs_pyarrow = pytest.mark.skipif(
    find_spec("pyarrow") is None, reason="needs pyarrow: make test-deep installs it"
)


def test_a_text_with_commas_quotes_and_lines_comes_back_as_it_was() -> None:
    text = 'one, "two"\nthree'
    (row,) = csv.DictReader(as_csv([{"text": text, "none": None}]).decode().splitlines(True))
    assert row == {"text": text, "none": ""}


@needs_pyarrow
def test_values_of_several_types_are_a_column_of_text() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    read = parquet.read_table(io.BytesIO(as_parquet([{"a": 1}, {"a": "x"}, {"a": None}])))
    assert read.column("a").to_pylist() == ["1", "x", ""]


def test_a_column_that_a_row_does_not_have_is_empty_there() -> None:
    assert as_csv([{"a": 1}, {"a": 2, "b": True}]).decode().split() == ["a,b", "1,", "2,true"]


def test_a_name_without_a_form_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"^games.txt: expected a name that ends with .csv or "):
        form_of(Path("games.txt"))


def test_without_the_package_parquet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.cli.parser.find_spec", lambda name: None)
    with pytest.raises(HostError, match="a table as Parquet needs pyarrow"):
        form_of(Path("games.parquet"))
