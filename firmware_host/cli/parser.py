"""What can be typed behind ``tableside``: commands, their arguments, and how they are explained."""

import argparse
from pathlib import Path
from typing import NoReturn

from firmware_host.text.languages import LANGUAGES
from hardware.untrusted_text import harmless
from hardware.wiring import wiring

WRONG_USAGE = 2
DEFAULT_WIRING = "generic"
MOST_TURNS = 300
MOST_DIGITS = 18
"""Of a number that is typed: whatever has no more fits into 64 bits."""

# asking the games who can play would make every start longer; a test compares
SITTERS = "person, beginner, friend, champion, nobody"
CONTESTANTS = "random, greedy, searcher, beginner, friend, champion"


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look it up; exit 2."""
        said = f"{self.prog}: {message} (see {self.prog} --help)"
        self.exit(WRONG_USAGE, f"{harmless(said)}\n")


class Version(argparse.Action):
    """Says which version is installed, and looks that up only now."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib import metadata

        print(f"{parser.prog} {metadata.version('tableside')}")
        parser.exit()


def parser() -> Parser:
    """Make the parser of the whole command line; ``command`` is the command that was given."""
    whole = Parser(prog="tableside", description="A companion for real board games.")
    whole.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _play(commands.add_parser("play", help="play at a real table, on a Raspberry Pi"))
    _simulate(commands.add_parser("simulate", help="play without a Pi, on simulated hardware"))
    _dice(commands.add_parser("dice", help="watch a dice tray and adjust its wiring"))
    _wiring(commands.add_parser("link", help="show the peers of the serial link, live"))
    commands.add_parser("games", help="list the games and their options")
    _perft(commands.add_parser("perft", help="count the ways a game can go"))
    _match(commands.add_parser("match", help="let machine players play against each other"))
    _rules(commands.add_parser("rules", help="show the rules of a game"))
    _doctor(commands.add_parser("doctor", help="find out what is wrong with a real installation"))
    _counters(commands.add_parser("counters", help="show what a table did day by day"))
    _install(
        commands.add_parser(
            "install", help="let the table start with the Raspberry Pi, as a service"
        )
    )
    _dry_run(commands.add_parser("uninstall", help="take that service away again"))
    _replay(commands.add_parser("replay", help="play a record again"))
    _export(commands.add_parser("export", help="write the games that a table has kept as records"))
    _stats(commands.add_parser("stats", help="say what many games together tell"))
    return whole


def _play(command: Parser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help="else chosen on the screen")
    _wiring(command)
    _state_dir(command)
    command.add_argument("--language", choices=list(LANGUAGES), help="else as chosen on the device")
    command.add_argument(
        "--kiosk", action="store_true", help="for a table in public, where people come and go"
    )
    _option(command)
    command.add_argument("--first", metavar="SEAT", help="who begins: a side or a number")
    command.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SIDE=WHO",
        help=f"one of {SITTERS}",
    )


def _simulate(command: Parser) -> None:
    _play(command)
    kinds = command.add_mutually_exclusive_group()
    kinds.add_argument("--script", metavar="FILE", help="run a script on virtual time")
    kinds.add_argument(
        "--random", type=_number, metavar="SEED", help="play at random on virtual time"
    )
    command.add_argument(
        "--games", type=_number, metavar="N", help="how many games with --random (default: 1)"
    )
    command.add_argument(
        "--board",
        choices=["plain", "sensing"],
        default="plain",
        help="sensing: the board sees where pieces stand (default: plain)",
    )


def _dice(command: Parser) -> None:
    _wiring(command)
    command.add_argument("--kind", choices=["lots", "long"], default="lots", help="of dice")
    command.add_argument("--simulated", action="store_true", help="on a simulated Raspberry Pi")
    command.add_argument(
        "--save", type=Path, metavar="FILE", help="write what is found to a new wiring file"
    )


def _perft(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="its name, as in the list of games")
    command.add_argument("depth", metavar="DEPTH", type=_number, help="throws and moves, 0 or more")
    command.add_argument("--state", metavar="TEXT", help="a position text; else the start")
    _option(command)
    command.add_argument("--first", metavar="SEAT", help="who begins")


def _match(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="its name, as in the list of games")
    command.add_argument(
        "--seats",
        required=True,
        metavar="A,B",
        help=f"a player a side, the last for all others: {CONTESTANTS}",
    )
    command.add_argument(
        "--games", type=_number, default=100, metavar="N", help="how many games (default: 100)"
    )
    command.add_argument(
        "--seed", type=_number, default=1, metavar="S", help="of all chance (default: 1)"
    )
    command.add_argument(
        "--turns",
        type=_number,
        default=MOST_TURNS,
        metavar="N",
        help=f"then a game goes to who has most on the board (default: {MOST_TURNS})",
    )
    command.add_argument(
        "--workers", type=_number, metavar="N", help="processes (default: one a core)"
    )
    _option(command)


def _rules(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="its name, as in the list of games")
    command.add_argument("--language", choices=list(LANGUAGES), help="of the rule sheet")


def _doctor(command: Parser) -> None:
    _wiring(command)
    _state_dir(command)
    command.add_argument("--json", action="store_true", help="only look, and write JSON")


def _counters(command: Parser) -> None:
    _state_dir(command)
    command.add_argument(
        "--csv", metavar="FILE", help="write comma-separated values (-: to the standard output)"
    )


def _install(command: Parser) -> None:
    _dry_run(command)
    command.add_argument("--wiring", metavar="PROFILE|FILE", help="as with play (else as it is)")
    command.add_argument("--language", choices=list(LANGUAGES), help="of the screens at first")
    command.add_argument(
        "--from", dest="source", type=Path, metavar="FOLDER", help="where the program is"
    )
    command.add_argument(
        "more", nargs="*", metavar="WORD", help="after --: a game and options, as with play"
    )


def _replay(command: Parser) -> None:
    command.add_argument("file", metavar="FILE", type=Path, help="the record")
    ways = command.add_mutually_exclusive_group()
    ways.add_argument("--check", action="store_true", help="only check it")
    ways.add_argument(
        "--on",
        choices=["text", "display", "simulator"],
        default="text",
        help="where it is shown: display, that of a Raspberry Pi (default: text)",
    )
    _wiring(command)
    command.add_argument("--language", choices=list(LANGUAGES), help="of the screens")


def _export(command: Parser) -> None:
    command.add_argument(
        "folder", metavar="FOLDER", type=Path, help="for a text file a game; - for lines of JSON"
    )
    _state_dir(command)


def _stats(command: Parser) -> None:
    command.add_argument(
        "files", nargs="*", metavar="FILE", type=Path, help="records; else what the table has kept"
    )
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the throws into a new PNG file"
    )
    _state_dir(command)


def _wiring(command: Parser) -> None:
    command.add_argument(
        "--wiring",
        default=DEFAULT_WIRING,
        metavar="PROFILE|FILE",
        help=f"one of {', '.join(wiring.names())}, or a TOML file (default: {DEFAULT_WIRING})",
    )


def _state_dir(command: Parser) -> None:
    command.add_argument("--state-dir", metavar="DIR", help="where the game is kept")


def _option(command: Parser) -> None:
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def _dry_run(command: Parser) -> None:
    command.add_argument("--dry-run", action="store_true", help="only show what would be done")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")
    return int(text)
