"""Which screen a name means, below a folder that stands for the file system."""

from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from hardware import DisplayError
from hardware.display.framebuffer import NO_SCREEN, FactsBelow, screen_named
from hardware.display.framebuffer_driver import FramebufferDriver, open_screen
from hardware.display.oled import RETRY, Oled
from hardware.simulated import VirtualClock
from hardware.wiring.display import DEVICE, DisplayWiring

GPU, PANEL = "devices/platform/gpu", "devices/platform/soc/spi0/spi0.0"
OTHER = "devices/platform/soc/spi0/spi0.1"


def connect(root: Path, number: int, driver: str, place: str) -> Path:
    """Connect a screen at ``place`` of /sys; return its file."""
    device, facts = root / "sys" / place, root / f"sys/{place}/graphics/fb{number}"
    facts.mkdir(parents=True)
    (facts / "name").write_text(f"{driver}\n")
    (facts / "virtual_size").write_text("320,240\n")
    (facts / "device").symlink_to(device)
    (root / "sys/class/graphics").mkdir(parents=True, exist_ok=True)
    (root / f"sys/class/graphics/fb{number}").symlink_to(facts)
    file = root / f"dev/fb{number}"
    file.parent.mkdir(exist_ok=True)
    file.touch()
    return file


def link_card(root: Path, place: str) -> str:
    """Make the card of the screen at ``place``; return the name that stays."""
    (root / "dev/dri/by-path").mkdir(parents=True)
    (root / "dev/dri/card1").touch()
    (root / "dev/dri/by-path/platform-gpu-card").symlink_to("../card1")
    (root / "sys/class/drm/card1").mkdir(parents=True)
    (root / "sys/class/drm/card1/device").symlink_to(root / "sys" / place)
    return "/dev/dri/by-path/platform-gpu-card"


def node(root: Path, wanted: str) -> str:
    assert DEVICE.fits(wanted), wanted
    return screen_named(wanted, FactsBelow(root)).node


@pytest.mark.parametrize("numbers", [(0, 1), (1, 0)])
def test_a_screen_is_found_by_names_that_stay_when_numbers_change(
    tmp_path: Path, numbers: tuple[int, int]
) -> None:
    connect(tmp_path, numbers[0], "vc4drmfb", GPU)
    connect(tmp_path, numbers[1], "panel-mipi-dbid", PANEL)
    screen, panel = (f"/dev/fb{number}" for number in numbers)
    assert node(tmp_path, "panel-mipi-dbid") == node(tmp_path, "panel-*") == panel
    assert node(tmp_path, f"/sys/{PANEL}") == node(tmp_path, "/sys/devices/platform/soc") == panel
    assert node(tmp_path, link_card(tmp_path, GPU)) == screen
    assert node(tmp_path, screen) == screen


def test_a_name_is_looked_up_each_time_the_screen_is_opened(tmp_path: Path) -> None:
    first = connect(tmp_path, 0, "panel-mipi-dbid", PANEL)
    open_screen("panel-mipi-dbid", tmp_path).close()
    first.unlink()
    (tmp_path / "sys/class/graphics/fb0").unlink()
    second = connect(tmp_path, 1, "panel-mipi-dbid", OTHER)
    opened = open_screen("panel-mipi-dbid", tmp_path)
    opened.write(0, b"seen")
    opened.close()
    assert second.read_bytes() == b"seen"


def test_a_name_of_no_screen_is_one_line_that_lists_those_that_are_there(tmp_path: Path) -> None:
    connect(tmp_path, 0, "vc4drmfb", GPU)
    for wanted in ("panel-mipi-dbid", "/dev/fb1", f"/sys/{PANEL}", "/dev/dri/by-path/none"):
        with pytest.raises(DisplayError) as error:
            open_screen(wanted, tmp_path)
        assert str(error.value) == (
            f"there is no {wanted}, but /dev/fb0 (vc4drmfb, 320x240): "
            'write device = "vc4drmfb" into [display] of the wiring'
        )


def test_a_name_of_two_screens_is_one_line_with_a_path_that_tells_them_apart(
    tmp_path: Path,
) -> None:
    connect(tmp_path, 0, "fb_st7789v", PANEL)
    connect(tmp_path, 1, "fb_st7789v", OTHER)
    with pytest.raises(DisplayError) as error:
        open_screen("fb_st7789v", tmp_path)
    assert str(error.value) == (
        f"fb_st7789v names more than one screen: /dev/fb0 (fb_st7789v, 320x240), /sys/{PANEL} and "
        f"/dev/fb1 (fb_st7789v, 320x240), /sys/{OTHER}: "
        f'write device = "/sys/{PANEL}" into [display] of the wiring'
    )
    assert node(tmp_path, f"/sys/{OTHER}") == "/dev/fb1"


def test_a_screen_that_is_missing_is_said_by_the_display(tmp_path: Path) -> None:
    wiring = DisplayWiring("framebuffer", "kernel", 160, 120, device="no-such-driver")
    driver = FramebufferDriver(wiring, partial(open_screen, wiring.device, tmp_path))
    display = Oled(driver, wiring, clock := VirtualClock())
    display.show(Image.new("1", (160, 120)))
    assert display.fault == f"framebuffer no-such-driver: there is no no-such-driver: {NO_SCREEN}"
    connect(tmp_path, 0, "vc4drmfb", GPU)
    clock.advance_to(RETRY)
    display.show(Image.new("1", (160, 120)))
    assert display.fault is not None
    assert display.fault.startswith("framebuffer no-such-driver: there is no no-such-driver, but")


@pytest.mark.parametrize("wrong", ["/dev/sda", "/dev/fb32", "/etc/passwd", "", "x" * 16, "a/b", 1])
def test_what_cannot_name_a_screen_is_refused(wrong: object) -> None:
    assert not DEVICE.fits(wrong)
