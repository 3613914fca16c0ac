"""The package names who holds the copyright of each of its parts."""

import re
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest

from docs.release.copyright import copyright_file
from docs.release.holders import holders
from docs.release.parts import LICENCE_FILE, ROOT_PART, Part, closure

ROOT: Final = Path(__file__).parents[2]
NAMED: Final = re.compile(r"(\d{4}(-(\d{3}[\dx]|present))? )?[A-Za-z]\S.*[^\s.,]")
"""A year or a span of years, if any is stated, and a name."""


def part(name: str, texts: tuple[str, ...], authors: tuple[str, ...] = ()) -> Part:
    return Part(name, "1.0", "MIT", "https://example.org", "ab" * 32, texts, (name,), authors)


def test_the_licences_of_all_parts_are_in_full(tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("Copyright 2019 Bob\n\nAs you like.")
    parts = [part("bare", ()), part("tableside", ("Copyright (c) 2020 Ann",))]
    text = copyright_file(parts, tmp_path)
    assert text.index("Files: *\n") < text.index("Files: opt/tableside/releases/*/lib/bare*\n")
    assert "Copyright: 2019 Bob\n" in text
    assert "License: MIT-bare\n Copyright 2019 Bob\n .\n As you like.\n" in text


def test_where_the_licence_names_nobody_the_modules_do(tmp_path: Path) -> None:
    text = copyright_file([part("pins", ("Do as you like.",), ("2019 Bob", "2020 Ann"))], tmp_path)
    assert "Copyright: 2019 Bob\n 2020 Ann\n" in text


def test_a_part_of_which_nobody_says_whose_it_is_is_not_shipped(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pins"):
        copyright_file([part("pins", ("The above copyright notice must be kept.",))], tmp_path)


def test_a_notice_that_a_licence_wants_to_be_kept_is_one() -> None:
    kept = 'as long as the notice, i.e., "Copyright (c)\n1995, 2001 Ann; All Rights Reserved" is in'
    assert holders([kept]) == ("1995-2001 Ann",)


@pytest.mark.parametrize("name", sorted({ROOT_PART, *closure()}))
def test_every_part_in_the_package_names_its_holders(name: str) -> None:
    named = holders(notices(name))
    assert named
    assert all(NAMED.fullmatch(each) for each in named), named
    assert not any(re.search(r"copyright|©|\([cC]\)", each) for each in named)


def notices(name: str) -> list[str]:
    """Return what the part ``name`` says about its copyright, as it is installed here."""
    ours = ROOT / ("LICENSE" if name == ROOT_PART else f"debian/licences/{name}.txt")
    if ours.exists():
        return [ours.read_text(encoding="utf-8")]
    files = metadata.distribution(name).files or []
    texts = [file.read_text() for file in files if LICENCE_FILE.fullmatch(str(file))]
    modules = (file.read_text() for file in files if file.suffix == ".py")
    return texts if holders(texts) else list(modules)
