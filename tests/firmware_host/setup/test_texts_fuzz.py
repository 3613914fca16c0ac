"""Malformed system files: the installation reads them, or reports the error in one line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.base.errors import InstallError, UsageError
from firmware_host.setup.choices import Choices
from firmware_host.setup.machine import Machine, check, model, release
from firmware_host.setup.services import BEGIN, END, with_block, without_block
from hardware.untrusted_input import harmless
from hardware.wiring.wiring import load
from tests.damage import check_line, lying

EXAMPLES, DEEP_EXAMPLES = 50, 12_000
PI = "Raspberry Pi 4 Model B Rev 1.4"
GENERIC = load("generic")

CONFIGS = lying(
    st.lists(
        st.sampled_from([BEGIN, END, "[pi5]", "[all]", "dtparam=i2c_arm=on", "", "\r", " x"]),
        max_size=9,
    ).map("\n".join)
)
FILES = lying(st.just(Choices("generic", "ru", ("thaayam", "--first", "south")).text()))
RELEASES = lying(st.just('ID=debian\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian 12"\n'))
MODELS = lying(st.just(f"{PI}\0"))


def check_config(text: str) -> None:
    """What stands outside the block is left as it is, whatever it is."""
    try:
        filled = with_block(text, GENERIC, PI)
    except InstallError as error:
        check_line(error)
    else:
        assert without_block(filled) == without_block(text)
        assert with_block(filled, GENERIC, PI) == filled


def check_choices(text: str) -> None:
    try:
        choices = Choices.read(text)
    except (InstallError, UsageError) as error:
        check_line(error)
    else:
        assert Choices.read(choices.text()) == choices


def check_machine(folder: Path, name: str, about: str) -> None:
    for path, text in (("proc/device-tree/model", name), ("etc/os-release", about)):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
    machine = Machine(folder, lambda command: 0, is_root=True)
    assert isinstance(model(machine) + release(machine), str)
    with pytest.raises(InstallError) as refusal:
        check(machine)
    assert harmless(str(refusal.value)).isprintable()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("machine")


@settings(max_examples=EXAMPLES)
@given(CONFIGS)
def test_other_lines_of_a_malformed_config_txt_do_not_change(text: str) -> None:
    check_config(text)


@settings(max_examples=EXAMPLES)
@given(FILES)
def test_malformed_choices_are_refused(text: str) -> None:
    check_choices(text)


@settings(max_examples=EXAMPLES)
@given(name=MODELS, about=RELEASES)
def test_the_model_of_a_malformed_machine_is_printed_safely(
    folder: Path, name: str, about: str
) -> None:
    check_machine(folder, name, about)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(CONFIGS)
def test_other_lines_of_a_malformed_config_txt_do_not_change_at_length(text: str) -> None:
    check_config(text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(FILES)
def test_malformed_choices_are_refused_at_length(text: str) -> None:
    check_choices(text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(name=MODELS, about=RELEASES)
def test_the_model_of_a_malformed_machine_is_printed_safely_at_length(
    folder: Path, name: str, about: str
) -> None:
    check_machine(folder, name, about)
