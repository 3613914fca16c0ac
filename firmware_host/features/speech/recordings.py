"""Sentences that somebody has read aloud: a folder of sound files, found by their text.

The file of a sentence lies in the folder of its language. Its name is the sentence in small
letters, with a hyphen for everything that is neither a letter nor a digit:
``en/then-press-okay.wav``. A name that would be longer than 80 characters ends with 8 digits made
of the whole sentence.
"""

import re
import wave
import zlib
from pathlib import Path
from typing import Final

from firmware_host.base.errors import reason
from hardware.output.speaker import SAMPLES_A_SECOND
from hardware.untrusted_file import open_untrusted

LONGEST: Final = 80
"""Characters of a name, without ``.wav``: 240 bytes at most in a file system."""

SIGNS: Final = re.compile(r"[\W_]+")
FORM: Final = (1, 2, SAMPLES_A_SECOND)
MOST_SECONDS: Final = 120
"""How long a sentence may be."""


def file_name(sentence: str) -> str:
    """Return the name of the file with ``sentence``.

    >>> file_name("Red: E 5 to H 5.")
    'red-e-5-to-h-5.wav'
    """
    name = SIGNS.sub("-", sentence.lower()).strip("-")
    if len(name) > LONGEST:
        name = f"{name[: LONGEST - 9]}-{zlib.crc32(sentence.encode()):08x}"
    return f"{name}.wav"


def recorded(folder: Path, language: str, sentence: str) -> bytes | None:
    """Return the samples of ``sentence`` as it was recorded; None if it was not.

    ValueError if the file is not one channel of 16 bits at 22,050 Hz.
    """
    path = folder / language / file_name(sentence)
    try:
        with open_untrusted(path) as content, wave.open(f=content, mode="rb") as file:
            form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            if form != FORM:
                raise ValueError(f"{path}: expected one channel of 16 bits at 22050 Hz, got {form}")
            if file.getnframes() > MOST_SECONDS * SAMPLES_A_SECOND:
                raise ValueError(f"{path}: expected at most {MOST_SECONDS} seconds")
            return file.readframes(file.getnframes())
    except FileNotFoundError:
        return None
    except (OSError, EOFError, wave.Error) as error:
        raise ValueError(f"{path}: {reason(error)}") from None
