"""What an order asks of the table, and when it counts as done."""

from types import SimpleNamespace
from typing import cast

import pytest

from firmware_host.web.mirror import TableMirror
from firmware_host.web.orders import HasComeBack


@pytest.mark.parametrize(
    ("connected", "done"),
    [
        ([True, True, True], [False, False, False]),
        ([True, False, False, True], [False, False, False, True]),
        ([False, True, True], [False, True, True]),
        ([False, False], [False, False]),
    ],
)
def test_a_table_has_come_back_once_it_was_away_and_is_there_again(
    connected: list[bool], done: list[bool]
) -> None:
    has_come_back = HasComeBack()
    seen = [
        has_come_back(cast(TableMirror, SimpleNamespace(is_connected=each))) for each in connected
    ]
    assert seen == done
