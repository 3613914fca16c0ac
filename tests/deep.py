"""Which of the cases of a test are tried only with those that take minutes."""

import pytest


def deeply(*values: object) -> list[object]:
    """Return ``values`` as parameters of a test that ``make test`` leaves to the deep tests."""
    return [pytest.param(value, marks=pytest.mark.deep) for value in values]
