from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.display.oled import DIM_DIVISOR, MOVE_EVERY, SHIFTS, Appearance, ScreenSaver

BRIGHT, DIM = 160, 160 // DIM_DIVISOR


def care(dim_after: float = 60.0) -> ScreenSaver:
    return ScreenSaver(BRIGHT, dim_after, now=0.0)


def test_a_panel_in_use_is_bright_and_its_picture_is_in_place() -> None:
    panel = care()
    for now in range(0, 2000, 50):
        panel.touch(now)
        assert panel.tick(now + 49) == Appearance(BRIGHT)


def test_a_panel_is_dimmed_at_its_time_and_not_before() -> None:
    panel = care()
    assert panel.tick(59.9).brightness == BRIGHT
    assert panel.deadline == 60.0
    assert panel.tick(60.0).brightness == DIM
    assert panel.deadline == MOVE_EVERY


def test_a_panel_that_is_never_dimmed_moves_its_picture_all_the_same() -> None:
    panel = care(dim_after=0)
    assert panel.tick(MOVE_EVERY) == Appearance(BRIGHT, SHIFTS[1])


def test_the_picture_comes_back_to_its_place() -> None:
    panel = care()
    seen = [panel.tick(index * MOVE_EVERY).shift for index in range(len(SHIFTS) + 1)]
    assert seen == [*SHIFTS, SHIFTS[0]]


def test_every_pixel_has_stood_in_nine_places() -> None:
    assert sorted(SHIFTS) == [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def test_a_touch_makes_a_new_picture_due_only_if_the_panel_changed() -> None:
    panel = care()
    panel.tick(10.0)
    panel.touch(20.0)
    assert panel.deadline == 80.0
    panel.tick(100.0)
    panel.touch(101.0)
    assert panel.deadline == 101.0
    assert panel.tick(101.0) == Appearance(BRIGHT)
    assert panel.deadline == 161.0


@given(
    st.lists(st.tuples(st.floats(0, 1e4), st.booleans()), max_size=30),
    st.sampled_from([0.0, 0.1, 60.0, 1e5]),
)
def test_the_deadline_is_always_ahead_and_nothing_changes_before_it(
    waits: list[tuple[float, bool]], dim_after: float
) -> None:
    panel, now = care(dim_after), 0.0
    for wait, touched in waits:
        now += wait
        if touched:
            panel.touch(now)
        look = panel.tick(now)
        assert panel.deadline > now
        assert panel.tick((now + panel.deadline) / 2) == look or panel.deadline - now < 1e-6


def test_a_moved_picture_is_cut_and_not_wrapped_round() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((127, 0), 1)
    image.putpixel((5, 5), 1)
    assert Appearance(BRIGHT, (1, 1)).place(image).getbbox() == (6, 6, 7, 7)
    assert Appearance(BRIGHT).place(image) is image
