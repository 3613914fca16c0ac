"""What speech adds to the command line: its command, and how a table speaks."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import (
    DOCTOR_ARGUMENTS,
    TABLE_ARGUMENTS,
    DoctorArguments,
    TableArguments,
)
from hardware.speaker import USUAL_DEVICE
from hardware.untrusted_text import written

if TYPE_CHECKING:
    from firmware_host.app.request import Request
    from firmware_host.cli.doctor_dialogue import Examination


def _add(parser: ArgumentParser) -> None:
    """Add how a table speaks."""
    parser.add_argument(
        "--speech", action="store_true", help="say what the table shows, with espeak-ng and aplay"
    )
    parser.add_argument(
        "--sound-device",
        metavar="NAME",
        help="ALSA device that speaks; aplay -L lists them (default: default)",
    )
    parser.add_argument(
        "--recordings", type=Path, metavar="FOLDER", help="recorded sentences to say instead"
    )


def _apply(request: "Request", arguments: Namespace) -> "Request":
    """Return ``request`` for a table that speaks as ``arguments`` say."""
    device, recordings = arguments.sound_device, arguments.recordings
    if not arguments.speech:
        if device is not None or recordings is not None:
            raise UsageError("--sound-device and --recordings go with --speech")
        return request
    if recordings is not None and not recordings.is_dir():
        raise UsageError(f"--recordings: expected a folder, got {written(str(recordings))}")
    from firmware_host.features.speech.facts import SpeechHere

    speech = SpeechHere(device or USUAL_DEVICE, recordings)
    return replace(request, facts=request.facts.with_fact(speech))


def _add_checks(parser: ArgumentParser) -> None:
    """Add that the doctor checks what speaks, too."""
    parser.add_argument(
        "--speech", action="store_true", help="check what a table needs to speak, too"
    )
    parser.add_argument(
        "--sound-device",
        default=USUAL_DEVICE,
        metavar="NAME",
        help="ALSA device that is to speak (default: default)",
    )


def _check(examination: "Examination", arguments: Namespace) -> "Examination":
    device = arguments.sound_device if arguments.speech else None
    return replace(examination, sound_device=device)


OFFERS: Final = (
    COMMANDS.offer(FeatureCommand("speech", "firmware_host.features.speech.command")),
    TABLE_ARGUMENTS.offer(TableArguments(_add, _apply)),
    DOCTOR_ARGUMENTS.offer(DoctorArguments(_add_checks, _check)),
)
