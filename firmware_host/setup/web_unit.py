"""The unit of the web server, which shows the table in the browser.

It has no rights but two: it may open the socket of the table, and wait for browsers. Whoever takes
it over finds no pins, no games and no files of others.
"""

from firmware_host.setup.paths import OPTIONS, SOCKET, USER, VENV, WEB_STATE
from firmware_host.setup.systemd_units import CONFINEMENT, INSTALL, Section, Unit

MEMORY_MIB = 128
"""It needs 48 with twenty pages open, and 32 more while it works out a review.

Whoever fills its memory ends it alone.
"""

OPEN_FILES = 1024

NICE = 10
"""The table comes first when the processor is short."""

ABOUT: Section = (
    ("Description", "the page of tableside in the browser"),
    ("Documentation", "man:systemd.service(5)"),
    ("After", "network.target"),
    ("StartLimitIntervalSec", "0"),
)

PROCESS: Section = (
    ("EnvironmentFile", OPTIONS),
    ("Environment", "PYTHONFAULTHANDLER=1 PYTHONDONTWRITEBYTECODE=1"),
    (
        "ExecStart",
        f"{VENV}/bin/tableside web --table {SOCKET} --listen $TABLESIDE_WEB",
    ),
    ("TimeoutStopSec", "5"),
    ("Restart", "always"),
    ("RestartSec", "2"),
    # a wrong address stays wrong: do not try again
    ("RestartPreventExitStatus", "2"),
    # a user for as long as it runs, in the group that may open the socket of the table
    ("DynamicUser", "yes"),
    ("Group", USER),
    # the tokens of visitors, hashed
    ("StateDirectory", WEB_STATE.rpartition("/")[2]),
    ("StateDirectoryMode", "0700"),
    ("UMask", "0077"),
)

LIMITS: Section = (
    # the table also comes first when memory is short
    ("Nice", str(NICE)),
    ("CPUWeight", "20"),
    ("OOMScoreAdjust", "500"),
    ("MemoryMax", f"{MEMORY_MIB}M"),
    # Raspberry Pi OS starts without the accounting that MemoryMax needs
    ("LimitDATA", f"{MEMORY_MIB}M"),
    # twice as many as connections, so that those end first: see firmware_host.web.doorway
    ("LimitNOFILE", str(OPEN_FILES)),
    ("TasksMax", "24"),
)

RESTRICTIONS: Section = (
    *CONFINEMENT,
    ("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6"),
    ("PrivateDevices", "yes"),
    ("DevicePolicy", "closed"),
    ("ProcSubset", "pid"),
    ("InaccessiblePaths", "-/boot -/media -/mnt -/var/log"),
)

WEB: Unit = {
    "Unit": ABOUT,
    "Service": (*PROCESS, *LIMITS, *RESTRICTIONS),
    "Install": INSTALL,
}
