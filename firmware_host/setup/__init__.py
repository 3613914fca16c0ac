"""Install the companion as a service of a Raspberry Pi, and remove it again.

An installation is a list of steps. Each step can tell whether it is done, can be carried out, and
can be undone. A ledger on the machine records which steps were carried out, so an interrupted
installation continues where it stopped, and only what was installed is ever removed.

==============  ==================================================================================
paths           where the files of an installation are, and their names
machine         the machine: its files, and the commands that it runs
choices         what was chosen (wiring, language, game, page), and the file that keeps it
boot_config     the part of config.txt that enables the bus of the display
udev_rules      rules for devices, where those of the system are not enough
systemd_units   the unit of the service, and the units that mount a USB stick
web_unit        the unit of the web server
fleet_unit      the unit of the agent that tells a broker about the table
update_units    the units of the updater
update          another version in the place of this one, and back if it fails
steps           the kinds of steps: commands, a file, a block in somebody else's file
plan            the list of steps for what was chosen
packaged        the steps where Debian's package has brought the program
preconditions   what makes an installation impossible, found before anything changes
card            what a prepared card does at its first starts
installer       carry the steps out, undo them, and keep the ledger
==============  ==================================================================================

While the service runs, :mod:`firmware_host.app.systemd_notify` tells systemd how it is.
"""
