"""The pages that tell how to install the table, from an empty card to the first game."""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from docs.release.package import TARGET
from firmware_host.cli.main import command_line
from firmware_host.setup.card import CARD_SERVICE, HANDED, WRITTEN, CardRecipe
from firmware_host.setup.paths import PROGRAM
from firmware_host.text import LANGUAGES
from hardware.wiring import wiring
from tests.units import INSTALLED, settings

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^ *```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
LINES: Final = re.compile(r"^ *```text\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
MOST_TYPED: Final = 3
TYPED: Final = {
    "README.md": "## On a Raspberry Pi",
    "docs/builders/index.md": "## In this order",
    "docs/service.md": "## Install",
}
"""The pages that lead from an empty card to a table that starts with the Pi, and where they do."""

USER_DATA: Final = (ROOT / "docs/builders/user-data").read_text(encoding="utf-8")
CARD: Final = (ROOT / "docs/builders/card.md").read_text(encoding="utf-8")
READ_ONLY: Final = (ROOT / "docs/read-only.md").read_text(encoding="utf-8")
KEPT: Final = "/srv/tableside"
CARDS: Final = ROOT / "docs/builders/cards"
RECIPES: Final = sorted(CARDS.glob("*/table.txt"))
OWNERS: Final = {
    "docs/family/index.md": ("## From an empty card to a table", "family"),
    "docs/museums/index.md": ("## From an empty card to a table", "museum"),
    "docs/classroom/index.md": ("## From an empty card to a table", "classroom"),
    "docs/museums/fleet.md": ("## From empty cards to fifty tables", ""),
}
"""For whom a page leads from an empty card to a table, where it does, and with which recipe."""

WI_FI: Final = 1
"""What is typed into Raspberry Pi Imager for a table without a network cable."""
HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""Letters, digits and hyphens (RFC 1123); a dot would begin a domain."""


def section(page: str, title: str) -> str:
    """The text of ``page`` below ``title``, up to the next title."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert f"{title}\n" in text, page
    return re.split(r"^## ", text.partition(f"{title}\n")[2], flags=re.MULTILINE)[0]


def commands(text: str) -> list[list[str]]:
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines() if line.strip()]
    return [shlex.split(line, comments=True) for line in lines]


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


@pytest.mark.parametrize("page", OWNERS)
def test_each_owner_types_at_most_three_things_from_an_empty_card_to_a_table(page: str) -> None:
    title, recipe = OWNERS[page]
    text = section(page, title)
    typed, lines = commands(text), "".join(LINES.findall(text)).split("\n")
    changed = [line.strip() for line in lines if line.strip()]
    by_wi_fi = 0 if "network cable" in text else WI_FI
    assert by_wi_fi + len(typed) + len(changed) <= MOST_TYPED
    assert "builders/card.md" in text
    for words in typed:
        if words[0] == "tableside":
            command_line().parse_args(words[1:])
    if recipe:
        assert not typed
        assert f"builders/cards/{recipe}/table.txt" in text
        usual = (CARDS / recipe / "table.txt").read_text("utf-8")
        other = CardRecipe.read(f"{usual}\n" + "\n".join(changed))
        words = ["play", "--wiring", other.wiring, *other.play.split()]
        assert other != CardRecipe.read(usual)
        command_line().parse_args(words)
        assert other.language in LANGUAGES


def test_from_the_sources_a_table_is_made_by_the_package_too() -> None:
    typed = commands(section("docs/builders/index.md", "## From the sources"))
    made = typed.index(["make", "deb"])
    assert [words[1:3] for words in typed[made + 1 : made + 4]] == [
        ["apt", "install"],
        ["tableside", "install"],
        ["reboot"],
    ]
    assert typed[made + 1][3].startswith(f"./{TARGET}/")
    for words in typed:
        if words[0].endswith("/tableside"):
            command_line().parse_args(words[1:])


def test_nothing_is_typed_for_a_prepared_card() -> None:
    first, *_ = CARD.split("\n## ")
    assert commands(first) == []


def test_everything_that_is_kept_is_named_where_a_card_is_made_read_only() -> None:
    services = [dict(settings(name)) for name in INSTALLED if name.endswith(".service")]
    kept = [
        (each["StateDirectory"], "DynamicUser" in each)
        for each in services if "StateDirectory" in each
    ]  # fmt: skip
    assert len(kept) == 3
    for name, is_private in kept:
        folder = f"/var/lib/{'private/' if is_private else ''}{name}"
        assert f"| `{folder}` |" in READ_ONLY
    assert f"| `{PROGRAM}` |" in READ_ONLY
    copied, mounted = (
        len(re.findall(rf"{KEPT}/\w+{rest}", READ_ONLY, re.MULTILINE)) for rest in ("$", " /")
    )
    assert copied == mounted == 4


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.parent.name)
def test_each_recipe_is_one_that_the_table_can_be_installed_with(path: Path) -> None:
    recipe = CardRecipe.read(path.read_text("utf-8"))
    words = ["install", *recipe.wanted]
    for name, file in recipe.files.items():
        words.remove(f"{HANDED}/{file}")
        words.remove(f"--{name}")
    parsed = command_line().parse_args(words)
    assert parsed.wiring in wiring.names()
    assert parsed.language in LANGUAGES
    command_line().parse_args(["play", "--wiring", parsed.wiring, *parsed.more])
    assert HOST_NAME.fullmatch(recipe.name)
    assert f"[{path.parent.name}](cards/{path.parent.name}/table.txt)" in CARD


def test_there_is_a_recipe_for_each_kind_of_owner() -> None:
    assert {path.parent.name for path in RECIPES} == {"family", "museum", "classroom"}
    assert CardRecipe.read((CARDS / "museum/table.txt").read_text("utf-8")).play == "--kiosk"


def test_every_line_of_a_recipe_is_explained() -> None:
    for name in CardRecipe.names():
        assert f"| `{name.upper()}` |" in CARD


def test_the_name_of_the_host_is_set_once_and_then_kept() -> None:
    assert USER_DATA.startswith("#cloud-config\n")
    assert not re.search(r"^(hostname|fqdn):", USER_DATA, re.MULTILINE)
    assert "\npreserve_hostname: true\n" in USER_DATA
    assert "\nmanage_etc_hosts: false\n" in USER_DATA


def test_the_card_writes_what_the_table_removes_when_it_is_done() -> None:
    written = re.findall(r"^  - path: (.*)$", USER_DATA, re.MULTILINE)
    assert sorted(written) == sorted(WRITTEN)
    assert f"systemctl enable {CARD_SERVICE}\n" in USER_DATA


def test_nobody_can_log_in_before_somebody_has_said_who() -> None:
    assert '    passwd: "PASSWORD-HASH"\n' in USER_DATA
    assert "      - PUBLIC-KEY\n" in USER_DATA
    assert all(f"`{word}`" in CARD for word in ("PASSWORD-HASH", "PUBLIC-KEY"))
