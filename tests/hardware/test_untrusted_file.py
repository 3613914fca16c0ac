"""Whatever has the name of a file: it is read if it is one, and else refused at once."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from hardware.untrusted_file import (
    open_untrusted,
    open_untrusted_text,
    read_untrusted,
    read_untrusted_text,
)


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


OTHERS: Final[dict[str, Callable[[Path], None]]] = {
    "it is a pipe, not a file": a_pipe,
    "it is a socket, not a file": a_socket,
    "it is a device, not a file": a_device,
    "Is a directory": Path.mkdir,
}


@pytest.mark.parametrize("why", OTHERS)
@pytest.mark.parametrize("opening", [open_untrusted, open_untrusted_text])
def test_what_is_not_a_file_is_refused_without_waiting(
    opening: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "plan"
    OTHERS[why](path)
    with pytest.raises(OSError, match=why) as error:
        opening(path)
    assert error.value.strerror == why


def test_a_device_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[object]()
    monkeypatch.setattr(os, "open", lambda *arguments: opened.append(arguments))
    with pytest.raises(OSError, match="device"):
        open_untrusted(Path("/dev/zero"))
    assert opened == []


def test_a_file_is_read_up_to_its_bound_and_not_beyond(tmp_path: Path) -> None:
    path = tmp_path / "plan"
    path.write_bytes(b"twelve bytes")
    assert read_untrusted(path, 12) == b"twelve bytes"
    assert read_untrusted_text(path, 12) == "twelve bytes"
    with pytest.raises(OSError, match="it is longer than 11 bytes"):
        read_untrusted(path, 11)


def test_a_pipe_that_was_handed_over_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    out, into = os.pipe()
    os.write(into, b"a record")
    os.close(into)
    assert read_untrusted(Path(f"/dev/fd/{out}"), 100) == b"a record"
    os.close(out)


def test_a_link_is_refused_where_links_are_not_wanted(tmp_path: Path) -> None:
    path = tmp_path / "plan"
    path.symlink_to(__file__)
    with open_untrusted(path) as file:
        assert file.readline().startswith(b'"""')
    with pytest.raises(OSError, match="symbolic links"):
        open_untrusted(path, os.O_NOFOLLOW)
