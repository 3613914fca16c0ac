"""Own games: races that people describe in a file, and the folder where a table keeps them."""

from typing import Final

ENDING: Final = ".toml"
FOLDER: Final = "games"
"""The folder in the state folder with the games of the table."""
