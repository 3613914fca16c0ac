"""Which languages there are, and which one an environment asks for."""

from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский"}
"""The name of each in itself, by its code."""


def preferred(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext reads it; English if there is none.

    The first variable that is set decides, by the first language in it that there is.

    >>> preferred({"LANG": "ru_RU.UTF-8"})
    'ru'
    """
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environ[name] for name in variables if environ.get(name)), "")
    codes = (locale[:2] for locale in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), "en")
