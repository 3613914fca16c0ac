"""``tableside token``: the owner of a table lets programs in on the command line."""

import os
from pathlib import Path

import pytest

from firmware_host.cli.commands.web import PHONES
from firmware_host.cli.main import main
from firmware_host.features.interface.store import FILE, MOST_TOKENS, ProgramTokens


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[int, str, str]:
    """Return how ``tableside token`` ends with ``words``, and what it says."""
    code = main(["token", *words, "--state-dir", str(folder)])
    found = capsys.readouterr()
    return code, found.out, found.err


def test_a_token_is_made_listed_and_removed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = said(capsys, tmp_path, "add", "lamp")
    token = out.splitlines()[0]
    found = ProgramTokens(tmp_path / PHONES).find(token)
    assert code == 0
    assert found is not None
    assert (found.name, found.may_act) == ("lamp", True)
    assert said(capsys, tmp_path, "add", "wall", "--look")[0] == 0
    listed = said(capsys, tmp_path, "list")[1].splitlines()
    assert [line.split()[::2] for line in listed] == [["lamp", "acts"], ["wall", "looks"]]
    assert said(capsys, tmp_path, "remove", "lamp") == (0, "", "")
    assert ProgramTokens(tmp_path / PHONES).find(token) is None
    assert (tmp_path / PHONES / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("add",), "expected list, add NAME or remove NAME"),
        (("list", "lamp"), "expected list, add NAME or remove NAME"),
        (("add", "A lamp"), "expected a name such as lamp or hall-2, got 'A lamp'"),
        (("remove", "lamp"), "no program called 'lamp' has a token"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, error = said(capsys, tmp_path, *words)
    assert (code, out) == (2, "")
    assert why in error


def test_a_name_has_one_token_and_there_are_only_so_many(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tokens = ProgramTokens(tmp_path / PHONES)
    for number in range(MOST_TOKENS):
        tokens.add(f"lamp-{number}", may_act=False)
    assert "lamp-3 has a token" in said(capsys, tmp_path, "add", "lamp-3")[2]
    assert f"there are {MOST_TOKENS} tokens" in said(capsys, tmp_path, "add", "one-more")[2]


def test_a_server_sees_at_once_what_the_command_does(tmp_path: Path) -> None:
    owner, server = ProgramTokens(tmp_path), ProgramTokens(tmp_path)
    assert server.find("anything") is None
    token = owner.add("lamp", may_act=True)
    assert server.find(token) is not None
    owner.remove("lamp")
    assert server.find(token) is None
    owner.add("lamp", may_act=True)
    (tmp_path / FILE).unlink()
    assert server.all == ()


@pytest.mark.parametrize("text", ["", "[", '{"a": 1}', '{"a": {"name": "A", "since": "x"}}'])
def test_a_file_that_makes_no_sense_lets_nobody_in(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert ProgramTokens(tmp_path).all == ()


def test_a_file_that_cannot_be_written_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / PHONES).write_text("", encoding="utf-8")
    code, _, error = said(capsys, tmp_path, "add", "lamp")
    assert code == 2
    assert "cannot be written" in error
    assert os.listdir(tmp_path) == [PHONES]  # noqa: PTH208 - names alone
