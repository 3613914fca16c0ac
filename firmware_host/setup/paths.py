"""Where the files of an installation are, and their names; every path is absolute."""

SERVICE = "tableside.service"
USER = "tableside"
GROUPS = ("gpio", "i2c", "spi", "dialout", "input", "audio", "video")
"""The groups that may use pins, buses, serial ports, keyboards, sound and screens on a Pi."""

BLUETOOTH_GROUP = "bluetooth"
"""The group that may use Bluetooth; a system without Bluetooth does not have it."""

BLUETOOTH_ADAPTER = "/sys/class/bluetooth/hci0"

VENV = "/opt/tableside"
SOURCE = f"{VENV}/source"
STATE = "/var/lib/tableside"
COMMAND = "/usr/local/bin/tableside"

RELEASES = f"{VENV}/releases"
"""From the Debian package: a folder for each version, complete in itself and never changed."""

CURRENT = f"{VENV}/current"
"""A link to the version that runs, ``releases/VERSION``; a switch is one rename of it."""

TRUSTED = f"{VENV}/trusted"
"""A link to the version that last stood its trial: it carries updates out, and comes back."""

UPDATES = f"{VENV}/update"
"""The record of the update, which everybody may read, and the room in which it is unpacked."""

FOLDER = "/etc/tableside"
OPTIONS = f"{FOLDER}/service.conf"
WIRING = f"{FOLDER}/wiring.toml"
LEDGER = f"{FOLDER}/installed"
UPDATE_KEY = f"{FOLDER}/update-key.pem"
"""The public key of those whose updates this table takes; without it, a checksum is enough."""

WEB_SERVICE = "tableside-web.service"
WEB_UNIT = f"/etc/systemd/system/{WEB_SERVICE}"
WEB_STATE = "/var/lib/tableside-web"
WEB_STATE_KEPT = "/var/lib/private/tableside-web"
"""Where :data:`WEB_STATE` points to, because the user of the web server is dynamic."""

RUN = "/run/tableside"
SOCKET = f"{RUN}/table.socket"
"""The socket on which the table serves its web server, if there is one."""

FLEET_SERVICE = "tableside-fleet.service"
FLEET_UNIT = f"/etc/systemd/system/{FLEET_SERVICE}"
FLEET_SETTINGS = f"{FOLDER}/fleet.toml"
"""The broker, who the table is there, and what it obeys; only root can read it."""

FLEET_RUN = "/run/tableside-fleet"
"""What the agent writes for everybody to read, as long as it runs."""

FLEET_METRICS = f"{FLEET_RUN}/tableside.prom"
FLEET_SOCKET = f"{SOCKET}.fleet"
FLEET_STATE = "/var/lib/tableside-fleet"
FLEET_STATE_KEPT = "/var/lib/private/tableside-fleet"
USB_LABEL = "TABLESIDE"
"""The label of a USB stick that the counters can be written to."""

USB_DEVICE = f"/dev/disk/by-label/{USB_LABEL}"
USB_FOLDER = "/media/tableside"
"""Where the stick is mounted; its units have the name of this path, as systemd.mount(5) wants."""

USB_MOUNT_UNIT = "/etc/systemd/system/media-tableside.mount"
USB_AUTOMOUNT_UNIT = "/etc/systemd/system/media-tableside.automount"

FOR_UPDATER = "update."
"""The beginning of the names of files in the state folder that are for the updater."""

REQUEST = f"{FOR_UPDATER}request"
"""The file in which the table or the agent of a fleet asks the updater for an update."""

TABLE_REQUEST, FLEET_REQUEST = f"{STATE}/{REQUEST}", f"{FLEET_STATE_KEPT}/{REQUEST}"

UPDATE_SERVICE = "tableside-update.service"
UPDATE_UNIT = f"/etc/systemd/system/{UPDATE_SERVICE}"
UPDATE_PATH_UNIT = "/etc/systemd/system/tableside-update.path"

UNIT = f"/etc/systemd/system/{SERVICE}"
SHARING = f"{UNIT}.d/share.conf"
"""Beside the unit of Debian's package: the table serves a web server."""

RULES = "/etc/udev/rules.d/60-tableside.rules"

BACKUP = ".before-tableside"
"""Added to the name of a file that was there before the installation."""

SIGNATURE = "# Written by 'tableside install', taken away by 'tableside uninstall'."
"""The first line of every installed file; a file without it belongs to somebody else. Do not
change it: files of older releases are recognised by it."""
