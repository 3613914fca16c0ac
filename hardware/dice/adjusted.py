"""A wiring file of one's own with what was found about its dice tray.

>>> found = Adjustment(("D1", "D0", "D2", "D3"), ("D1",))
>>> print(adjusted({"profile": "generic"}, (12, 18, 24, 25), found))
profile = "generic"
<BLANKLINE>
[dice]
lines = [18, 12, 24, 25]
invert = ["D0"]
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.dice.adjusting import Adjustment
from hardware.errors import WiringError
from hardware.untrusted_text import harmless
from hardware.wiring.schema import parse, text_at
from hardware.wiring.wiring import DICE_LINES, names


def own_sheet(name_or_path: str) -> dict[str, Any]:
    """The tables of a wiring file, or those of a new file that starts from a profile.

    WiringError if there is no such profile or file.
    """
    if name_or_path in names():
        return {"profile": name_or_path}
    source = harmless(name_or_path)
    try:
        return parse(text_at(Path(name_or_path)), source)
    except FileNotFoundError as error:
        raise WiringError(f"{source}: expected a file of TOML, but {error}") from None


def adjusted(sheet: Mapping[str, Any], pins: Sequence[int], found: Adjustment) -> str:
    """Return the text of ``sheet`` with its section [dice] as ``found``.

    ``pins`` are the BCM pins of D0 to D3 as they were wired then.
    """
    wired = dict(zip(DICE_LINES, pins, strict=True))
    dice = {key: value for key, value in sheet.get("dice", {}).items() if key != "invert"}
    dice["lines"] = [wired[line] for line in found.order]
    if found.inverted:
        dice["invert"] = list(found.inverted_bits)
    return _text({**sheet, "dice": dice})


def store(path: Path, text: str) -> None:
    """Write ``text`` to a new file; WiringError if there is one already, or if it cannot be."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
    except FileExistsError:
        raise WiringError(f"{path} is there already: name a new file") from None
    except OSError as error:
        raise WiringError(
            f"{path} cannot be written ({error.strerror or error}): name another"
        ) from None


def _text(sheet: Mapping[str, Any]) -> str:
    plain = {key: value for key, value in sheet.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in sheet.items() if isinstance(value, dict)}
    sections = [_lines(plain), *(f"[{name}]\n{_lines(table)}" for name, table in tables.items())]
    return "\n\n".join(section.strip() for section in sections if section)


def _lines(table: Mapping[str, Any]) -> str:
    # what a wiring holds, words, numbers, truth values and lists of them, is written as in JSON
    written = {key: json.dumps(value, ensure_ascii=False) for key, value in table.items()}
    return "\n".join(f"{key} = {value}" for key, value in written.items())
