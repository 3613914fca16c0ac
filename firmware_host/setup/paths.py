"""Where the files of a table are, and their names; every path is absolute."""

SERVICE = "tableside.service"
USER = "tableside"
GROUPS = ("gpio", "i2c", "spi", "dialout", "input", "audio", "video")
"""The groups that may use pins, buses, serial ports, keyboards, sound and screens on a Pi."""

BLUETOOTH_GROUP = "bluetooth"
"""The group that may use Bluetooth; a system without Bluetooth does not have it."""

PROGRAM = "/opt/tableside"
STATE = "/var/lib/tableside"

RELEASES = f"{PROGRAM}/releases"
"""From the Debian package: a folder for each version, complete in itself and never changed."""

CURRENT = f"{PROGRAM}/current"
"""A link to the version that runs, ``releases/VERSION``; a switch is one rename of it."""

TRUSTED = f"{PROGRAM}/trusted"
"""A link to the version that last stood its trial: it carries updates out, and comes back."""

UPDATES = f"{PROGRAM}/update"
"""The record of the update, which everybody may read, and the room in which it is unpacked."""

RECORD = f"{UPDATES}/record"
"""How far the last update is."""

FOLDER = "/etc/tableside"
OPTIONS = f"{FOLDER}/service.conf"
WIRING = f"{FOLDER}/wiring.toml"
UPDATE_KEY = f"{FOLDER}/update-key.pem"
"""The public key of those whose updates this table takes; without it, a checksum is enough."""

WEB_SERVICE = "tableside-web.service"
WEB_STATE = "/var/lib/tableside-web"
WEB_STATE_KEPT = "/var/lib/private/tableside-web"
"""Where :data:`WEB_STATE` points to, because the user of the web server is dynamic."""

FLEET_SERVICE = "tableside-fleet.service"
FLEET_SETTINGS = f"{FOLDER}/fleet.toml"
"""The broker, who the table is there, and what it obeys; only root can read it."""

FLEET_RUN = "/run/tableside-fleet"
"""What the agent writes for everybody to read, as long as it runs."""

FLEET_METRICS = f"{FLEET_RUN}/tableside.prom"
FLEET_STATE = "/var/lib/tableside-fleet"
FLEET_STATE_KEPT = "/var/lib/private/tableside-fleet"

USB_LABEL = "TABLESIDE"
"""The label of a USB stick that the counters can be written to."""

USB_DEVICE = f"/dev/disk/by-label/{USB_LABEL}"
USB_FOLDER = "/media/tableside"
"""Where the stick is mounted; its units have the name of this path, as systemd.mount(5) wants."""

USB_AUTOMOUNT = "media-tableside.automount"

FOR_UPDATER = "update."
"""The beginning of the names of files in the state folder that are for the updater."""

REQUEST = f"{FOR_UPDATER}request"
"""The file in which the table or the agent of a fleet asks the updater for an update."""

TABLE_REQUEST, FLEET_REQUEST = f"{STATE}/{REQUEST}", f"{FLEET_STATE_KEPT}/{REQUEST}"
UPDATE_SERVICE, UPDATE_WISH = "tableside-update.service", "tableside-update.path"

UNITS = "/etc/systemd/system"
"""Where systemd looks for units before it looks for those of packages."""

SHARED = f"{CURRENT}/share.conf"
SHARING = f"{UNITS}/{SERVICE}.d/share.conf"
"""A link to :data:`SHARED`, which adds to the unit of a table that serves a web server or agent."""

LINK_RULES = "/etc/udev/rules.d/61-tableside-link.rules"
"""The rules for peers that a wiring of one's own names; the package has those for the usual one."""

BACKUP = ".before-tableside"
"""Added to the name of the copy of config.txt as it was."""

SIGNATURE = "# Written by 'tableside install', taken away by 'tableside uninstall'."
"""The first line of every file that is written; a file without it belongs to somebody else. Do not
change it: files of older releases are recognised by it."""
