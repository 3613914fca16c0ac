"""The units that mount a USB stick for the counters, while somebody looks at it.

>>> systemd_unit.text(AUTOMOUNT).splitlines()[-2:]
['[Install]', 'WantedBy=multi-user.target']
"""

from collections.abc import Mapping

from firmware_host.install import systemd_unit
from firmware_host.install.paths import USB_DEVICE, USB_FOLDER, USB_LABEL, USER

DESCRIPTION = f"a USB stick named {USB_LABEL}, for the counters of tableside"

MOUNT: Mapping[str, systemd_unit.Section] = {
    "Unit": (
        ("Description", DESCRIPTION),
        # without a stick nobody waits the minute and a half that systemd gives a device
        ("JobTimeoutSec", "5"),
        # a stick that cannot be mounted is not a reason to refuse the next one
        ("StartLimitIntervalSec", "0"),
    ),
    "Mount": (
        ("What", USB_DEVICE),
        ("Where", USB_FOLDER),
        # FAT and exFAT know no owners: all that is on it belongs to the user of the service
        ("Options", f"rw,nosuid,nodev,noexec,noatime,uid={USER},gid={USER},umask=0077"),
        ("TimeoutSec", "10"),
    ),
}

AUTOMOUNT: Mapping[str, systemd_unit.Section] = {
    "Unit": (("Description", DESCRIPTION),),
    "Automount": (
        ("Where", USB_FOLDER),
        # so soon after a file is written the stick is let go of
        ("TimeoutIdleSec", "2"),
    ),
    "Install": systemd_unit.INSTALL,
}
