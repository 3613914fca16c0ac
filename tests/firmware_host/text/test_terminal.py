"""What a terminal cannot show is replaced sign by sign, and the locale is named once."""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import combinations, product
from pathlib import Path

import pytest

from firmware_host.cli import commands
from firmware_host.cli.main import main
from firmware_host.text.terminal import (
    SAME_WIDTH,
    nearest,
    poor_locale,
    print_json,
    show_what_can_be_shown,
)
from firmware_host.text.text_board import ARROWS, LEVEL, MARKS, SIGNS, UPRIGHT

ENCODINGS = ("ascii", "iso8859-1", "koi8-r", "cp1251")
RULES, REPLAY = ("rules", "xiangqi4", "--language", "ru"), ("replay", "record.txt")
A_GAME = ("simulate", "squadro")
EVERY_PAIR = [
    *product((RULES, REPLAY), ENCODINGS),
    (A_GAME, "koi8-r"),
    *(
        pytest.param(A_GAME, encoding, marks=pytest.mark.deep)
        for encoding in ENCODINGS
        if encoding != "koi8-r"
    ),
]
RECORD = "tableside record 1\ngame: xiangqi4\nfirst: red\n\n"


@contextmanager
def terminal(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> Iterator[tuple[Callable[[], str], Callable[[], str]]]:
    """Standard streams that take ``encoding`` alone; yield what gives the text written to each."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding, write_through=True) for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        yield partial(_written, streams[0]), partial(_written, streams[1])


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize(("words", "encoding"), EVERY_PAIR)
def test_every_encoding_gets_what_it_can_show_and_one_line_that_names_the_locale(
    words: tuple[str, ...], encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US")
    for name in ("LC_ALL", "LC_CTYPE", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    Path("record.txt").write_text(RECORD, encoding="utf-8")
    with terminal(monkeypatch, encoding) as (out, err):
        assert main(words) == 0
        said, told = out(), err()
    assert said
    assert "\\u" not in said
    assert told == f"WARNING {poor_locale(encoding, {'LANG': 'en_US'})}\n"


def test_a_stream_keeps_its_encoding_while_a_screen_stands_in_its_place(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with terminal(monkeypatch, "iso8859-1") as (out, _):
        stream = sys.stdout
        show_what_can_be_shown()
        monkeypatch.setattr(sys, "stdout", object())  # as Textual does: it has no encoding
        stream.write("●")
        assert out() == "@"
    assert caplog.messages == [poor_locale("iso8859-1", os.environ)]


@pytest.mark.parametrize("name", commands.names())
def test_the_help_of_every_command_can_be_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch, "ascii") as (out, _):
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert name in out()


def test_the_line_names_the_locale_and_what_to_do() -> None:
    assert poor_locale("iso8859-1", {"LANG": "en_US", "LC_ALL": ""}) == (
        "the encoding iso8859-1 of this terminal (LANG=en_US) lacks some signs, others are shown: "
        "set a UTF-8 locale, for example LC_ALL=C.UTF-8"
    )
    assert "(LC_ALL=C.KOI8-R)" in poor_locale("koi8-r", {"LANG": "C", "LC_ALL": "C.KOI8-R"})


def test_one_sign_of_ascii_stands_for_each() -> None:
    for sign in (*SAME_WIDTH, *map(chr, range(0x2800, 0x2900)), *map(chr, range(0x80, 0x500))):
        assert len(nearest(sign)) == 1
        assert nearest(sign).isascii()


def test_signs_of_a_board_that_mean_different_things_stay_different() -> None:
    shown = {sign: nearest(sign) if sign in SAME_WIDTH else sign for sign in SIGNS.values()}
    ground = {*MARKS.values(), *ARROWS.values(), *LEVEL.values(), *UPRIGHT.values()}
    for one, other in combinations(shown.values(), 2):
        assert one != other
    assert ground.isdisjoint(shown.values())


def test_json_loses_nothing_where_its_letters_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = '{"name": "Ёж é"}'
    for encoding in ("ascii", "iso8859-1", "utf-8"):
        with terminal(monkeypatch, encoding) as (out, _):
            print_json(text)
            assert json.loads(out()) == {"name": "Ёж é"}


def test_a_dumb_terminal_is_told_what_it_cannot_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert main(["simulate", "--state-dir", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("tableside simulate: the simulator draws on the whole terminal")
    assert said.count("\n") == 1


def test_a_line_reaches_a_file_as_soon_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(Kept(file)), "utf-8"))
    show_what_can_be_shown()
    print("the address")
    assert file.getvalue() == b"the address\n"


class Kept(io.RawIOBase):
    """A file, as the system sees it: what was written to it is in ``kept``."""

    def __init__(self, kept: io.BytesIO) -> None:
        self._kept = kept

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        return self._kept.write(bytes(data))  # type: ignore[call-overload]
