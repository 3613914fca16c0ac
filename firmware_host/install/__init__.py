"""The companion as a service of a Raspberry Pi: installed, started at boot, watched, taken away.

:mod:`~firmware_host.install.plan` says what an installation is, step by step;
:mod:`~firmware_host.install.installer` carries the steps out and takes them back;
:mod:`~firmware_host.app.systemd_notify` tells systemd how the program is.
"""
