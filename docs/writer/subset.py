"""Cut a BDF font down to the characters that the screens need: standard input to standard output.

``firmware_host/screens/fonts/README.md`` has the command. It is run only to renew the fonts.
"""

import re
import sys
from collections.abc import Iterable

SIGNS = "‐–—‘’“”„•…№−←↑→↓↔↕■□▲△▶▷▼▽◀◁◆◇○●✓"
KEPT = frozenset(
    {
        0,  # what FreeType draws for a character that the font does not have
        *range(0x20, 0x7F),
        *range(0xA0, 0x100),
        *range(0x400, 0x460),
        *map(ord, SIGNS),
    }
)

GLYPH = re.compile(r"^STARTCHAR .*?^ENCODING (\d+).*?^ENDCHAR\n", re.MULTILINE | re.DOTALL)
COUNT = re.compile(r"^CHARS \d+$", re.MULTILINE)


def subset(font: str, kept: Iterable[int] = KEPT) -> str:
    r"""Return the BDF text ``font`` with only the glyphs whose code points are in ``kept``.

    >>> glyph = "STARTCHAR {0}\nENCODING {0}\nENDCHAR\n"
    >>> font = "CHARS 2\n" + glyph.format(65) + glyph.format(66) + "ENDFONT\n"
    >>> subset(font, {66})
    'CHARS 1\nSTARTCHAR 66\nENCODING 66\nENDCHAR\nENDFONT\n'
    """
    wanted = frozenset(kept)
    glyphs = [found[0] for found in GLYPH.finditer(font) if int(found[1]) in wanted]
    head, _, _ = font.partition("STARTCHAR ")
    return COUNT.sub(f"CHARS {len(glyphs)}", head) + "".join(glyphs) + "ENDFONT\n"


if __name__ == "__main__":
    sys.stdout.write(subset(sys.stdin.read()))
