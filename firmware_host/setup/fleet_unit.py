"""The unit of the agent of a fleet, which tells a broker about the table.

It may open its socket of the table and call the broker, and nothing else. Its settings have a
password, so systemd hands them over, and nobody else can read them.
"""

from firmware_host.setup.paths import (
    FLEET_RUN,
    FLEET_SETTINGS,
    FLEET_SOCKET,
    FLEET_STATE,
    USER,
    VENV,
)
from firmware_host.setup.systemd_units import INSTALL, Section, Unit
from firmware_host.setup.web_unit import LIMITS, RESTRICTIONS

SETTINGS = FLEET_SETTINGS.rpartition("/")[2]
"""How systemd calls the settings that it hands over."""

ABOUT: Section = (
    ("Description", "the agent of tableside, which tells a broker about the table"),
    ("Documentation", "man:systemd.service(5)"),
    ("Wants", "network-online.target"),
    ("After", "network-online.target"),
    # the package brings this unit to tables that are in no fleet, too
    ("ConditionPathExists", FLEET_SETTINGS),
    ("StartLimitIntervalSec", "0"),
)

_START = (
    f"{VENV}/bin/tableside fleet agent --table {FLEET_SOCKET} "
    f"--settings ${{CREDENTIALS_DIRECTORY}}/{SETTINGS} --state-dir {FLEET_STATE}"
)

PROCESS: Section = (
    ("Environment", "PYTHONFAULTHANDLER=1 PYTHONDONTWRITEBYTECODE=1"),
    ("LoadCredential", f"{SETTINGS}:{FLEET_SETTINGS}"),
    ("ExecStart", _START),
    ("TimeoutStopSec", "5"),
    ("Restart", "always"),
    ("RestartSec", "5"),
    # wrong settings stay wrong: do not try again
    ("RestartPreventExitStatus", "2"),
    # a user for as long as it runs, in the group that may open the sockets of the table
    ("DynamicUser", "yes"),
    ("Group", USER),
    # the hours of the table, and which orders were taken
    ("StateDirectory", FLEET_STATE.rpartition("/")[2]),
    ("StateDirectoryMode", "0700"),
    ("UMask", "0077"),
    # the figures for Prometheus, which others collect
    ("RuntimeDirectory", FLEET_RUN.rpartition("/")[2]),
    ("RuntimeDirectoryMode", "0755"),
)

FLEET: Unit = {
    "Unit": ABOUT,
    "Service": (*PROCESS, *LIMITS, *RESTRICTIONS),
    "Install": INSTALL,
}
