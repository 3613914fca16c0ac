"""What updates add to the command line."""

from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand

OFFERS: Final = (COMMANDS.offer(FeatureCommand("update", "firmware_host.features.update.command")),)
