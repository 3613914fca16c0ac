"""The signs differ without colours."""

from itertools import combinations

import pytest
from PIL import ImageChops

from firmware_host.screens.signs import sign
from firmware_host.session.names import COLOURS


@pytest.mark.parametrize(("size", "least"), [(9, 12), (5, 5), (3, 3)])
def test_the_signs_of_any_two_colours_differ_at_a_glance(size: int, least: int) -> None:
    for one, other in combinations(COLOURS, 2):
        assert sign(one, size).size == sign(other, size).size == (size, size)
        differing = ImageChops.logical_xor(sign(one, size), sign(other, size))
        assert sum(differing.histogram()[1:]) >= least, f"{one} {other}"
