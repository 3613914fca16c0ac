"""Versions are compared as the rules of Debian say."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_host.setup.update import releases
from firmware_host.setup.update.package import UpdatePackage
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import is_newer

ASCENDING = (
    # Debian Policy 5.6.12: a tilde sorts before the end of a part, letters before other signs
    ("1.0~~", "1.0~~a", "1.0~", "1.0", "1.0a", "1.0+"),
    ("0.9", "0.9.1", "0.10", "0.10.1", "1.0~rc1", "1.0~rc2", "1.0"),
    # what follows the last hyphen is the revision of the package
    ("1.0~rc1-3", "1.0", "1.0-0.1", "1.0-1", "1.0-1.1", "1.0-2", "1.0-10", "1.0.1-1"),
    ("1.0-1~bpo12", "1.0-1", "1.0-1+b1"),
    ("1-1", "1-2.1", "1-1-1", "1-1-2", "1-2-1"),
)


@pytest.mark.parametrize("versions", ASCENDING, ids=" ".join)
def test_each_version_is_newer_than_those_before_it(versions: tuple[str, ...]) -> None:
    for older, newer in pairwise(versions):
        assert is_newer(newer, older), (newer, older)
        assert not is_newer(older, newer), (older, newer)


@pytest.mark.parametrize("same", [("1.0", "1.0"), ("1.0-01", "1.0-1"), ("1.0", "1.0-0")])
def test_none_of_two_equal_versions_is_newer(same: tuple[str, str]) -> None:
    first, second = same
    assert not is_newer(first, second)
    assert not is_newer(second, first)


@pytest.mark.parametrize("work", [lambda: is_newer("2", "1"), lambda: UpdatePackage.read(b"!")])
def test_where_there_is_no_dpkg_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, work: Callable[[], object]
) -> None:
    monkeypatch.setattr(releases, "PATH", str(tmp_path))
    with pytest.raises(UpdateError) as refusal:
        work()
    assert refusal.value.obstacle == "system"
    assert re.fullmatch(
        r"expected dpkg, .+: updates are for Raspberry Pi OS .+", str(refusal.value)
    )
