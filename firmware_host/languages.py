"""Which languages there are, and which one an environment asks for."""

from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский"}
"""The name of each in itself, by its code."""


def preferred(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext reads it; English if there is none.

    >>> preferred({"LANG": "ru_RU.UTF-8"})
    'ru'
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = environ.get(name, "")[:2]
        if code in LANGUAGES:
            return code
    return "en"
