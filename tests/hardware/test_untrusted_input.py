"""Untrusted text is escaped when it is shown, also in the findings of the doctor."""

import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.doctor import Installation, checks, examine
from hardware.doctor.buses import parse_config
from hardware.doctor.packages import parse as parse_requirement
from hardware.untrusted_input import (
    LONGEST,
    harmless,
    open_untrusted,
    open_untrusted_text,
    read_untrusted,
    read_untrusted_text,
    written,
)
from hardware.wiring.wiring import load
from tests.damage import ANYTHING, lying
from tests.hardware.doctor.fake_pi import CONFIG, HOME, REQUIREMENTS, healthy

EXAMPLES, DEEP_EXAMPLES = 50, 20_000
EVIL = "\x1b[2J\x1b]0;mine\x07 \x9b31m \u202e \r\n" + "x" * 5000

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | ANYTHING
    | st.builds(lambda: 16**5000),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
CONFIGS = lying(
    st.just(
        "[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n[pi5]\ndtoverlay=w1-gpio,gpiopin=17\n"
    )
)
MODELS = st.sampled_from(["Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5", "", EVIL])


def check_words(text: str, most: int) -> None:
    shown = harmless(text, most)
    assert shown.isprintable()
    assert len(shown) <= most
    if text.isprintable() and len(text) <= most:
        assert shown == text


def check_value(value: Any) -> None:
    assert written(value).isprintable()
    assert len(written(value)) <= LONGEST


def check_config(text: str, model: str) -> None:
    """Check that the lines of the settings are lines of the text, for any config.txt."""
    config = parse_config("config.txt", text, model)
    for setting in (*config.params, *config.loaded):
        assert 1 <= setting.line <= len(text.splitlines())
        assert setting.name in text
        assert setting.option("gpiopin", "4") in f"{text}4"


def check_requirement(text: str) -> None:
    assert parse_requirement(text).allows("1.2") in (True, False)


@settings(max_examples=EXAMPLES)
@given(ANYTHING, st.integers(1, 500))
def test_untrusted_text_is_shown_in_one_line_without_control_characters(
    text: str, most: int
) -> None:
    check_words(text, most)


@settings(max_examples=EXAMPLES)
@given(VALUES)
def test_values_are_shown_shortened(value: Any) -> None:
    check_value(value)


@settings(max_examples=EXAMPLES)
@given(CONFIGS, MODELS)
def test_any_config_txt_can_be_read_and_shown(text: str, model: str) -> None:
    check_config(text, model)


@settings(max_examples=EXAMPLES)
@given(lying(st.sampled_from(REQUIREMENTS)))
def test_any_requirement_can_be_read(text: str) -> None:
    check_requirement(text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(ANYTHING, st.integers(1, 500))
def test_untrusted_text_is_shown_in_one_line_without_control_characters_at_length(
    text: str, most: int
) -> None:
    check_words(text, most)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(VALUES)
def test_values_are_shown_shortened_at_length(value: Any) -> None:
    check_value(value)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(CONFIGS, MODELS)
def test_any_config_txt_can_be_read_and_shown_at_length(text: str, model: str) -> None:
    check_config(text, model)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(lying(st.sampled_from(REQUIREMENTS)))
def test_any_requirement_can_be_read_at_length(text: str) -> None:
    check_requirement(text)


@pytest.mark.parametrize(
    "lie",
    [
        {"name": EVIL},
        {"name": f"Raspberry Pi {EVIL}"},
        {"labels": {0: EVIL}},
        {"users": {17: EVIL, 4: EVIL}},
        {"texts": {CONFIG: f"dtparam=i2c_arm={EVIL}\ndtoverlay=w1-gpio,gpiopin={EVIL}\n"}},
        {"bus_error": OSError(5, EVIL)},
        {"unimportable": {"luma.oled": EVIL, "lgpio": EVIL}},
        {"versions": {"lgpio": "9" * 5000}},
    ],
    ids=lambda lie: next(iter(lie)),
)
def test_the_doctor_escapes_what_a_machine_reports(lie: dict[str, Any]) -> None:
    installation = Installation(replace(healthy(), **lie), load("generic"), Path(HOME))
    for _, finding in examine(checks(installation.wiring), installation):
        assert finding.text.isprintable()
        assert finding.advice.isprintable()
        assert max(len(finding.text), len(finding.advice)) <= LONGEST


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
