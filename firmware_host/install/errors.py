"""What can go wrong with an installation."""

from firmware_host.errors import HostError


class InstallError(HostError, OSError):
    """An installation that cannot go on; the text says what stands in the way and what to do."""
