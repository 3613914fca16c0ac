"""Try what is on pins: open the chip, claim the pins, ask for keys, encoder and dice, a tune,
lights.

A probe finds overlays that take a pin of the wiring for something else.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from fnmatch import fnmatch
from itertools import chain
from typing import TYPE_CHECKING, Final

from hardware import DisplayError, PinsError
from hardware.dice.adjusting import NEXT, sees_light
from hardware.doctor import buses
from hardware.doctor.findings import (
    PATIENCE,
    TICK,
    BenchStep,
    DoctorBench,
    Finding,
    Probe,
    asked,
    failed,
    ok,
    skipped,
)
from hardware.doctor.machine import claims
from hardware.doctor.system import Installation
from hardware.input.edges import Edge
from hardware.input.keys import Encoder, Keys
from hardware.wiring.sections import where
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, DiceWiring

if TYPE_CHECKING:
    from PIL import Image


I2S = (18, 19, 20, 21)
"""Clock, word select, data in and data out of PCM (BCM2835 ARM Peripherals, 6.2)."""

I2S_NODES = "/proc/device-tree/**/i2s@*/status"

OVERLAYS: Mapping[str, tuple[int, ...]] = {
    "allo-*": I2S, "audioinjector-*": I2S, "googlevoicehat-soundcard": I2S, "hifiberry-*": I2S,
    "i2s-mmap": I2S, "iqaudio-*": I2S, "justboom-*": I2S, "max98357a": (*I2S, 4), "rpi-dac": I2S,
    "audremap": (18, 19), "pwm": (18,), "pwm-2chan": (18, 19),
    "gpio-fan": (12,), "gpio-ir": (18,), "gpio-ir-tx": (18,), "gpio-poweroff": (26,),
    "gpio-shutdown": (3,), "spi1-?cs": (16, 17, 18, 19, 20, 21),
    "uart3": (4, 5), "uart4": (8, 9), "uart5": (12, 13), "i2c4": (8, 9), "i2c5": (12, 13),
    "i2c6": (22, 23),
}  # fmt: skip
"""The pins that overlays take unless their options say otherwise (Raspberry Pi overlays README)."""

PIN_OPTIONS = ("gpiopin", "gpio_pin", "gpio-pin", "pin", "pin2")


def overlays(installation: Installation) -> Finding:
    """Check that no overlay and no sound card uses a pin of the wiring."""
    wired = {pin: use for use, pin in claims(installation.wiring).items()}
    taken = [
        (cause, {pin: wired[pin] for pin in pins if pin in wired})
        for cause, pins in _taken(installation)
    ]
    if troubles := [(cause, pins) for cause, pins in taken if pins]:
        cause, pins = troubles[0]
        named = ", ".join(f"{where(pin)} (wired for {use})" for pin, use in pins.items())
        return failed(
            f"{cause} takes {named}",
            f"remove that line from {buses.read_config(installation.system).path} and sudo reboot, "
            "or wire other pins",
        )
    return ok("no overlay takes a pin of the wiring")


def _taken(installation: Installation) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what takes pins, in words, with these pins."""
    config = buses.read_config(installation.system)
    for overlay in config.loaded:
        known = [pins for pattern, pins in OVERLAYS.items() if fnmatch(overlay.name, pattern)]
        given = [overlay.option(option, "") for option in PIN_OPTIONS]
        named = tuple(int(pin) for pin in given if pin.isdecimal())
        for pins in known:
            yield f"line {overlay.line} of {config.path} (dtoverlay={overlay.name})", named or pins
    i2s = config.param("i2s")
    if i2s is not None and i2s.is_on:
        yield f"line {i2s.line} of {config.path} (I2S)", I2S
    elif any(_is_on(installation, path) for path in installation.system.files(I2S_NODES)):
        yield "I2S, which the device tree switches on,", I2S


def _is_on(installation: Installation, path: str) -> bool:
    status = installation.system.text(path) or ""
    return status.strip("\0\n") in ("ok", "okay")


PROBES: Mapping[str, Probe] = {"overlays": overlays}


GIVE_UP = "Enter if nothing happens"
CLOCKWISE = "down"
"""The key that a clockwise step of the encoder presses."""


def open_chip(bench: DoctorBench) -> Finding:
    """Open the GPIO chip as the program does."""
    try:
        return ok(f"opens with {type(bench.factory).__name__}")
    except PinsError as error:
        return failed(str(error), "sudo usermod -aG gpio $USER, then log in again")


def claim(bench: DoctorBench) -> Finding:
    """Claim every line of the wiring, and release it."""
    try:
        with bench.watch():
            return ok(f"{len(bench.wiring.lines)} lines can be claimed")
    except PinsError as error:
        return failed(str(error), "sudo systemctl stop tableside, or wire another pin")


def press(key: str) -> BenchStep:
    """Return the step that asks for ``key`` and names the key that came."""

    def step(bench: DoctorBench) -> Finding:
        pin = bench.wiring.keys[key]
        with bench.watch() as watch:
            if not watch.levels()[key]:
                return _short(key, pin)
            bench.person.tell(f"press {key} ({where(pin)}; {GIVE_UP})")
            pressed = _first_press(bench, watch.looks())
        if pressed is None:
            return _silent(f"{where(pin)} for {key}")
        if pressed == key:
            return ok("pressed")
        return failed(
            f"{pressed} came, on {where(bench.wiring.keys[pressed])}",
            "swap the two wires, or the two pins in [keys] of the wiring",
        )

    return step


def rotate(bench: DoctorBench) -> Finding:
    """Ask for a clockwise step of the encoder, and check its direction."""
    wired = bench.wiring.encoder
    assert wired is not None, "checked only where one is wired"
    encoder, pins = Encoder(quarters=wired.quarters), f"{where(wired.a)} and {where(wired.b)}"
    with bench.watch() as watch:
        encoder.begin(watch.levels())
        bench.person.tell(f"rotate the knob clockwise by a step ({pins}; {GIVE_UP})")
        edges = chain.from_iterable(edges for _, edges in watch.looks())
        turned = next((event.key for edge in edges for event in encoder.feed(edge)), None)
    if turned is None:
        return _silent(f"{pins} for the encoder")
    if turned == CLOCKWISE:
        return ok("turned")
    return failed("it went the other way", "swap a and b in [encoder] of the wiring")


def turn(line: str) -> BenchStep:
    """Return the step that waits for dice ``line`` to change."""

    def step(bench: DoctorBench) -> Finding:
        pin = bench.wiring.lines[line]
        with bench.watch() as watch:
            bench.person.tell(f"turn the dice until {line} changes ({where(pin)}; {GIVE_UP})")
            changed = any(edge.line == line for _, edges in watch.looks() for edge in edges)
        return ok("changed") if changed else _silent(f"{where(pin)} for {line}")

    return step


def lanes(bench: DoctorBench) -> Finding:
    """Say what each sensor of a tower sees now; a lane with second sensors sees light once."""
    wired = _tower(bench)
    with bench.watch() as watch:
        levels = watch.levels()
    seen = {line: sees_light(line, levels, wired) for line in wired.pins if line != CUP}
    told = ", ".join(f"{line} {SEEN[is_light]}" for line, is_light in seen.items())
    pairs = zip(DICE_LINES, CHECK_LINES, strict=True)
    twice = [f"{a} and {b}" for a, b in pairs if wired.checks and seen[a] and seen[b]]
    if twice:
        return failed(f"{told}: {' and '.join(twice)} both see light", BOTH_LIGHT)
    return ok(told)


def sense(line: str) -> BenchStep:
    """Return the step that lays white and black over the sensor on ``line`` of a tower."""

    def step(bench: DoctorBench) -> Finding:
        wired, pin = _tower(bench), bench.wiring.lines[line]
        with bench.watch() as watch:
            bench.person.tell(f"hold white over {line} ({where(pin)}; {GIVE_UP})")
            if not any(sees_light(line, watch.levels(), wired) for _ in watch.looks()):
                return failed(f"{line} ({where(pin)}) sees no light of white", NEXT["white"].advice)
            answer = bench.person.ask(f"hold black over {line}: is it there?")
            if answer != "yes":
                return skipped("white is light; black was not laid")
            if sees_light(line, watch.levels(), wired):
                return failed(f"{line} ({where(pin)}) sees light of black", NEXT["black"].advice)
        return ok("white is light, black is dark")

    return step


SEEN: Mapping[bool, str] = {True: "light", False: "dark"}
BOTH_LIGHT: Final = (
    "shade the tower from sun and lamps; if it stays, turn the trimmers of these back: tableside "
    "dice --wiring FILE, w"
)


def _tower(bench: DoctorBench) -> DiceWiring:
    assert bench.wiring.dice is not None, "checked only where it is wired"
    return bench.wiring.dice


def lift(bench: DoctorBench) -> Finding:
    """Wait until the dice are lifted and put back: the cup contact opens and closes."""
    pin = bench.wiring.lines[CUP]
    with bench.watch() as watch:
        if watch.levels()[CUP]:
            return failed(
                f"{where(pin)} for the cup contact is open while the dice rest",
                "plug the dice cable in, put the dice down, and check that the contact closes",
            )
        for request, level in (("lift the dice", True), ("put the dice back", False)):
            bench.person.tell(f"{request} ({where(pin)}; {GIVE_UP})")
            if not any(watch.levels()[CUP] == level for _ in watch.looks()):
                return _silent(f"{where(pin)} for the cup contact")
    return ok("opened and closed")


def _first_press(bench: DoctorBench, looks: Iterable[tuple[float, list[Edge]]]) -> str | None:
    keys = Keys(bench.wiring.keys, repeats=(), holds={})
    for now, edges in looks:
        for edge in edges:
            keys.feed(edge)
        for event in keys.tick(now):
            if event.kind == "press":
                return event.key
    return None


def _short(key: str, pin: int) -> Finding:
    return failed(
        f"{where(pin)} is closed before {key} is pressed",
        f"release {key}; if it is released, look for a wire of {where(pin)} that touches ground",
    )


def _silent(what: str) -> Finding:
    return failed(
        f"nothing came on {what} in {PATIENCE:.0f} s",
        f"check the wire of {what} and its ground; see the pin itself: pinctrl get",
    )


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
    from hardware.output import Buzzer, BuzzerPlayer

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
        from hardware.output import Lights

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
