"""What practice tables add to the command line."""

from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand

OFFERS: Final = (COMMANDS.offer(FeatureCommand("serve", "firmware_host.features.practice.serve")),)
