"""Malformed wiring files: each is a valid wiring, or one line that says why not."""

from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import WiringError
from hardware.dice.adjusting import own_sheet
from hardware.wiring.sections import LONGEST
from hardware.wiring.wiring import SECTIONS, load, names
from tests.damage import check_line, lying

EXAMPLES, DEEP_EXAMPLES = 50, 12_000

PROFILES = [
    resources.files("hardware").joinpath("wiring", "profiles", f"{name}.toml").read_text("utf-8")
    for name in names()
]
TEXTS = lying(st.sampled_from([*PROFILES, *(f'profile = "{name}"\n' for name in names())]))
BYTES = st.builds(
    lambda text, place, put: text[:place] + put + text[place:],
    TEXTS.map(lambda text: text.encode("utf-8", "replace")),
    st.integers(0, 2000),
    st.sampled_from([b"", b"", b"\xff", b"\xc0\x80", b"\xed\xa0\x80"]),
)

TOO_DEEP = "expected TOML, but it is nested too deep"
"""Python 3.14 says so of keys with many dots, too."""

KNOWN_KEYS = sorted({key for keys in SECTIONS.values() for key in keys})
KEYS = st.sampled_from(KNOWN_KEYS) | st.sampled_from(['"\\u001b[2J"', '"a\\nb"', '""', "a.b.c"])
VALUES = st.integers(-1, 28).map(str) | st.sampled_from(
    [
        "true", "false", "1.0", "nan", "inf", "1e999", "1979-05-27", "{}", "[]", "{a={b={c=[1]}}}",
        '"i2c"', '"spi"', '"sh1106"', '"back"', '["back", "hint"]', '["D0"]', "[12, 18, 24, 25]",
        '["2e8a:0005"]', '["/dev/tty*"]', '["/\\u0000"]', '["keys", "board"]', '"\\u001b[2J"',
        "9" * 5000, "0x" + "f" * 5000, "[" * 40 + "]" * 40, '"' + "x" * 3000 + '"', "8000000",
        "8000000.0", "128", "64.0",
    ]
)  # fmt: skip
SHEETS = st.dictionaries(
    st.sampled_from([*SECTIONS, "nonsense", '"\\u001b[2J"']),
    st.dictionaries(KEYS, VALUES, max_size=4) | VALUES,
    max_size=4,
)


def written(sheet: dict[str, dict[str, str] | str], profile: str) -> bytes:
    lines = [f'profile = "{profile}"']
    lines += [f"{name} = {value}" for name, value in sheet.items() if isinstance(value, str)]
    for name, table in sheet.items():
        if not isinstance(table, str):
            lines += [f"[{name}]", *(f"{key} = {value}" for key, value in table.items())]
    return "\n".join(lines).encode()


def check(folder: Path, data: bytes) -> None:
    """Check that a file of ``data`` is a wiring with known pins, or refused in one line."""
    file = folder / "table.toml"
    file.write_bytes(data)
    try:
        wiring = load(str(file))
        own_sheet(str(file))
    except WiringError as error:
        check_line(error)
    else:
        assert len(set(wiring.lines.values())) == len(wiring.lines)
        assert all(type(pin) is int and 2 <= pin <= 27 for pin in wiring.lines.values())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wiring")


@settings(max_examples=EXAMPLES)
@given(data=BYTES)
def test_any_file_is_a_wiring_or_one_line_of_error(folder: Path, data: bytes) -> None:
    check(folder, data)


@settings(max_examples=EXAMPLES)
@given(sheet=SHEETS, profile=st.sampled_from([*names(), "\\u001b[2J"]))
def test_any_sections_and_keys_are_a_wiring_or_one_line_of_error(
    folder: Path, sheet: dict[str, dict[str, str] | str], profile: str
) -> None:
    check(folder, written(sheet, profile))


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(data=BYTES)
def test_any_file_is_a_wiring_or_one_line_of_error_at_length(folder: Path, data: bytes) -> None:
    check(folder, data)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(sheet=SHEETS, profile=st.sampled_from([*names(), "\\u001b[2J"]))
def test_any_sections_and_keys_are_a_wiring_or_one_line_of_error_at_length(
    folder: Path, sheet: dict[str, dict[str, str] | str], profile: str
) -> None:
    check(folder, written(sheet, profile))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = " + "[" * 5000, TOO_DEEP),
        ("a" + ".a" * 3000 + " = 1", rf"unknown section \[a\]|{TOO_DEEP}"),
        ("keys" + ".up" * 3000 + " = 1", rf"\[keys\] up: expected a BCM pin|{TOO_DEEP}"),
        ("a = " + "9" * 5000, "expected TOML, but a number in it has too many digits"),
        ("[keys]\nup = 0x" + "f" * 5000, "not a number too long to show"),
        ("[keys]\nup = true", "not True"),
        ("[encoder]\nquarters = true", r"\[encoder\] quarters: expected one of 1, 2, 4, not True"),
        ("[display]\nspi_bus_speed = 8000000.0", "not 8000000.0"),
        ('["\\u001b[2J\\n"]', r"unknown section \[\\x1b\[2J\\n\]"),
        ('[link]\nfind = ["/dev/\\u0000"]', r"\[link\] find: expected a list"),
        ("#" * (LONGEST + 1), f"it is longer than {LONGEST} bytes"),
    ],
    ids=range(11),
)
def test_a_malformed_sheet_is_refused_with_what_was_expected(
    tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(WiringError, match=told) as refusal:
        load(str(file))
    check_line(refusal.value)


def test_an_endless_file_is_read_only_up_to_the_limit(tmp_path: Path) -> None:
    endless = tmp_path / "endless"
    with endless.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(WiringError, match=f"it is longer than {LONGEST} bytes"):
        load(str(endless))


def test_a_path_that_no_file_can_have_is_a_line() -> None:
    with pytest.raises(WiringError, match="expected a file of TOML") as refusal:
        load("a\0b")
    check_line(refusal.value)
