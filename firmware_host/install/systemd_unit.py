"""The unit of the service: what systemd starts, what it watches, and what it locks away.

>>> print(text().splitlines()[0])
# Written by 'tableside install', taken away by 'tableside uninstall'.
"""

from collections.abc import Mapping

from firmware_host.install.paths import OPTIONS, SIGNATURE, STATE, USB_FOLDER, USER, VENV

MODULES = ("i2c_dev", "spidev", "cdc_acm", "usbserial")
"""The drivers whose devices are opened; systemd looks up their names once, at the start."""

DEVICES = ("gpiochip", "i2c", "spi", "ttyACM", "ttyUSB")
"""The groups of devices, as /proc/devices calls them."""

WATCHDOG = 30
"""Seconds in which the loop has to go round."""

NOTE = "# The next installation writes it anew. Your own changes: sudo systemctl edit tableside\n"

Section = tuple[tuple[str, str], ...]

_LOADED = " ".join(f"modprobe@{module}.service" for module in MODULES)

_START = f"{VENV}/bin/tableside play --wiring ${{TABLESIDE_WIRING}} $TABLESIDE_MORE"

ABOUT: Section = (
    ("Description", "tableside, a companion for real board games"),
    ("Documentation", "man:systemd.service(5)"),
    ("Wants", _LOADED),
    ("After", _LOADED),
    # a table without anybody beside it is started again for ever
    ("StartLimitIntervalSec", "0"),
)

LIFE: Section = (
    ("Type", "notify"),
    ("EnvironmentFile", OPTIONS),
    # where it hung is written down when the watchdog ends it
    ("Environment", "PYTHONFAULTHANDLER=1 PYTHONDONTWRITEBYTECODE=1"),
    ("ExecStart", _START),
    ("TimeoutStartSec", "120"),
    ("TimeoutStopSec", "10"),
    ("WatchdogSec", str(WATCHDOG)),
    # an end by the staff is a good one, and lasts until the next start of the machine
    ("Restart", "on-failure"),
    # systemd takes these for good ends too; a stop by systemctl is never undone by a restart
    ("RestartForceExitStatus", "SIGHUP SIGINT SIGPIPE SIGTERM"),
    ("RestartSec", "2"),
    # options that cannot be meant do not get better by trying
    ("RestartPreventExitStatus", "2"),
    ("OOMScoreAdjust", "-500"),
    ("User", USER),
    ("StateDirectory", STATE.rpartition("/")[2]),
    ("StateDirectoryMode", "0700"),
    ("UMask", "0077"),
)

DEVICE_ACCESS: Section = (
    ("DevicePolicy", "closed"),
    *(("DeviceAllow", f"char-{device} rw") for device in DEVICES),
)

LOCKS: Section = (
    ("AmbientCapabilities", ""),
    ("CapabilityBoundingSet", ""),
    ("NoNewPrivileges", "yes"),
    ("PrivateNetwork", "yes"),
    ("IPAddressDeny", "any"),
    # the socket of systemd that the program reports to, and nothing else
    ("RestrictAddressFamilies", "AF_UNIX"),
    ("ProtectSystem", "strict"),
    # a stick that is in when the program starts would be read-only too
    ("ReadWritePaths", f"-{USB_FOLDER}"),
    ("ProtectHome", "yes"),
    ("PrivateTmp", "yes"),
    ("PrivateMounts", "yes"),
    ("PrivateUsers", "yes"),
    ("ProtectClock", "yes"),
    ("ProtectControlGroups", "yes"),
    ("ProtectHostname", "yes"),
    ("ProtectKernelLogs", "yes"),
    ("ProtectKernelModules", "yes"),
    ("ProtectKernelTunables", "yes"),
    # ProcSubset=pid would hide /proc/device-tree, which names the machine and its revision
    ("ProtectProc", "invisible"),
    ("KeyringMode", "private"),
    ("LockPersonality", "yes"),
    ("MemoryDenyWriteExecute", "yes"),
    ("RemoveIPC", "yes"),
    ("RestrictNamespaces", "yes"),
    ("RestrictRealtime", "yes"),
    ("RestrictSUIDSGID", "yes"),
    ("SystemCallArchitectures", "native"),
    ("SystemCallFilter", "@system-service"),
    ("SystemCallFilter", "~@privileged @resources"),
    ("SystemCallErrorNumber", "EPERM"),
)

INSTALL: Section = (("WantedBy", "multi-user.target"),)

SECTIONS: Mapping[str, Section] = {
    "Unit": ABOUT,
    "Service": (*LIFE, *DEVICE_ACCESS, *LOCKS),
    "Install": INSTALL,
}


def text(sections: Mapping[str, Section] = SECTIONS) -> str:
    """Return the unit file of ``sections``."""
    parts = [SIGNATURE, NOTE]
    for name, settings in sections.items():
        parts += [f"[{name}]", *(f"{key}={value}" for key, value in settings), ""]
    return "\n".join(parts)
