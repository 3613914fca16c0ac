r"""Probes of the buses that a display can be on, I2C and SPI, and what enables them.

That is config.txt of the Raspberry Pi: the parameters and overlays that it sets, with their lines.

>>> text = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n[pi5]\ndtoverlay=w1-gpio,gpiopin=17\n"
>>> config = parse_config("config.txt", text, "Raspberry Pi 4 Model B Rev 1.4")
>>> config.param("i2c_arm_baudrate"), config.overlays("w1-gpio")
(Setting(line=1, name='i2c_arm_baudrate', value='400000'), ())
"""

import errno
import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.wiring.display import DisplayWiring

PLACES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""The path of config.txt since Raspberry Pi OS 12, and before."""

# the conditional filters of config.txt in its documentation, and the names of the models
MODELS: Mapping[str, str] = {
    "pi0": r"Zero",
    "pi0w": r"Zero (2 )?W",
    "pi02": r"Zero 2",
    "pi1": r"Pi Model|Compute Module Rev",
    "pi2": r"Pi 2",
    "pi3": r"Pi 3|Compute Module 3",
    "pi3+": r"(Pi 3 Model \w|Compute Module 3) Plus",
    "pi4": r"Pi 4|Compute Module 4",
    "pi400": r"Pi 400",
    "pi5": r"Pi 5|Compute Module 5",
    "pi500": r"Pi 500",
    "cm4": r"Compute Module 4",
    "cm5": r"Compute Module 5",
}
ON = ("", "on", "true", "yes", "y", "1", "okay")


class Setting(Struct, frozen=True):
    """A parameter or overlay that is set in ``line``, counted from 1; ``value`` as written.

    The value of an overlay is its options, with those in the parameters that follow it.
    """

    line: int
    name: str
    value: str

    @property
    def is_on(self) -> bool:
        """Whether it switches something on; a setting without a value does."""
        return self.value.lower() in ON

    def option(self, name: str, default: str) -> str:
        """Return the option called ``name`` of an overlay, ``default`` if it is not given.

        >>> Setting(7, "w1-gpio", "gpiopin=17,pullup=1").option("gpiopin", "4")
        '17'
        """
        options = dict(_pairs(self.value))
        return options.get(name, default)


class BootConfig(Struct, frozen=True):
    """What the file at ``path`` sets on this machine: ``params`` of the board, and overlays."""

    path: str
    params: tuple[Setting, ...] = ()
    loaded: tuple[Setting, ...] = ()

    def param(self, *names: str) -> Setting | None:
        """Return the last setting of a parameter with one of ``names``, None if none is set."""
        found = [setting for setting in self.params if setting.name in names]
        return found[-1] if found else None

    def overlays(self, name: str) -> tuple[Setting, ...]:
        """Return every line that loads the overlay called ``name``."""
        return tuple(setting for setting in self.loaded if setting.name == name)


def read_config(system: System) -> BootConfig:
    """Return what the config.txt of ``system`` sets; nothing if there is none."""
    for path in PLACES:
        if (text := system.text(path)) is not None:
            return parse_config(path, text, system.model())
    return BootConfig(PLACES[0])


def parse_config(path: str, text: str, model: str) -> BootConfig:
    """Return what ``text``, of the file at ``path``, sets on a machine called ``model``.

    Sections for other models or under any other condition are ignored.
    """
    params, loaded = list[Setting](), list[Setting]()
    for number, key, value in _settings(text, model):
        if key == "dtparam":
            params += [Setting(number, name, given) for name, given in _pairs(value)]
            if loaded:
                # before the next overlay it may also be an option of the last one
                loaded[-1] = replace(loaded[-1], value=f"{loaded[-1].value},{value}")
        elif key == "dtoverlay":
            name, _, options = value.partition(",")
            loaded.append(Setting(number, name.strip(), options))
    return BootConfig(path, tuple(params), tuple(loaded))


def _settings(text: str, model: str) -> Iterator[tuple[int, str, str]]:
    applies = True
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", words):
            applies = _applies(section[1].strip().lower(), model)
        elif applies and "=" in words:
            key, _, value = words.partition("=")
            yield number, key.strip(), value.strip()


def _applies(section: str, model: str) -> bool:
    return section == "all" or (section in MODELS and bool(re.search(MODELS[section], model)))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        name, _, value = part.partition("=")
        yield name.strip(), value.strip()


USUAL_ADDRESSES = (0x3C, 0x3D)
"""The addresses of an OLED; a pin of it selects one (SSD1306 datasheet 8.1.5, SH1106 likewise)."""

SPEEDS = ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")
"""The names of the parameter that sets the speed of the usual I2C bus."""

DEFAULT_SPEED = 100_000
"""Bits per second on a bus whose speed is not set (Raspberry Pi overlays README)."""

FASTEST = 400_000
"""The most bits per second that the displays accept (SSD1306 datasheet, I2C timing)."""

GREY_BITS = 4
"""Bits of a pixel on a display on I2C that has greys."""

BITS_A_BYTE, WINDOW = 9, 10
"""Bits of a byte with its acknowledgement, and bytes that are sent before a whole picture."""


class BusDevice(Struct, frozen=True):
    """A bus of the kernel: its device ``node`` and its path in ``sysfs``.

    ``switch`` are the names of the parameter that turns it on, none if an ``overlay`` does.
    ``command`` is its name in raspi-config, ``module`` the driver that creates the node.
    """

    name: str
    node: str
    sysfs: str
    switch: tuple[str, ...]
    overlay: str
    command: str
    module: str


def i2c_bus(port: int) -> BusDevice:
    """Return the I2C bus ``port``."""
    switch = ("i2c_arm", "i2c", "i2c1") if port == 1 else ()
    sysfs = f"/sys/bus/i2c/devices/i2c-{port}"
    return BusDevice(
        name="I2C", node=f"/dev/i2c-{port}", sysfs=sysfs, switch=switch, overlay=f"i2c{port}",
        command="do_i2c", module="i2c-dev",
    )  # fmt: skip


def spi_bus(port: int, device: int) -> BusDevice:
    """Return the SPI bus ``port`` with the chip select ``device``."""
    place = f"{port}.{device}"
    switch = ("spi",) if port == 0 else ()
    sysfs = f"/sys/bus/spi/devices/spi{place}"
    return BusDevice(
        name="SPI", node=f"/dev/spidev{place}", sysfs=sysfs, switch=switch,
        overlay=f"spi{port}-{device + 1}cs", command="do_spi", module="spidev",
    )  # fmt: skip


def i2c(installation: Installation) -> Finding:
    """Check that I2C is switched on, if the display is on it."""
    display = installation.wiring.display
    if display.interface != "i2c":
        return not_needed("the display is not on I2C")
    return _switched_on(installation, i2c_bus(display.i2c_port))


def spi(installation: Installation) -> Finding:
    """Check that SPI is switched on, if the display is on it."""
    display = installation.wiring.display
    if display.interface != "spi":
        return not_needed("the display is not on SPI")
    return _switched_on(installation, spi_bus(display.spi_port, display.spi_device))


def speed(installation: Installation) -> Finding:
    """Check that the I2C bus is as fast as config.txt says, and no faster than the display."""
    system, display = installation.system, installation.wiring.display
    if display.interface != "i2c":
        return not_needed("the display is not on I2C")
    config = read_config(system)
    wanted = config.param(*SPEEDS)
    clock = i2c_bus(display.i2c_port).sysfs + "/of_node/clock-frequency"
    actual = system.number(clock) or DEFAULT_SPEED
    if display.i2c_port == 1 and wanted is not None and wanted.value != str(actual):
        return failed(
            f"line {wanted.line} of {config.path} says {wanted.value} bit/s, but it is {actual}",
            "sudo reboot",
        )
    faster = f"dtparam={SPEEDS[0]}={FASTEST}"
    if actual > FASTEST:
        return failed(
            f"{actual // 1000} kbit/s, expected at most {FASTEST // 1000}",
            f"set {faster} in {config.path}, then sudo reboot",
        )
    text = f"{actual // 1000} kbit/s, a whole picture takes {_picture_ms(display, actual)} ms"
    return ok(text if actual == FASTEST else f"{text} ({faster} in {config.path} is quicker)")


def _picture_ms(display: DisplayWiring, speed: int) -> int:
    """Return how many ms a whole picture takes on a bus of ``speed`` bit/s."""
    bits = GREY_BITS if display.has_greys else 1
    size = display.width * display.height * bits // 8 + WINDOW
    return size * BITS_A_BYTE * 1000 // speed


def address(installation: Installation) -> Finding:
    """Check that the display answers at its address; try only the usual addresses as well."""
    display = installation.wiring.display
    if display.interface != "i2c":
        return not_needed("the display is not on I2C")
    bus, wanted = display.i2c_port, display.i2c_address
    tried = dict.fromkeys((wanted, *USUAL_ADDRESSES))
    try:
        found = [each for each in tried if _answers(installation, bus, each)]
    except OSError as error:
        if error.errno == errno.EBUSY:
            return _owned_by_kernel(installation.system, bus, wanted)
        return failed(
            f"I2C bus {bus} fails ({error})",
            "check that SDA [3] and SCL [5] are not swapped and touch nothing else",
        )
    if wanted in found:
        return ok(f"0x{wanted:02X} answers on I2C bus {bus}")
    return _other_address(bus, wanted, found[0]) if found else _no_address(bus, tried)


def _answers(installation: Installation, bus: int, address: int) -> bool:
    """Return whether a device answers; one that a driver owns counts unless it is the display."""
    try:
        return installation.system.answers(bus, address)
    except OSError as error:
        if error.errno != errno.EBUSY or address == installation.wiring.display.i2c_address:
            raise
        return False


def _owned_by_kernel(system: System, bus: int, address: int) -> Finding:
    """Return the finding that a kernel driver owns the address, so that no program can use it."""
    device = f"{bus}-{address:04x}"
    drivers = [path.split("/")[-2] for path in system.files(f"/sys/bus/i2c/drivers/*/{device}")]
    driver = " and ".join(drivers) or "a driver"
    path = read_config(system).path
    overlays = f"the dtoverlay line for {driver}" if drivers else "the dtoverlay line that loads it"
    return failed(
        f"0x{address:02X} on I2C bus {bus} is busy: {driver} of the kernel owns it",
        f"remove {overlays} from {path}, then sudo reboot; until then: "
        f"echo {device} | sudo tee /sys/bus/i2c/devices/{device}/driver/unbind",
    )


def _other_address(bus: int, wanted: int, found: int) -> Finding:
    return failed(
        f"0x{wanted:02X} does not answer on I2C bus {bus}, but 0x{found:02X} does",
        f"set i2c_address = 0x{found:02X} in [display] of the wiring",
    )


def _no_address(bus: int, tried: Iterable[int]) -> Finding:
    return failed(
        f"nothing answers on I2C bus {bus} at {', '.join(f'0x{each:02X}' for each in tried)}",
        "check the display's 3.3 V [1], ground [6], SDA [3] and SCL [5]; to see what answers: "
        f"i2cdetect -y {bus} (sudo apt install i2c-tools)",
    )


def _switched_on(installation: Installation, bus: BusDevice) -> Finding:
    system = installation.system
    config = read_config(system)
    if not bus.switch:
        return _overlaid(installation, bus, config)
    setting = config.param(*bus.switch)
    line = f"line {setting.line} of {config.path}" if setting else config.path
    is_on = setting is not None and setting.is_on
    if system.exists(bus.node):
        return ok(f"{bus.node}, switched on in {line}" if is_on else bus.node)
    if is_on and system.exists(bus.sysfs):
        return failed(
            f"{line} switches it on, but the driver {bus.module} is not loaded",
            f"sudo modprobe {bus.module} && "
            f"echo {bus.module} | sudo tee /etc/modules-load.d/{bus.module}.conf",
        )
    if is_on:
        return failed(f"{line} switches it on, but there is no {bus.node} yet", "sudo reboot")
    return failed(
        f"there is no {bus.node}: {line} " + ("switches it off" if setting else "does not name it"),
        f"sudo raspi-config nonint {bus.command} 0 "
        f"(or add dtparam={bus.switch[0]}=on to {config.path}), then sudo reboot",
    )


def _overlaid(installation: Installation, bus: BusDevice, config: BootConfig) -> Finding:
    if installation.system.exists(bus.node):
        return ok(bus.node)
    return failed(
        f"there is no {bus.node}",
        f"add dtoverlay={bus.overlay} to {config.path}, then sudo reboot; "
        "or wire the display to the usual bus",
    )


PROBES: Mapping[str, Probe] = {
    "I2C": i2c, "I2C speed": speed, "SPI": spi, "display address": address,
}  # fmt: skip
