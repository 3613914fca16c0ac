"""What speech adds to the command line."""

from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand

OFFERS: Final = (COMMANDS.offer(FeatureCommand("speech", "firmware_host.features.speech.command")),)
