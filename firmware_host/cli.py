"""The command line: ``tableside COMMAND``. Exit codes: 0 good, 1 failed, 2 wrong usage."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import NoReturn

import games
from firmware_host import settings
from firmware_host.errors import HostError
from firmware_host.language import LANGUAGES, preferred
from firmware_host.statefolder import find
from games.core import perft
from hardware import wiring
from hardware.errors import HardwareError, WiringError

GOOD, FAILED, WRONG_USAGE = 0, 1, 2
DEFAULT_WIRING = "generic"
SERVICE = {
    "install": "let the table start with the Raspberry Pi, as a service",
    "uninstall": "take that service away again",
}


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look it up; exit 2."""
        self.exit(WRONG_USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` (the program's own by default); return the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        return COMMANDS[parsed.command](parsed)
    except (settings.UsageError, WiringError) as error:
        return _say(parsed, error, WRONG_USAGE)
    except (HostError, HardwareError) as error:
        return _say(parsed, error, FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _say(parsed: argparse.Namespace, error: Exception, code: int) -> int:
    print(f"tableside {parsed.command}: {error}", file=sys.stderr)
    return code


def _parser() -> Parser:
    parser = Parser(prog="tableside", description="A companion for real board games.")
    version = f"tableside {metadata.version('tableside')}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="play at a real table, on a Raspberry Pi")
    simulate = commands.add_parser("simulate", help="play without a Pi, on simulated hardware")
    for command in (play, simulate):
        command.add_argument("game", nargs="?", metavar="GAME", help="else chosen on the screen")
        _add_common(command)
    _add_headless(simulate)
    tray = commands.add_parser("dice", help="watch a dice tray and adjust its wiring")
    _add_wiring(tray)
    tray.add_argument("--kind", choices=["lots", "long"], default="lots", help="of dice")
    tray.add_argument("--simulated", action="store_true", help="on a simulated Raspberry Pi")
    tray.add_argument(
        "--save", type=Path, metavar="FILE", help="write what is found to a new wiring file"
    )
    link = commands.add_parser("link", help="show the peers of the serial link, live")
    _add_wiring(link)
    commands.add_parser("games", help="list the games and their options")
    count = commands.add_parser("perft", help="count the ways a game can go")
    count.add_argument("game", metavar="GAME")
    count.add_argument("depth", metavar="DEPTH", type=_number, help="throws and moves, 0 or more")
    count.add_argument("--state", metavar="TEXT", help="a position text; else the start")
    _add_option(count)
    count.add_argument("--first", metavar="SEAT", help="who begins")
    rules = commands.add_parser("rules", help="show the rules of a game")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("--language", choices=list(LANGUAGES), help="of the rule sheet")
    doctor = commands.add_parser("doctor", help="find out what is wrong with a real installation")
    _add_machine(doctor)
    doctor.add_argument("--json", action="store_true", help="only look, and write JSON")
    for name, does in SERVICE.items():
        command = commands.add_parser(name, help=does)
        command.add_argument("--dry-run", action="store_true", help="only show what would be done")
        if name == "install":
            _add_choices(command)
    replay = commands.add_parser("replay", help="play a record again")
    replay.add_argument("file", metavar="FILE", type=Path)
    replay.add_argument("--check", action="store_true", help="only check it")
    return parser


def _add_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--wiring", metavar="PROFILE|FILE", help="as with play (else as it is)")
    parser.add_argument("--language", choices=list(LANGUAGES), help="of the screens at first")
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="FOLDER", help="where the program is"
    )
    parser.add_argument(
        "more", nargs="*", metavar="WORD", help="after --: a game and options, as with play"
    )


def _add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def _add_wiring(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wiring",
        default=DEFAULT_WIRING,
        metavar="PROFILE|FILE",
        help=f"one of {', '.join(wiring.names())}, or a TOML file (default: {DEFAULT_WIRING})",
    )


def _add_machine(parser: argparse.ArgumentParser) -> None:
    _add_wiring(parser)
    parser.add_argument("--state-dir", metavar="DIR", help="where the game is kept")


def _add_common(parser: argparse.ArgumentParser) -> None:
    _add_machine(parser)
    parser.add_argument("--language", choices=list(LANGUAGES), help="else as chosen on the device")
    _add_option(parser)
    parser.add_argument("--first", metavar="SEAT", help="who begins: a side or a number")
    parser.add_argument(
        "--seat", action="append", default=[], metavar="SIDE=WHO", help="person, machine or nobody"
    )


def _add_headless(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--script", metavar="FILE", help="run a script on virtual time")
    kinds.add_argument(
        "--random", type=_number, metavar="SEED", help="play at random on virtual time"
    )
    parser.add_argument(
        "--games", type=_number, metavar="N", help="how many games with --random (default: 1)"
    )
    parser.add_argument(
        "--board",
        choices=["plain", "sensing"],
        default="plain",
        help="sensing: the board sees where pieces stand (default: plain)",
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")
    return int(text)


def _play(parsed: argparse.Namespace) -> int:
    from firmware_host.service.splash import greet

    greet(wiring.load(parsed.wiring), os.environ)
    from firmware_host.live import play

    return play(_asked(parsed))


def _simulate(parsed: argparse.Namespace) -> int:
    from firmware_host.simulator import commands

    asked = replace(_asked(parsed), senses=parsed.board == "sensing")
    if parsed.games is not None and (parsed.random is None or parsed.games < 1):
        raise settings.UsageError("--games goes with --random and takes a number from 1 on")
    if parsed.script is not None:
        return commands.run_script(asked, parsed.script)
    if parsed.random is not None:
        return commands.run_random(asked, parsed.random, parsed.games or 1)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return commands.run_terminal(asked)
    return commands.run_demonstration(asked)


def _asked(parsed: argparse.Namespace) -> settings.Asked:
    return settings.Asked(
        wiring.load(parsed.wiring),
        parsed.state_dir,
        parsed.language,
        settings.setup(games, parsed.game, parsed.option, parsed.first, parsed.seat),
        usual_language=preferred(os.environ),
    )


def _dice(parsed: argparse.Namespace) -> int:
    from firmware_host.dicetool import Task, dice

    return dice(Task(parsed.wiring, parsed.kind, parsed.save), parsed.simulated)


def _link(parsed: argparse.Namespace) -> int:
    from firmware_host.linktool import link

    return link(parsed.wiring)


def _games(parsed: argparse.Namespace) -> int:
    for name in games.names():
        kind = games.kind(name)
        print(f"{name}: {kind.title}")
        for option in kind.OPTIONS:
            values = ", ".join(map(str, option.values))
            print(f"    {option.name} = {values}    {option.meaning}")
    return GOOD


def _perft(parsed: argparse.Namespace) -> int:
    game = games.load(parsed.game, **settings.options(games, parsed.game, parsed.option))
    first = 0 if parsed.first is None else settings.seat(game, parsed.first)
    try:
        state = game.start(first) if parsed.state is None else game.state(parsed.state)
    except ValueError as error:
        raise settings.UsageError(f"--state: {error}") from None
    begun = time.perf_counter()
    count = perft(state, parsed.depth)
    print(f"{time.perf_counter() - begun:.2f} s", file=sys.stderr)
    print(count)
    return GOOD


def _rules(parsed: argparse.Namespace) -> int:
    from firmware_host import reading

    reading.rules(parsed.game, parsed.language or preferred(os.environ), games)
    return GOOD


def _replay(parsed: argparse.Namespace) -> int:
    from firmware_host import reading

    if parsed.check:
        print(reading.check(parsed.file, games))
        return GOOD
    attended = sys.stdin.isatty() and sys.stdout.isatty()
    reading.show_replay(parsed.file, games, print, input if attended else None)
    return GOOD


def _doctor(parsed: argparse.Namespace) -> int:
    from firmware_host import clinic

    folder = find(parsed.state_dir, os.environ)
    return clinic.doctor(wiring.load(parsed.wiring), folder, parsed.json)


def _install(parsed: argparse.Namespace) -> int:
    from firmware_host.service.tool import Asked, install

    if parsed.more:
        _parser().parse_args(["play", *parsed.more])
    more = tuple(parsed.more) or None
    return install(Asked(parsed.wiring, parsed.language, more, parsed.source), parsed.dry_run)


def _uninstall(parsed: argparse.Namespace) -> int:
    from firmware_host.service.tool import uninstall

    return uninstall(parsed.dry_run)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "simulate": _simulate,
    "dice": _dice,
    "link": _link,
    "games": _games,
    "perft": _perft,
    "rules": _rules,
    "replay": _replay,
    "doctor": _doctor,
    "install": _install,
    "uninstall": _uninstall,
}

if __name__ == "__main__":
    sys.exit(main())
