"""Write what is said in one whole game: ``python -m tests.firmware_host.features.speech.golden``.

Read the changes before you commit them, best aloud.
"""

import tempfile
from pathlib import Path

from tests.firmware_host.features.speech.by_ear import listener
from tests.firmware_host.features.speech.golden.texts import GAME, text_file
from tests.languages import COMPLETE

for language in COMPLETE:
    with (
        tempfile.TemporaryDirectory() as folder,
        listener(GAME, language, Path(folder)) as player,
    ):
        player.play()
    text_file(language).write_text("\n".join(player.heard) + "\n", encoding="utf-8")
    print(f"{len(player.heard)} sentences in {text_file(language)}")
