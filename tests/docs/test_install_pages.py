"""The pages that tell how to install the table, from an empty card to the first game."""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from firmware_host.cli.main import command_line
from firmware_host.install.plan import PACKAGES
from firmware_host.text.languages import LANGUAGES
from hardware.wiring import wiring

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^ *```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
MOST_TYPED: Final = 3
TYPED: Final = {
    "README.md": "## On a Raspberry Pi",
    "docs/builders/index.md": "## In this order",
    "docs/service.md": "## Install",
}
"""The pages that lead from an empty card to a table that starts with the Pi, and where they do."""

USER_DATA: Final = (ROOT / "docs/builders/user-data").read_text(encoding="utf-8")
CARD: Final = (ROOT / "docs/builders/card.md").read_text(encoding="utf-8")
HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""Letters, digits and hyphens (RFC 1123); a dot would begin a domain."""


def section(page: str, title: str) -> str:
    """The text of ``page`` below ``title``, up to the next title."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.split(r"^## ", text.partition(f"{title}\n")[2], flags=re.MULTILINE)[0]


def commands(text: str) -> list[list[str]]:
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines() if line.strip()]
    return [shlex.split(line, comments=True) for line in lines]


def variables() -> dict[str, str]:
    return dict(re.findall(r"^ {6}([A-Z]+)=(.*)$", USER_DATA, re.MULTILINE))


def run_once() -> list[str]:
    """The commands of the prepared card, in order."""
    listed = USER_DATA.partition("\nruncmd:\n")[2].partition("\n\n")[0]
    return [line.removeprefix("  - ") for line in listed.splitlines()]


@pytest.mark.parametrize("page", TYPED)
def test_at_most_three_commands_are_typed_from_an_empty_card(page: str) -> None:
    typed = commands(section(page, TYPED[page]))
    assert 1 <= len(typed) <= MOST_TYPED
    assert [words[1:3] for words in typed] == [
        ["apt", "install"],
        ["tableside", "install"],
        ["reboot"],
    ]
    command_line().parse_args(typed[1][2:])


def test_by_hand_from_the_sources_stays_possible() -> None:
    typed = commands(section("docs/builders/index.md", "## From the sources"))
    assert typed[0] == ["sudo", "apt", "update"]
    assert set(typed[1][3:]) == set(PACKAGES)
    for words in typed[2:]:
        if words[0].endswith("/tableside"):
            command_line().parse_args(words[1:])


def test_nothing_is_typed_for_a_prepared_card() -> None:
    first, *_ = CARD.split("\n## ")
    assert commands(first) == []


def test_the_card_names_a_wiring_a_language_and_a_host() -> None:
    chosen = variables()
    assert chosen["WIRING"] in wiring.names()
    assert chosen["LANGUAGE"] in LANGUAGES
    assert HOST_NAME.fullmatch(chosen["NAME"])
    assert all(f"| `{name}` |" in CARD for name in chosen)


def test_the_name_of_the_host_is_set_once_and_then_kept() -> None:
    assert USER_DATA.startswith("#cloud-config\n")
    assert not re.search(r"^(hostname|fqdn):", USER_DATA, re.MULTILINE)
    assert "\npreserve_hostname: true\n" in USER_DATA
    assert "\nmanage_etc_hosts: false\n" in USER_DATA


def test_the_card_installs_the_package_and_starts_the_table() -> None:
    package = "tableside_0.2.0_all.deb"
    (install,) = (line for line in run_once() if "apt-get install" in line)
    assert Path(package).match(Path(install.split()[-1]).name)
    (table,) = (line for line in run_once() if "tableside install" in line)
    words = shlex.split(table.partition("&& ")[2])
    chosen = {f"${name}": value for name, value in variables().items()}
    parsed = command_line().parse_args([chosen.get(word, word) for word in words[1:]])
    assert parsed.wiring == variables()["WIRING"]
    assert "\npower_state:\n  mode: reboot\n" in USER_DATA
