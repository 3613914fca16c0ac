"""The generated pages and pictures are up to date, and the references leave nothing out."""

import re
from argparse import ArgumentParser
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from textual.binding import Binding

from docs.writer import commands, keys, markdown, settings
from docs.writer.manual import FOLDER, generated, outdated, stale
from firmware_host.cli.commands import names
from firmware_host.simulator import runs
from firmware_host.simulator.dice_hand import VIRTUAL_DICE
from firmware_host.simulator.terminal.app import Simulator
from firmware_host.table.device import choices
from firmware_host.table.keys import table_keys
from hardware.simulated.faults import PARTS
from hardware.wiring import wiring
from hardware.wiring.wiring import KEYS, SECTIONS

UPDATE = "look at what has changed, then: python -m docs.writer"
LARGEST = 3_700_000
"""Bytes of all generated files together."""


def test_every_generated_file_is_up_to_date_and_no_stale_one_is_left() -> None:
    assert outdated() == [], UPDATE
    assert stale() == [], UPDATE


def test_the_generated_files_are_small() -> None:
    assert sum(len(text.encode()) for text in generated().values()) < LARGEST


def test_every_picture_of_the_readme_is_generated() -> None:
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"!\[[^]]*\]\(docs/([^)]+)\)", readme)) <= set(generated())


def test_every_command_and_argument_has_a_description() -> None:
    listed = commands.commands()
    assert {each.name for each in listed} == set(names())
    for command in listed:
        assert command.purpose, command.name
        for argument in command.arguments:
            assert argument.means, f"tableside {command.name} {argument.form}"


def test_an_argument_has_the_form_in_which_it_is_typed() -> None:
    parser = ArgumentParser()
    parser.add_argument("game", metavar="GAME", help="its name")
    parser.add_argument("--kind", choices=["lots", "long"], help="of dice")
    parser.add_argument("--seat", action="append", metavar="WHO", help="who sits")
    found = {each.form: each for each in commands.arguments(parser)}
    assert list(found) == ["GAME", "--kind lots|long", "--seat WHO"]
    assert found["GAME"].is_needed
    assert found["--seat WHO"].means == "who sits (may be repeated)"


def test_every_setting_of_a_wiring_is_described() -> None:
    assert set(settings.WIRING) == set(SECTIONS)
    for section, kinds in SECTIONS.items():
        says = settings.WIRING[section]
        assert set(says.keys) in (set(), set(kinds)), section
        assert says.keys or len({kind.expected for kind in kinds.values()}) == 1, section


def test_every_preference_is_described() -> None:
    assert set(settings.preferences()) == set(choices())


def test_every_key_of_the_device_is_described() -> None:
    assert [key.name for key in table_keys()] == list(KEYS)


def test_every_key_of_the_simulator_is_described_and_does_something() -> None:
    usual = wiring.load("waveshare-oled-hat")
    desk = Mock(wiring=replace(usual, keys={**usual.keys, "repeat": 2}))
    desk.app.table.context.preferences.language = "en"
    desk.dice.strokes = {
        key: Mock() for kind in VIRTUAL_DICE for stroke in kind.strokes for key in stroke.keys
    }
    simulator = Simulator(desk, Mock())
    bindings = Binding.make_bindings(Simulator.BINDINGS)
    bound = {each.key for each in bindings}
    described = [key for names, _ in keys.simulator().values() for key in names]
    assert sorted(described) == sorted({*simulator._keys, *bound})


def test_every_command_of_a_script_is_described() -> None:
    page = (
        (FOLDER / "developers" / "scripts.md")
        .read_text(encoding="utf-8")
        .replace("PART`", f"{'|'.join(PARTS)}`")
    )
    described = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert described == {f"{name} {form}".strip() for name, (form, _) in runs.COMMANDS.items()}


def test_a_cell_with_a_bar_is_refused() -> None:
    with pytest.raises(ValueError, match="cells without a bar"):
        markdown.table(["a"], [["one|two"]])
