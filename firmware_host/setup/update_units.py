"""The units of the updater: a service with the rights that an update needs, and what starts it.

The table may not change the program. It writes a wish into its own folder; systemd sees the file
and starts the updater, which checks everything itself.
"""

from firmware_host.setup.paths import (
    FLEET_REQUEST,
    FLEET_STATE_KEPT,
    STATE,
    TABLE_REQUEST,
    TRUSTED,
    UPDATE_SERVICE,
    USB_FOLDER,
    VENV,
)
from firmware_host.setup.systemd_units import CONFINEMENT, INSTALL, NO_NETWORK, Section, Unit

_UPDATER = "the updater of tableside"

OWN = ("CapabilityBoundingSet", "PrivateUsers")
"""What the updater cannot share with the table: it changes files of root."""

RESTRICTIONS: Section = (
    *(setting for setting in CONFINEMENT if setting[0] not in OWN),
    # it reads what belongs to the table and the stick, and changes only the program
    ("CapabilityBoundingSet", "CAP_DAC_OVERRIDE"),
    ("ReadWritePaths", f"{VENV} -{STATE} -{FLEET_STATE_KEPT} -{USB_FOLDER}"),
    ("PrivateDevices", "yes"),
    ("DevicePolicy", "closed"),
    # and talks only to systemd, which restarts the table
    *NO_NETWORK,
    ("UMask", "0022"),
    # a package of 64 MiB, a file out of it, and what dpkg-deb needs to unpack
    ("LimitDATA", "256M"),
)

UPDATER: Unit = {
    "Unit": (
        ("Description", _UPDATER),
        ("Documentation", "man:systemd.service(5)"),
        # with the machine: what a power cut has left is put in order before the table starts
        ("Before", "tableside.service"),
        ("ConditionPathExists", TRUSTED),
        ("StartLimitIntervalSec", "0"),
    ),
    "Service": (
        ("Type", "notify"),
        ("NotifyAccess", "main"),
        # the version that stood its trial, never the one that is tried
        ("ExecStart", f"{TRUSTED}/bin/tableside update --service"),
        ("Environment", "PYTHONFAULTHANDLER=1 PYTHONDONTWRITEBYTECODE=1"),
        ("TimeoutStartSec", "60"),
        ("Restart", "on-failure"),
        ("RestartSec", "5"),
        ("Nice", "10"),
        ("IOSchedulingClass", "idle"),
        *RESTRICTIONS,
    ),
    "Install": INSTALL,
}

WISH: Unit = {
    "Unit": (("Description", f"a wish for {_UPDATER}"),),
    "Path": (
        ("PathChanged", TABLE_REQUEST),
        # an update that was ordered by a broker
        ("PathChanged", FLEET_REQUEST),
        ("Unit", UPDATE_SERVICE),
    ),
    "Install": INSTALL,
}
