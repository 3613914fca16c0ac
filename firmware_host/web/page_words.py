"""The words that stand on the page itself, in every language."""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from games.message import msg

WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "lost": msg("Connection lost. Trying again…"),
    "away": msg("The table is switched off or restarting."),
    "observer": msg("You are watching."),
    "seat": msg("You play a seat."),
    "staff": msg("You are staff."),
    "your turn": msg("It is your turn: choose a move on the board."),
    "practice": msg("This is your own table."),
    "board": msg("Board"),
    "players": msg("Players"),
    "thrown": msg("Thrown"),
    "actions": msg("What you can do"),
    "panel": msg("Display of the table"),
    "history": msg("The game so far"),
    "moment": msg("Look back"),
    "choices": msg("Your choices"),
    "rules": msg("Rules"),
    "games": msg("Games played"),
    "sound": msg("Sound"),
    "empty": msg("empty"),
    "hint": msg("Hint"),
    "undo": msg("Take back"),
    "draw": msg("Offer a draw"),
    "resign": msg("Resign"),
    "reallyResign": msg("Do you want to resign?"),
    "back": msg("Choose again"),
    "pass": msg("Pass"),
    "die": msg("Play the throw"),
    "drop": msg("Put on the board"),
    "place hand": msg("A piece from the hand"),
    "place reserve": msg("A piece from the reserve"),
    "problem throw": msg("The throw does not count."),
    "problem board": msg("The board on the table does not match the game."),
    "throw": msg("Somebody throws."),
    "choice": msg("Somebody chooses a move."),
    "set-up": msg("The pieces are set up."),
    "hand step": msg("Pieces are moved on the table."),
    "machine": msg("The machine is thinking."),
    "phone": msg("A player on a phone chooses a move."),
    "answer": msg("Somebody answers a question at the table."),
    "key": msg("Somebody reads a text at the table."),
    "next game": msg("The game is over."),
    "anybody": msg("Nobody is at the table. Press any key there to play."),
    "nothing": msg("One moment, please."),
}
"""Each word by the name that the page's scripts use.

The last ones say what the table waits for, where a view has no sentence of its own.
"""


def page_words(language: str) -> Mapping[str, Any]:
    """Return the words of the page in ``language``, and the languages that a visitor can choose."""
    say = Language(language)
    return {
        "language": language,
        "languages": [[code, Language(code).name] for code in LANGUAGES],
        "words": {name: say(text) for name, text in WORDS.items()},
    }
