"""What the manual says of displays follows from the letters as they are drawn."""

import re
from itertools import chain

from docs.writer import displays
from docs.writer.manual import FOLDER
from firmware_host.screens.text_layout import height
from hardware.display.framebuffer import CAPITAL

PANELS = (*chain.from_iterable(displays.PANELS.values()), displays.LONG)
README = FOLDER.parent / "README.md"


def test_four_people_read_large_letters_on_a_panel_of_2_42_inches_from_about_80_cm() -> None:
    assert round(displays.distance(displays.IN_HAND, displays.LARGE), 2) == 0.83
    assert round(displays.distance(displays.ON_DSI, displays.USUAL), 2) == 1.15


def test_a_capital_is_counted_in_the_letters_as_they_are_drawn() -> None:
    rows = [displays.rows_of_capital(font) for font in displays.LETTERS.values()]
    assert rows == [CAPITAL, 7, 9, 13]
    assert height("tall") == height("heading")


def test_the_pixels_of_every_panel_are_as_high_as_wide() -> None:
    for panel in PANELS:
        across, down = (
            mm / count for mm, count in zip(panel.millimetres, panel.pixels, strict=True)
        )
        assert 0.9 < across / down < 1.1, panel.name


def test_a_panel_that_is_wider_may_have_smaller_letters() -> None:
    long, in_hand = displays.LONG, displays.IN_HAND
    assert long.millimetres[0] > in_hand.millimetres[0]
    for letters in displays.LETTERS:
        assert displays.capital(long, letters) < displays.capital(in_hand, letters)


def test_the_readme_names_the_distances_of_the_page() -> None:
    words = README.read_text(encoding="utf-8").partition("Four people around one table")[2]
    said = re.findall(r"\d\.\d m\b", words.partition("\n")[0])
    wanted = (
        (displays.SMALL, displays.LARGE),
        (displays.IN_HAND, displays.LARGE),
        (displays.ON_DSI, displays.USUAL),
        (displays.ON_DSI, displays.LARGE),
    )
    assert said == [f"{displays.distance(*each):.1f} m" for each in wanted]
