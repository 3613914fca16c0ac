"""A probe of the supply: whether its voltage was too low."""

from collections.abc import Mapping

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
"""The bits that ``vcgencmd get_throttled`` prints, in hexadecimal."""

LOW_NOW, LOW_SINCE_START = 1 << 0, 1 << 16

ALARMS = "/sys/class/hwmon/hwmon*/in0_lcrit_alarm"
"""1 when the supply was too low (the kernel's driver raspberrypi-hwmon)."""


def supply(installation: Installation) -> Finding:
    """Check that the supply has not been too weak since the machine started."""
    system = installation.system
    bits = _throttled(system)
    if bits is None and not system.files(ALARMS):
        return not_needed("this machine does not measure its supply")
    if is_weak(system):
        is_low = bits is not None and bits & LOW_NOW
        return failed(
            f"the supply {'is' if is_low else 'was'} below 4.63 V: "
            "the machine slows down, and cards and displays fail",
            "use the supply that is made for this Raspberry Pi and a short, thick cable, "
            "then restart it; vcgencmd get_throttled prints 0x0 when all is well",
        )
    return ok("the voltage of the supply is high enough")


def is_weak(system: System) -> bool:
    """Return whether the supply of ``system`` is or was too low since its start."""
    bits = _throttled(system)
    alarms = (system.text(path) for path in system.files(ALARMS))
    is_low = bits is not None and bits & (LOW_NOW | LOW_SINCE_START)
    return bool(is_low) or any((alarm or "").strip() == "1" for alarm in alarms)


def _throttled(system: System) -> int | None:
    try:
        return int((system.text(THROTTLED) or "").strip(), 16)
    except ValueError:
        return None


PROBES: Mapping[str, Probe] = {"supply": supply}
