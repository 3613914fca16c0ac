"""Probes of Python and its packages: what the program requires and what is installed."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System

OLDEST_PYTHON = (3, 11)
LAST_WITH_WHEELS = (3, 12)
"""The newest Python with ready-made packages of lgpio."""

EMPTY_LGPIO = "0.0.0.2"

MODULES: Mapping[str, str] = {"pyserial": "serial", "Pillow": "PIL"}
"""The modules of packages that have another name."""

SHARED_LIBRARY = re.compile(r"\b(lib[\w+.-]+?)\.so\.(\d+)[\w.]*: cannot open shared object file")
OTHER_NAMES: Mapping[str, str] = {"libjpeg62": "libjpeg62-turbo"}
"""Debian's packages of shared libraries that are not named after their file."""

FROM_SOURCE = (
    "on Raspberry Pi OS: sudo apt install python3-lgpio, and create the environment again with "
    "python3 -m venv --system-site-packages .venv; "
    "on plain Debian: sudo apt install swig gcc python3-dev, then "
)
REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*?)\s*(?:;.*extra\s*==\s*[\"']([\w-]+)[\"'].*)?")
BOUND = re.compile(r"(>=|<=|==|!=|>|<)\s*([\w.]+)")
COMPARE: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


class Requirement(Struct, frozen=True):
    """A package that the program requires: its ``bounds`` as written, and the ``extra`` it is in.

    >>> parse('lgpio>=0.2.2; extra == "pi"')
    Requirement(name='lgpio', bounds='>=0.2.2', extra='pi')
    """

    name: str
    bounds: str
    extra: str

    def allows(self, version: str) -> bool:
        """Return whether ``version`` is within the bounds.

        >>> parse("gpiozero>=2.0.1.post3").allows("2.0.1.post2")
        False
        """
        return all(
            COMPARE[sign](_key(version), _key(bound)) for sign, bound in BOUND.findall(self.bounds)
        )

    def __str__(self) -> str:
        return self.name + self.bounds


def parse(text: str) -> Requirement:
    """Return the requirement that is written as ``text`` in a package's metadata."""
    match = REQUIREMENT.fullmatch(text.strip())
    if match is None:
        return Requirement(text.partition(";")[0].strip(), "", "")
    name, bounds, extra = match.groups(default="")
    return Requirement(name, bounds, extra)


def python(installation: Installation) -> Finding:
    """Check that Python is new enough."""
    version = installation.system.python()
    words = ".".join(map(str, version))
    if version < OLDEST_PYTHON:
        return failed(
            f"{words}, expected {'.'.join(map(str, OLDEST_PYTHON))} or newer",
            "use Raspberry Pi OS 12 (bookworm) or newer: its python3 is 3.11",
        )
    return ok(words)


def base(installation: Installation) -> Finding:
    """Check that every package that the program needs on any machine is new enough."""
    system = installation.system
    needed = [each for each in map(parse, system.requirements()) if not each.extra]
    if not needed:
        return failed("tableside itself is not installed", f"{system.pip()} install .")
    troubles = [(each, trouble) for each in needed if (trouble := _trouble(system, each))]
    if troubles:
        return failed("; ".join(trouble for _, trouble in troubles), _repair(system, troubles))
    return ok(", ".join(f"{each.name} {system.version(each.name)}" for each in needed))


def lgpio(installation: Installation) -> Finding:
    """Check that the library for the pins is installed, and is not its empty early build."""
    system = installation.system
    needed = _of_extra(system, "lgpio")
    trouble = _trouble(system, needed)
    if not trouble:
        return ok(f"lgpio {system.version('lgpio')}")
    if system.version("lgpio") == EMPTY_LGPIO:
        trouble = f"lgpio {EMPTY_LGPIO} is an empty early build"
    if system.python()[:2] > LAST_WITH_WHEELS:
        return failed(trouble, f"{FROM_SOURCE}PYPI=1 {_install(system, needed)}")
    advice = _repair(system, [(needed, trouble)])
    return failed(trouble, f"{advice}, or on Raspberry Pi OS: sudo apt install python3-lgpio")


def spidev(installation: Installation) -> Finding:
    """Check that the library for SPI is installed, if the display is on SPI."""
    if installation.wiring.display.interface != "spi":
        return not_needed("the display is not on SPI")
    system = installation.system
    needed = _of_extra(system, "spidev")
    if trouble := _trouble(system, needed):
        advice = _repair(system, [(needed, trouble)])
        return failed(trouble, f"{advice}, or sudo apt install python3-spidev")
    return ok(f"spidev {system.version('spidev')}")


PROBES: Mapping[str, Probe] = {
    "Python": python, "packages": base, "lgpio": lgpio, "spidev": spidev,
}  # fmt: skip


def _of_extra(system: System, name: str) -> Requirement:
    requirements = map(parse, system.requirements())
    return next((each for each in requirements if each.name == name), Requirement(name, "", ""))


def _trouble(system: System, needed: Requirement) -> str:
    version = system.version(needed.name)
    if version is None:
        return f"{needed.name} is not installed"
    if not needed.allows(version):
        return f"{needed.name} is {version}, expected {needed.bounds}"
    module = MODULES.get(needed.name, needed.name)
    trouble = system.import_trouble(module)
    return f"{needed.name} {version} cannot be imported ({trouble})" if trouble else ""


def _repair(system: System, troubles: Sequence[tuple[Requirement, str]]) -> str:
    """Return what to type against ``troubles``: install shared libraries, or the packages."""
    libraries = [library_package(trouble) for _, trouble in troubles]
    missing = dict.fromkeys(library for library in libraries if library)
    others = [each for (each, _), library in zip(troubles, libraries, strict=True) if not library]
    commands = [f"sudo apt install {' '.join(missing)}"] if missing else []
    return "; ".join([*commands, *([_install(system, *others)] if others else [])])


def library_package(trouble: str) -> str:
    """Return the Debian package of the shared library that is missing; empty if none is.

    Its name follows chapter 8.1 of the Debian Policy: a hyphen separates two numbers.

    >>> library_package("libopenjp2.so.7: cannot open shared object file: No such file")
    'libopenjp2-7'
    >>> library_package("libtiff.so.6: cannot open shared object file: No such file")
    'libtiff6'
    """
    match = SHARED_LIBRARY.search(trouble)
    if match is None:
        return ""
    name, version = match.groups()
    package = f"{name}{'-' if name[-1].isdigit() else ''}{version}".lower().replace("_", "-")
    return OTHER_NAMES.get(package, package)


def _install(system: System, *wanted: Requirement) -> str:
    return f"{system.pip()} install {' '.join(repr(str(each)) for each in wanted)}"


def _key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version without zeros at the end, so that 14 equals 14.0."""
    numbers = [int(number) for number in re.findall("[0-9]{1,18}", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
