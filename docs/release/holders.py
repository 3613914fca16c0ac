r"""Who holds the copyright of a part, as its notices say.

>>> holders(["Copyright (c) 2016 Ann\n\nThe above copyright notice ...", "Copyright © 2020 Bob."])
('2016 Ann', '2020 Bob')
>>> holders(["Copyright (c) 2019 Ann", "Copyright 2016-2018 Ann", "Copyright 2017 Ann"])
('2016-2019 Ann',)
>>> holders(["Copyright Ann, Inc. and [others](https://example.org). All rights reserved."])
('Ann, Inc. and others <https://example.org>',)
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

NOTICE: Final = re.compile(
    r"""
    ^[ \t#*]*Copyright[ :]\s*([^\n]+)   # a line of its own
    | "Copyright\s([^"]+)"              # one that a licence wants to be kept
    """,
    re.MULTILINE | re.VERBOSE,
)
SIGN: Final = re.compile(r"(\([cC]\)|©)\s*")
LINK: Final = re.compile(r"\[([^]]+)\]\(([^)]+)\)")
RIGHTS: Final = re.compile(r"[;,.]?\s*All rights reserved\.?$", re.IGNORECASE)
YEARS: Final = re.compile(r"(\d{4})((?:\s*[-,]\s*(?:\d{3}[\dx]|present))*),?\s+(?:by )?(.+)")
LAST: Final = re.compile(r"\d{3}[\dx]|present")
HOLDER: Final = re.compile(r"[A-Z0-9].*")
"""What follows the word "copyright" in a notice, and in no other sentence of a licence."""


def holders(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the years and the names in the notices of ``texts``, each name once, as first named.

    A name with several notices has the years from its first to its last.
    """
    spans = dict[str, list[str]]()
    for notice in _notices(texts):
        dated = YEARS.fullmatch(notice)
        first, more, name = dated.groups() if dated else ("", "", notice)
        years = spans.setdefault(name, [])
        years += [first, *LAST.findall(more)] if first else []
    return tuple(f"{_span(years)} {name}".lstrip() for name, years in spans.items())


def _notices(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for line, quoted in NOTICE.findall(text):
            notice = LINK.sub(r"\1 <\2>", SIGN.sub("", " ".join((line or quoted).split())))
            if HOLDER.match(notice):
                yield RIGHTS.sub("", notice).rstrip(" ,.")


def _span(years: list[str]) -> str:
    first, last = min(years, default=""), max(years, default="")
    return first if first == last else f"{first}-{last}"
