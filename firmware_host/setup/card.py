r"""A prepared card makes a Pi a table by itself, as the file ``table.txt`` beside the package says.

Nobody is there to type, and the Pi may have no clock and no network: what is missing is said and
waited for, and everything is tried again, also at the next start, until it is done.

>>> CardRecipe.read("WIRING=waveshare-oled-hat\r\n# for guests\r\nWEB=:8000\r\n").wanted
('--wiring', 'waveshare-oled-hat', '--language', 'en', '--web', ':8000')
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Final, Self

from msgspec import Struct

from firmware_host.base.errors import InstallError
from firmware_host.setup.choices import DEFAULT_LANGUAGE, DEFAULT_WIRING, SERVICES_BESIDE
from firmware_host.setup.machine import Command, Machine
from firmware_host.setup.services import bus
from games.message import Message, msg
from hardware.untrusted_input import harmless
from hardware.wiring.wiring import Wiring

RECIPE: Final = "table.txt"
CARD_SERVICE: Final = "tableside-card.service"
WRITTEN: Final = (f"/etc/systemd/system/{CARD_SERVICE}", "/usr/local/sbin/tableside-card")
"""What the card has written to start this, and what is in the way when it is done."""

HANDED: Final = "/run/tableside-card-fleet"
"""Where settings of services are protected, as files of a FAT partition cannot be."""

SYNCHRONIZED: Final = "/run/systemd/timesync/synchronized"
"""systemd-timesyncd(8) makes this file when the clock is right."""

LONGEST_SHOWN: Final = 60
"""Characters of a wrong line that are shown."""

PATIENCE: Final = 120.0
LOOK: Final = 2.0
"""Seconds to wait for the time, and between two looks."""

UNDATED: Final = ("--option=Acquire::Check-Date=false", "--option=Acquire::Check-Valid-Until=false")
"""Lets apt take lists that seem to be of the future; their signatures are checked all the same."""

WAITS_FOR_TIME: Final = msg("Waiting for the time from the network, two minutes at most.")
INSTALLS: Final = msg("The table is being installed. This takes a few minutes.")
WAITS_FOR_NETWORK: Final = msg(
    "Something has to be downloaded. Connect the network: the next try is in a minute."
)
HAS_FAILED: Final = msg("It did not work: {what}. The next try is in a minute.")
DONE: Final = msg("The table is installed. It starts again now.")

Show = Callable[[Message], None]


class CardRecipe(Struct, frozen=True):
    """What becomes of a Pi: its ``name`` in the network, and what ``tableside install`` is told.

    ``files`` are those beside the recipe with the settings of services, by the names of these.
    ``play`` has a game and options as with ``play``; a value that is empty is left as it is.
    """

    name: str = ""
    wiring: str = DEFAULT_WIRING
    language: str = DEFAULT_LANGUAGE
    web: str = ""
    play: str = ""
    files: Mapping[str, str] = {}

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the recipe in ``text``; InstallError names the line that is wrong."""
        known, found = cls.names(), dict[str, str]()
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            name, is_value, value = line.partition("=")
            key = name.strip().lower()
            if line.strip() and not line.lstrip().startswith("#"):
                if not is_value or key not in known:
                    raise InstallError(
                        f"{RECIPE}, line {number}: expected one of {'= '.join(known).upper()}=, "
                        f"got {harmless(line, LONGEST_SHOWN)}"
                    )
                found[key] = value.strip()
        files = {each.name: found.pop(each.name, "") for each in SERVICES_BESIDE}
        for name, file in files.items():
            if "/" in file:
                raise InstallError(
                    f"{RECIPE}, {name.upper()}: expected the name of a file beside it, "
                    f"got {harmless(file, LONGEST_SHOWN)}"
                )
        return cls(**found, files={name: file for name, file in files.items() if file})

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return what a line can say, in the order in which it is explained."""
        *before, last = (name for name in cls.__struct_fields__ if name != "files")
        return (*before, *(each.name for each in SERVICES_BESIDE), last)

    def text(self) -> str:
        """Return the recipe as :meth:`read` reads it, without what is usual anyway.

        >>> CardRecipe("hall-2", play="--kiosk", files={"fleet": "fleet.toml"}).text()
        'NAME=hall-2\\nWIRING=generic\\nLANGUAGE=en\\nFLEET=fleet.toml\\nPLAY=--kiosk\\n'
        """
        values = {name: self.files.get(name) or getattr(self, name, "") for name in self.names()}
        return "".join(f"{key.upper()}={value}\n" for key, value in values.items() if value)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The words after ``tableside install``."""
        given = {"--wiring": self.wiring, "--language": self.language, "--web": self.web}
        given |= {f"--{name}": f"{HANDED}/{file}" for name, file in self.files.items()}
        words = [word for pair in given.items() if pair[1] for word in pair]
        return (*words, *(("--", *self.play.split()) if self.play else ()))


def cloud_config() -> str:
    """Return what a card tells cloud-init, with places for the keys of who may log in."""
    return (files("firmware_host.setup") / "user-data").read_text("utf-8")


def recipe_beside(machine: Machine, package: str) -> CardRecipe:
    """Return the recipe beside ``package`` on ``machine``; the usual one without a file."""
    return CardRecipe.read(machine.text(_beside(package, RECIPE)) or "")


def switch_bus_on(machine: Machine, wiring: Wiring) -> None:
    """Switch on what the display of ``wiring`` is connected to, until the next start."""
    needed = bus(wiring.display)
    for command in (
        ("dtparam", f"{needed.switch[0]}=on") if needed and needed.switch else ("true",),
        ("modprobe", "--all", "i2c-dev", "spidev"),
    ):
        with suppress(InstallError):  # the panel stays dark, and everything else goes on
            machine.run(command)


def make_table(
    machine: Machine, package: str, recipe: CardRecipe, show: Show, wait: Callable[[float], None]
) -> None:
    """Make ``machine`` a table from the file ``package``, and start it again.

    ``show`` gets what is waited for, ``wait`` waits some seconds. InstallError, which was shown
    too, if something is missing: the next call begins again, and loses nothing.
    """
    try:
        if recipe.name:
            machine.run(("raspi-config", "nonint", "do_hostname", recipe.name))
        _bring(machine, package, show, wait)
        _hand_over(machine, package, recipe)
        machine.run(("/usr/bin/tableside", "install", *recipe.wanted))
        _clean(machine, package, recipe)
    except MissingPartError:
        show(Message.of(WAITS_FOR_NETWORK))
        raise
    except InstallError as error:
        show(Message.of(HAS_FAILED, what=str(error)))
        raise
    show(Message.of(DONE))
    machine.run(("systemctl", "reboot"))


class MissingPartError(InstallError):
    """The package cannot be installed with what the card has."""


def _bring(machine: Machine, package: str, show: Show, wait: Callable[[float], None]) -> None:
    """Install ``package`` with apt, with the network and the time if they come."""
    has_time = _wait_for_time(machine, show, wait)
    dated: Command = () if has_time else UNDATED
    show(Message.of(INSTALLS))
    with suppress(InstallError):  # the card may have everything
        machine.run(("apt-get", *dated, "update"))
    try:
        machine.run(("apt-get", *dated, "install", "--yes", package))
    except InstallError as error:
        raise MissingPartError(str(error)) from error


def _wait_for_time(machine: Machine, show: Show, wait: Callable[[float], None]) -> bool:
    """Return whether the clock is right, after waiting for it."""
    if not machine.exists(SYNCHRONIZED):
        show(Message.of(WAITS_FOR_TIME))
    for _ in range(int(PATIENCE / LOOK)):
        if machine.exists(SYNCHRONIZED):
            break
        wait(LOOK)
    return machine.exists(SYNCHRONIZED)


def _hand_over(machine: Machine, package: str, recipe: CardRecipe) -> None:
    """Copy settings of services, and the keys beside them, to where only root can read them."""
    for path in _secrets(machine, package, recipe):
        text = machine.text(path)
        if text is None:
            raise InstallError(f"{RECIPE}: expected the file {path}, it is not there")
        machine.write(f"{HANDED}/{path.rpartition('/')[2]}", text, is_secret=True)


def _clean(machine: Machine, package: str, recipe: CardRecipe) -> None:
    """Remove what nobody needs any more, and what has a password."""
    for path in _secrets(machine, package, recipe):
        machine.remove(f"{HANDED}/{path.rpartition('/')[2]}")
        machine.wipe(path)
    machine.run(("systemctl", "disable", CARD_SERVICE))
    for path in WRITTEN:
        machine.remove(path)


def _secrets(machine: Machine, package: str, recipe: CardRecipe) -> tuple[str, ...]:
    if not recipe.files:
        return ()
    folder = machine.at(_beside(package, ""))
    keys = sorted(path.name for path in folder.glob("*.pem"))
    return tuple(_beside(package, name) for name in (*recipe.files.values(), *keys))


def _beside(package: str, name: str) -> str:
    return f"{package.rpartition('/')[0]}/{name}"
