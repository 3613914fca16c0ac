"""Versions are compared as Debian compares them: by its rules, and by its own program."""

import random
import shutil
import subprocess
from itertools import pairwise

import pytest

from firmware_host.setup.update.versions import is_newer

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


def written(rng: random.Random) -> str:
    """A version as nobody would write it."""
    return rng.choice("0129") + "".join(rng.choices("019az.+~-", k=rng.randrange(6))).rstrip("-")


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="dpkg compares versions; it is not here")
def test_two_versions_are_compared_as_dpkg_compares_them() -> None:
    rng = random.Random(5)
    pairs = [(written(rng), written(rng)) for _ in range(60)]
    found = [
        subprocess.run(["dpkg", "--compare-versions", first, "gt", second], check=False).returncode
        == 0
        for first, second in pairs
    ]
    assert [is_newer(first, second) for first, second in pairs] == found
    assert 10 < sum(found) < 50
