"""Draw the golden pictures: ``python -m tests.firmware_host.screens.golden``.

Look at the changes before you commit them: a picture that differs is a screen that differs.
"""

from tests.firmware_host.screens.golden import greys
from tests.firmware_host.screens.golden.pictures import FOLDER, files, goldens, text

kept = {golden.file: text(golden.drawn()) for golden in goldens()}
for sample in greys.SAMPLES:
    file, picture = greys.drawn(sample)
    kept[file] = greys.text(picture)
for stale in {*files(), *greys.FOLDER.glob("*.txt")} - set(kept):
    stale.unlink()
for file, words in kept.items():
    file.write_text(words, encoding="utf-8")
print(f"{len(kept)} pictures in {FOLDER}")
