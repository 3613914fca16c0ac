"""What is said in one whole game, as it was last read by somebody."""

from pathlib import Path

GAME = "squadro"


def text_file(language: str) -> Path:
    """Return the file with the sentences of the game in ``language``, one per line."""
    return Path(__file__).with_name(f"{GAME}.{language}.txt")
