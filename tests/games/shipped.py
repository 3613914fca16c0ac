"""The exercises that ship with the games."""

from importlib import resources


def shipped(game: str) -> str | None:
    """Return the text of the set that ships with ``game``; None if there is none."""
    file = resources.files("games").joinpath(game, "exercises.json")
    return file.read_text(encoding="utf-8") if file.is_file() else None
