"""Try the outputs and ask the person: a frame on the display, a tune, the lights."""

from contextlib import closing
from typing import TYPE_CHECKING, Final

from hardware.doctor.bench import TICK, DoctorBench
from hardware.doctor.findings import BenchStep, Finding, asked, failed, ok
from hardware.errors import DisplayError
from hardware.wiring.header import where

if TYPE_CHECKING:
    from PIL import Image

MARK = 8
"""Pixels along each edge that the filled corner of the frame takes."""

SEE_THE_FRAME = "do you see all four edges of the frame, and the filled corner at the top left?"
WRONG_FRAME = (
    'edges missing or a strip of noise: use the other one of display = "ssd1306" and "sh1106" in '
    "[display]; corner in another place: rotate = 1, 2 or 3; every second row, or half of it: "
    "height = 64 or 32"
)

MELODY: Final = "over"
"""The longest of the signals: four tones, each higher than the last."""

FREE_IT: Final = "sudo systemctl stop tableside, or wire another pin"


def show_frame(bench: DoctorBench) -> Finding:
    """Show the frame on the display."""
    try:
        bench.display.show(frame(bench.display.size))
    except DisplayError as error:
        return failed(str(error), "name a display that is driven in [display] of the wiring")
    if bench.display.fault is not None:
        return failed(bench.display.fault, "check the display's plug, then the wiring's [display]")
    return ok("it took a picture")


def see_frame(bench: DoctorBench) -> Finding:
    """Ask whether the whole frame is seen."""
    return asked(bench, SEE_THE_FRAME, "seen whole", WRONG_FRAME)


def frame(size: tuple[int, int]) -> "Image.Image":
    """Return a picture of ``size`` (pixels) with a frame and a filled top left corner.

    >>> picture = frame((128, 64))
    >>> [picture.getpixel(place) for place in ((127, 63), (2, 2), (64, 32))]
    [255, 255, 0]
    """
    from PIL import Image, ImageDraw

    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
    draw.polygon(((0, 0), (MARK, 0), (0, MARK)), fill=255)
    return picture


def play(bench: DoctorBench) -> Finding:
    """Play a signal on the buzzer."""
    from hardware.output.sound import Buzzer, BuzzerPlayer

    with closing(Buzzer(bench.wiring.buzzer, bench.factory)) as buzzer:
        player = BuzzerPlayer(buzzer.sound)
        player.play(MELODY, bench.clock())
        while player.deadline is not None:
            player.tick(bench.clock())
            bench.pause(TICK)
        return ok("played") if buzzer.fault is None else failed(buzzer.fault, FREE_IT)


def hear(bench: DoctorBench) -> Finding:
    """Ask whether the signal was heard."""
    assert bench.wiring.buzzer is not None, "checked only where one is wired"
    return asked(
        bench,
        "did you hear four tones, each higher than the last?",
        "heard",
        f"connect a passive piezo between {where(bench.wiring.buzzer)} and ground: an active one "
        "has only one tone; to do without: on = false in [sound] of the wiring",
    )


def light(side: str) -> BenchStep:
    """Return the step that lights the seat on ``side`` and asks whether that is seen."""

    def step(bench: DoctorBench) -> Finding:
        from hardware.output.lights import Lights

        pin = bench.wiring.lights[side]
        with closing(Lights({side: pin}, bench.factory)) as lights:
            lights.show(side)
            if lights.fault is not None:
                return failed(lights.fault, FREE_IT)
            return asked(
                bench,
                f"is the light on the {side} side on, and no other?",
                "seen",
                f"dark: connect the long leg of the LED to {where(pin)}, the other over 330 ohm "
                "to ground; another side: swap the pins in [lights]",
            )

    return step
