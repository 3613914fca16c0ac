"""Every command of the README works, and its pictures and games exist."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

import games
from firmware_host.cli.main import command_line, main

ROOT: Final = Path(__file__).parents[2]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINES: Final = [line for block in BLOCK.findall(README) for line in block.splitlines()]
TRIED: Final = {"install": ["--dry-run"]}
"""Arguments with which a command only shows what it would do."""
STARTS: Final = ("family", "museums", "classroom", "builders", "developers")
"""The folders of the pages where each kind of reader starts."""
SAYS: Final = (
    "A rendering to scale, drawn by the program; not a photo.",
    "## Try it",
    "## Status",
    "| shown | not shown |",
    "Not yet tried on a real Raspberry Pi",
    "(docs/developers/reliability.md)",
    "(docs/developers/machine.md)",
    "## Why not just an app?",
    "## What you need",
    "(docs/boards.md)",
    "(docs/screens.md)",
    "(docs/compare.md)",
    *(f"(docs/{start}/index.md)" for start in STARTS),
)
PICTURES: Final = (
    "docs/pictures/readme/table.svg",
    "docs/pictures/readme/turn.svg",
    "docs/pictures/simulator.svg",
)
TAKEN: Final = {"light": "img src", "dark": "source media"}
"""What shows the picture of the page in the browser, to readers with each colour scheme."""
MONTHS: Final = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
)
PRICE: Final = re.compile(rf"\| \d+ USD \| [^|]+, (?:{MONTHS}) 20\d\d \|$")
ON_A_PI: Final = ("doctor", "install")
"""Commands that fail on another machine and recommend the simulator."""


def _words(line: str) -> list[str]:
    """Return what is run: the line without ``sudo`` and without the folder of the program."""
    words = shlex.split(line, comments=True)
    program, *rest = words[1:] if words[0] == "sudo" else words
    return [Path(program).name, *rest]


COMMANDS: Final = [_words(line) for line in LINES]


def _of(program: str) -> list[list[str]]:
    return [rest for name, *rest in COMMANDS if name == program]


def test_every_program_of_the_readme_is_tried_here() -> None:
    assert {name for name, *_ in COMMANDS} == {"make", "apt", "reboot", "tableside"}


@pytest.mark.parametrize("words", _of("make"), ids=" ".join)
def test_every_make_target_exists(words: list[str]) -> None:
    subprocess.run(["make", "--dry-run", *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("words", _of("tableside"), ids=" ".join)
def test_a_command_of_the_program_works(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if words[0] == "play":
        assert command_line().parse_args(words).command == "play"
        return
    code = _run([*words, *TRIED.get(words[0], [])])
    said = "".join(capsys.readouterr())
    assert code == 0 or (words[0] in ON_A_PI and "tableside simulate" in said), said


def _run(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as ended:
        return int(ended.code or 0)


def test_one_command_of_make_opens_a_game_in_the_terminal_or_in_the_browser() -> None:
    assert _of("make") == [["play"], ["serve"], ["test"]]


def test_the_readme_lists_every_game() -> None:
    assert all(f"| {games.kind(name).title} |" in README for name in games.names())


@pytest.mark.parametrize("words", SAYS)
def test_the_readme_says_what_a_stranger_wants_to_know(words: str) -> None:
    assert words in README


def test_the_first_page_does_without_the_words_of_developers() -> None:
    assert not re.search(r"\bperft\b|\bply\b|\bplies\b", README)


def test_a_price_has_a_currency_a_source_and_a_month() -> None:
    rows = [line for line in README.splitlines() if re.search(r"\| \d+ \w+ \|", line)]
    assert rows
    assert all(PRICE.search(row) for row in rows), rows


def test_the_pictures_of_the_readme_are_there_and_have_a_description() -> None:
    pictures = re.findall(r"!\[([^]]*)\]\(([^)]+)\)", README)
    assert [path for _, path in pictures] == list(PICTURES)
    assert all((ROOT / path).is_file() and len(words) > 20 for words, path in pictures)


@pytest.mark.parametrize("colours", TAKEN)
def test_the_page_in_the_browser_is_shown_in_light_and_dark(colours: str) -> None:
    path = f"docs/pictures/web/page-{colours}.png"
    assert re.search(rf'<{TAKEN[colours]}=.*"{path}"', README)
    assert (ROOT / path).is_file()


def test_the_commands_set_up_the_panel_that_has_a_price() -> None:
    """Whoever buys the list and copies the commands has a table."""
    priced = [line for line in README.splitlines() if "OLED" in line and " USD |" in line]
    assert len(priced) == 1
    (profile,) = (
        row.split("`")[1]
        for row in README.splitlines()
        if row.startswith("| `") and priced[0].split("|")[1].partition(":")[0].strip() in row
    )
    wired = {words[words.index("--wiring") + 1] for words in COMMANDS if "--wiring" in words}
    assert wired == {profile}


@pytest.mark.parametrize("page", ["README.md", "docs/builders/index.md"])
def test_a_list_of_parts_with_a_zero_has_the_adapter_for_its_usb_port(page: str) -> None:
    rows = [row for row in (ROOT / page).read_text("utf-8").splitlines() if row.startswith("| ")]
    assert any("Zero 2 W" in row and "micro-USB to USB-A (OTG)" in row for row in rows)


def test_the_tray_says_at_its_top_how_often_it_asks_again_as_in_its_table() -> None:
    page = (ROOT / "docs/builders/hall-tray.md").read_text(encoding="utf-8")
    words = {"four": 4, "five": 5, "six": 6, "seven": 7}
    found = re.search(r"one throw in (\w+)\nof the lots, and one in (\w+) of the long dice", page)
    assert found is not None
    for dice, said in zip(("lots", "long"), found.groups(), strict=True):
        (percent,) = re.findall(rf"^\| {dice} \|.*\(([\d.]+) %\)", page, re.MULTILINE)
        assert round(100 / float(percent)) == words[said]
