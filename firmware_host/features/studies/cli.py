"""What studies add to the command line."""

from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand

OFFERS: Final = (
    COMMANDS.offer(
        FeatureCommand("match", "firmware_host.features.studies.match"),
        FeatureCommand("study", "firmware_host.features.studies.study"),
    ),
)
