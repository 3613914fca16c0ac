"""The units of systemd: the service with its restrictions, and the mount of a USB stick.

>>> print(text(service_unit()).splitlines()[0])
# Written by 'tableside install', taken away by 'tableside uninstall'.
"""

from collections.abc import Mapping

from firmware_host.setup.paths import (
    OPTIONS,
    RUN,
    SIGNATURE,
    SOCKET,
    STATE,
    USB_DEVICE,
    USB_FOLDER,
    USB_LABEL,
    USER,
    VENV,
)

MODULES = ("i2c_dev", "spidev", "cdc_acm", "usbserial")
"""The drivers of the devices; systemd looks up their names only once, at the start."""

DEVICES = ("gpiochip", "i2c", "spi", "ttyACM", "ttyUSB", "input", "alsa", "fb")
"""The kinds of devices that the program opens, by their names in /proc/devices."""

WATCHDOG = 30
"""Seconds: systemd restarts the program if its loop does not come round in this time."""

NOTE = "# The next installation replaces this file. To change a unit: sudo systemctl edit UNIT\n"

Section = tuple[tuple[str, str], ...]
Unit = Mapping[str, Section]

_LOADED = " ".join(f"modprobe@{module}.service" for module in MODULES)

_START = f"{VENV}/bin/tableside play --wiring ${{TABLESIDE_WIRING}}"

ABOUT: Section = (
    ("Description", "tableside, a companion for real board games"),
    ("Documentation", "man:systemd.service(5)"),
    ("Wants", _LOADED),
    ("After", _LOADED),
    # nobody may be there to restart a table that failed often: never give up
    ("StartLimitIntervalSec", "0"),
)

PROCESS: Section = (
    ("Type", "notify"),
    ("EnvironmentFile", OPTIONS),
    # when the watchdog ends a hanging program, it logs where it hung
    ("Environment", "PYTHONFAULTHANDLER=1 PYTHONDONTWRITEBYTECODE=1"),
    ("TimeoutStartSec", "120"),
    ("TimeoutStopSec", "10"),
    ("WatchdogSec", str(WATCHDOG)),
    # an end by the staff is a success, and lasts until the next start of the machine
    ("Restart", "on-failure"),
    # the exit code after a signal: a success after systemctl stop, which never restarts, ...
    ("SuccessExitStatus", "75"),
    # ... and else a reason to restart, like the signals that systemd takes for success
    ("RestartForceExitStatus", "SIGHUP SIGINT SIGPIPE SIGTERM 75"),
    ("RestartSec", "2"),
    # wrong options stay wrong: do not try again
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

NO_NETWORK: Section = (
    ("PrivateNetwork", "yes"),
    ("IPAddressDeny", "any"),
    # only the socket of systemd that the program reports to, and that of the web server
    ("RestrictAddressFamilies", "AF_UNIX"),
)

CONFINEMENT: Section = (
    ("AmbientCapabilities", ""),
    ("CapabilityBoundingSet", ""),
    ("NoNewPrivileges", "yes"),
    ("ProtectSystem", "strict"),
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
    # no ProcSubset=pid: it would hide /proc/device-tree with the model and revision
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

RESTRICTIONS: Section = (
    *NO_NETWORK,
    *CONFINEMENT,
    # otherwise a stick that is in when the program starts would be read-only
    ("ReadWritePaths", f"-{USB_FOLDER}"),
)

SHARING: Section = (
    ("RuntimeDirectory", RUN.rpartition("/")[2]),
    # its group is that of the table's user: only the web server is in it
    ("RuntimeDirectoryMode", "0750"),
)


START: Section = (("ExecStart", f"{_START} $TABLESIDE_MORE"),)
SHARED_START: Section = (("ExecStart", f"{_START} --share {SOCKET} $TABLESIDE_MORE"), *SHARING)


def service_unit(is_shared: bool = False) -> Unit:
    """Return the unit of the table; if it ``is_shared``, a web server may show it."""
    start = SHARED_START if is_shared else START
    return {
        "Unit": ABOUT,
        "Service": (*PROCESS, *start, *DEVICE_ACCESS, *RESTRICTIONS),
        "Install": INSTALL,
    }


SHARED: Unit = {"Service": (("ExecStart", ""), *SHARED_START)}
"""What a shared table adds to the unit of a table that is not; an empty value removes the first."""


_USB_STICK = f"a USB stick named {USB_LABEL}, for the counters of tableside"

USB_MOUNT: Unit = {
    "Unit": (
        ("Description", _USB_STICK),
        # without this, systemd waits a minute and a half for a stick that is not there
        ("JobTimeoutSec", "5"),
        # after a stick that cannot be mounted, still accept the next one
        ("StartLimitIntervalSec", "0"),
    ),
    "Mount": (
        ("What", USB_DEVICE),
        ("Where", USB_FOLDER),
        # FAT and exFAT have no owners: all files belong to the user of the service
        ("Options", f"rw,nosuid,nodev,noexec,noatime,uid={USER},gid={USER},umask=0077"),
        ("TimeoutSec", "10"),
    ),
}

USB_AUTOMOUNT: Unit = {
    "Unit": (("Description", _USB_STICK),),
    "Automount": (
        ("Where", USB_FOLDER),
        # unmount the stick this soon after the last use
        ("TimeoutIdleSec", "2"),
    ),
    "Install": INSTALL,
}


def text(unit: Unit) -> str:
    """Return the file of ``unit``."""
    parts = [SIGNATURE, NOTE]
    for name, settings in unit.items():
        parts += [f"[{name}]", *(f"{key}={value}" for key, value in settings), ""]
    return "\n".join(parts)
