"""Write the generated files of the manual: ``python -m docs.writer``."""

from docs.writer.lists import updated
from docs.writer.manual import FOLDER, generated, stale

for path in stale():
    path.unlink()
for name, text in generated().items():
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
for path, text in updated().items():
    path.write_text(text, encoding="utf-8")
print(f"{len(generated())} files in {FOLDER}")
