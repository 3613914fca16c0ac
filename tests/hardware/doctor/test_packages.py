"""The doctor compares the versions of packages with the requirements."""

import pytest

from hardware.doctor.packages import parse as requirement


@pytest.mark.parametrize(
    ("bounds", "version", "allowed"),
    [
        (">=2.0.1.post3", "2.0.1.post3", True),
        (">=2.0.1.post3", "2.0.1", False),
        (">=0.2.2", "0.2.2.0", True),
        (">=0.2.2", "0.0.0.2", False),
        ("<14,>=10.1", "13.9.1", True),
        ("<14,>=10.1", "14", False),
        ("<14,>=10.1", "10.0.9", False),
        ("==3.0", "3", True),
        ("!=3.0", "3.0.0", False),
        ("", "1", True),
    ],
)
def test_versions_are_compared_number_by_number(bounds: str, version: str, allowed: bool) -> None:
    assert requirement(f"package{bounds}").allows(version) == allowed


def test_a_requirement_has_its_extra_and_an_unusual_one_is_read_in_part() -> None:
    assert requirement("lgpio>=0.2.2 ; extra == 'pi'").extra == "pi"
    odd = requirement('colorzero[fast] @ file:///x; python_version < "4"')
    assert odd.name.startswith("colorzero")
    assert odd.allows("1")
