import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.text.rule_sheets import plain

TABLE = "| throw | meaning |\n|---|---|\n| `8` | none of the lots shows white |\n| 1 | one |\n"


def test_paragraphs_are_filled_to_the_width() -> None:
    assert plain("one two\nthree four\n\nfive\n", 13) == "one two three\nfour\n\nfive"


def test_headings_are_underlined_by_their_level() -> None:
    assert plain("# Aim\nWin.\n## Or\nDraw.", 40) == "Aim\n===\n\nWin.\n\nOr\n--\n\nDraw."
    assert plain("### Note", 40) == "Note"


def test_items_hang_below_their_mark() -> None:
    assert plain("1. one two\n   three\n2. four", 12) == "1. one two\n   three\n2. four"
    assert plain("Either:\n- `a`\n  - b", 20) == "Either:\n- a\n  - b"


def test_moves_are_not_broken_at_their_hyphen() -> None:
    assert plain("play `4:c1-e3` now", 12) == "play 4:c1-e3\nnow"


def test_markup_within_lines_is_taken_away() -> None:
    text = "**Void\nthrows**, *so* to say, see [the sheet](x.md), 2 * 3 * 4, `e1'`"
    assert plain(text, 80) == "Void throws, so to say, see the sheet, 2 * 3 * 4, e1'"


def test_tables_stand_in_columns() -> None:
    assert plain(TABLE, 80).splitlines() == [
        "throw  meaning",
        "-----  ----------------------------",
        "8      none of the lots shows white",
        "1      one",
    ]


def test_a_table_too_wide_is_narrowed_where_it_is_widest() -> None:
    assert plain(TABLE, 24).splitlines() == [
        "throw  meaning",
        "-----  -----------------",
        "8      none of the lots",
        "       shows white",
        "1      one",
    ]


def test_code_stays_as_it_is() -> None:
    code = "```\n1 south: 8 4 1 2 1:hand-c1\n\n# not a heading\n```\n"
    assert plain(f"So:\n\n{code}\nEnd", 40) == (
        "So:\n\n    1 south: 8 4 1 2 1:hand-c1\n\n    # not a heading\n\nEnd"
    )


def test_code_in_a_list_stands_between_its_items() -> None:
    assert plain("1. a\n\n    ```\n    x\n     y\n    ```\n\n2. b", 40) == (
        "1. a\n\n    x\n     y\n\n2. b"
    )


@pytest.mark.parametrize(("width", "indent"), [(12, 4), (11, 3), (8, 0), (5, 0)])
def test_code_is_set_in_as_far_as_there_is_room(width: int, indent: int) -> None:
    assert plain("```\n01234567\n```\n", width) == " " * indent + "01234567"


@given(st.text(alphabet="ab -*|`#1.\n[](), ", max_size=80), st.integers(8, 40))
def test_any_text_is_rendered(text: str, width: int) -> None:
    letters = [letter for letter in plain(text, width) if letter in "ab"]
    assert len(letters) <= sum(letter in "ab" for letter in text)
