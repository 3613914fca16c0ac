"""A probe of the other functions of pins: overlays that take a pin of the wiring."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatch

from hardware.doctor import bootconfig
from hardware.doctor.findings import Finding, Probe, failed, ok
from hardware.doctor.machine import claims
from hardware.doctor.system import Installation
from hardware.wiring.header import where

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
            f"remove that line from {bootconfig.read(installation.system).path} and sudo reboot, "
            "or wire other pins",
        )
    return ok("no overlay takes a pin of the wiring")


def _taken(installation: Installation) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what takes pins, in words, with these pins."""
    config = bootconfig.read(installation.system)
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
