"""Make a Raspberry Pi a table: what the Debian package cannot know, and the updates of the program.

The package brings program, user, units and rules; they are files in ``debian``. What people choose
is written here, and taken away again.

``paths``        where the files of a table are, and their names
``machine``      the machine: what it is, its files, and the commands that it runs
``choices``      what was chosen (wiring, language, game, page), and the file that keeps it
``services``     set the table, the bus of its display and the services beside it up, and take that
                 back
``card``         what a prepared card does at its first starts
``update``       another version in the place of this one, and back if it fails

While the service runs, :mod:`firmware_host.app.systemd_notify` tells systemd how it is.
"""
