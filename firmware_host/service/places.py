"""Where an installation lives; every path is absolute."""

SERVICE = "tableside.service"
USER = "tableside"
GROUPS = ("gpio", "i2c", "spi", "dialout")
"""Who may use pins, buses and serial ports on Raspberry Pi OS."""

VENV = "/opt/tableside"
SOURCE = f"{VENV}/source"
STATE = "/var/lib/tableside"
COMMAND = "/usr/local/bin/tableside"

FOLDER = "/etc/tableside"
OPTIONS = f"{FOLDER}/service.conf"
WIRING = f"{FOLDER}/wiring.toml"
LEDGER = f"{FOLDER}/installed"

UNIT = f"/etc/systemd/system/{SERVICE}"
RULES = "/etc/udev/rules.d/60-tableside.rules"

ASIDE = ".before-tableside"
"""What is added to the name of a file that was there before."""

SIGNATURE = "# Written by 'tableside install', taken away by 'tableside uninstall'."
"""The first line of every file of an installation: what begins otherwise is somebody else's."""
