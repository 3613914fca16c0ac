"""The command line: ``tableside COMMAND``. Exit codes: 0 good, 1 failed, 2 wrong usage."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.cli.parser import WRONG_USAGE, parser
from firmware_host.errors import HostError, UsageError
from firmware_host.storage.state_folder import find
from firmware_host.text.languages import preferred
from hardware.errors import HardwareError, WiringError
from hardware.untrusted_text import harmless
from hardware.wiring import wiring

if TYPE_CHECKING:  # the first picture does not wait for games
    from firmware_host.cli.arguments import Asked

GOOD, FAILED = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` (the program's own by default); return the exit code."""
    parsed = parser().parse_args(arguments)
    try:
        return COMMANDS[parsed.command](parsed)
    except (UsageError, WiringError) as error:
        return _say(parsed, error, WRONG_USAGE)
    except (HostError, HardwareError) as error:
        return _say(parsed, error, FAILED)
    except BrokenPipeError:
        # nobody reads any more, so what is still buffered would fail again at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _say(parsed: argparse.Namespace, error: Exception, code: int) -> int:
    print(harmless(f"tableside {parsed.command}: {error}"), file=sys.stderr)
    return code


def _play(parsed: argparse.Namespace) -> int:
    from firmware_host.app.splash import greet

    greet(wiring.load(parsed.wiring), os.environ)
    from firmware_host.app.run_on_pi import play

    return play(_asked(parsed))


def _simulate(parsed: argparse.Namespace) -> int:
    from dataclasses import replace

    from firmware_host.cli.commands import simulate

    asked = replace(_asked(parsed), senses=parsed.board == "sensing")
    if parsed.games is not None and (parsed.random is None or parsed.games < 1):
        raise UsageError("--games goes with --random and takes a number from 1 on")
    if parsed.script is not None:
        return simulate.run_script(asked, parsed.script)
    if parsed.random is not None:
        return simulate.run_random(asked, parsed.random, parsed.games or 1)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return simulate.run_terminal(asked)
    return simulate.run_demonstration(asked)


def _asked(parsed: argparse.Namespace) -> "Asked":
    import games
    from firmware_host.cli import arguments as settings

    return settings.Asked(
        wiring.load(parsed.wiring),
        parsed.state_dir,
        parsed.language,
        settings.setup(games, parsed.game, parsed.option, parsed.first, parsed.seat),
        usual_language=preferred(os.environ),
        is_kiosk=parsed.kiosk,
    )


def _dice(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands.dice import Task, dice

    return dice(Task(parsed.wiring, parsed.kind, parsed.save), parsed.simulated)


def _link(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands.link import link

    return link(parsed.wiring)


def _games(parsed: argparse.Namespace) -> int:
    import games

    for name in games.names():
        kind = games.kind(name)
        print(f"{name}: {kind.title}")
        for option in kind.OPTIONS:
            values = ", ".join(map(str, option.values))
            print(f"    {option.name} = {values}    {option.meaning}")
    return GOOD


def _perft(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli import arguments as settings

    game = games.load(parsed.game, **settings.options(games, parsed.game, parsed.option))
    first = 0 if parsed.first is None else settings.seat(game, parsed.first)
    try:
        state = game.start(first) if parsed.state is None else game.state(parsed.state)
    except ValueError as error:
        raise UsageError(f"--state: {error}") from None
    begun = time.perf_counter()
    count = games.perft(state, parsed.depth)
    print(f"{time.perf_counter() - begun:.2f} s", file=sys.stderr)
    print(count)
    return GOOD


def _match(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli import arguments as settings
    from firmware_host.cli.commands import match

    game = games.load(parsed.game, **settings.options(games, parsed.game, parsed.option))
    asked = match.prepared(game, parsed.seats, parsed.seed, parsed.turns)
    return match.match(asked, parsed.games, parsed.workers)


def _rules(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli.commands import replay

    replay.rules(parsed.game, parsed.language or preferred(os.environ), games)
    return GOOD


def _replay(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli.commands import replay

    if parsed.check:
        print(replay.check(parsed.file, games))
        return GOOD
    if parsed.on != "text":
        return _show(parsed)
    attended = sys.stdin.isatty() and sys.stdout.isatty()
    replay.show_replay(parsed.file, games, print, input if attended else None)
    return GOOD


def _show(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli import arguments as settings
    from firmware_host.session.replay import load_replay

    language, usual = parsed.language, preferred(os.environ)
    showing = load_replay(parsed.file, games)
    asked = settings.Asked(
        wiring.load(parsed.wiring), None, language, None, usual_language=usual, showing=showing
    )
    if parsed.on == "display":
        from firmware_host.app import run_on_pi

        return run_on_pi.show(asked)
    from firmware_host.cli.commands import simulate

    return simulate.show(asked)


def _export(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli.commands import export

    return export.export(find(parsed.state_dir, os.environ), parsed.folder, games)


def _stats(parsed: argparse.Namespace) -> int:
    import games
    from firmware_host.cli.commands import stats

    folder = find(parsed.state_dir, os.environ)
    return stats.stats(stats.read(parsed.files, folder, games), games, parsed.plot)


def _doctor(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands import doctor

    folder = find(parsed.state_dir, os.environ)
    return doctor.doctor(wiring.load(parsed.wiring), folder, parsed.json)


def _counters(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands import counters

    return counters.counters(find(parsed.state_dir, os.environ), parsed.csv)


def _install(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands.install import Asked, install

    if parsed.more:
        parser().parse_args(["play", *parsed.more])
    more = tuple(parsed.more) or None
    return install(Asked(parsed.wiring, parsed.language, more, parsed.source), parsed.dry_run)


def _uninstall(parsed: argparse.Namespace) -> int:
    from firmware_host.cli.commands.install import uninstall

    return uninstall(parsed.dry_run)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "simulate": _simulate,
    "dice": _dice,
    "link": _link,
    "games": _games,
    "perft": _perft,
    "match": _match,
    "rules": _rules,
    "replay": _replay,
    "export": _export,
    "stats": _stats,
    "doctor": _doctor,
    "counters": _counters,
    "install": _install,
    "uninstall": _uninstall,
}

if __name__ == "__main__":
    sys.exit(main())
