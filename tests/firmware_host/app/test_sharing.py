"""A table that is shared with a web server of its own."""

import socket
from pathlib import Path

import pytest

from firmware_host.app.request import Sharing
from firmware_host.app.sharing import SharingError, share
from firmware_host.base.errors import UsageError
from firmware_host.remote.requests import RequestInbox
from firmware_host.table.observers import Observers
from tests.served import free_port, page


def test_a_table_with_an_address_has_a_page_that_ends_with_it(tmp_path: Path) -> None:
    port = free_port()
    address = f"127.0.0.1:{port}"
    with share(Sharing(tmp_path / "s", address), Observers(), RequestInbox(), tmp_path):
        assert b"<!doctype html>" in page(port).lower()
    assert not (tmp_path / "s").exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_a_socket_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SharingError, match="cannot be made: No such file or directory: give ano"):
        share(Sharing(tmp_path / "none" / "s"), Observers(), RequestInbox(), tmp_path)
    with pytest.raises(UsageError, match="expected 107 bytes at most, got"):
        share(Sharing(tmp_path / ("x" * 110)), Observers(), RequestInbox(), tmp_path)
