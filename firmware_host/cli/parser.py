"""The argument parser of ``tableside``, the arguments that commands share, and those of features.
Some commands need packages that only an extra of the program brings.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, NoReturn, Protocol, cast

from firmware_host.base.errors import WRONG_USAGE, HostError, UsageError, how_to_install
from firmware_host.base.registry import Registry
from firmware_host.storage.filesystem import OVERWRITE
from firmware_host.text import LANGUAGES
from hardware.untrusted_input import harmless
from hardware.wiring import wiring

if TYPE_CHECKING:
    from firmware_host.app.request import Request, StartedReader
    from firmware_host.cli.doctor_dialogue import Examination
    from firmware_host.web.table_client import TableClient


DEFAULT_FOLDER = "$STATE_DIRECTORY, or ~/.local/state/tableside"
BY_THE_RULES = "as the rules say, by lot or the first seat"
DEFAULT_ADDRESS = "0.0.0.0:8080"
"""Where the web server listens: every address of this computer."""

MAX_DIGITS = 18
"""Longest number that can be typed: anything up to this length fits into 64 bits."""

# asking the games who can play would make every start longer; a test compares
SEAT_PLAYERS = "person, first, beginner, friend, expert, champion, adaptive, nobody"


class TableArguments(NamedTuple):
    """Arguments of a feature: ``add`` adds them, ``apply`` returns the request that they make.

    ``apply`` raises UsageError if they do not fit together.
    """

    add: Callable[[argparse.ArgumentParser], None]
    apply: Callable[["Request", argparse.Namespace], "Request"]


TABLE_ARGUMENTS = Registry[TableArguments]("cli")
"""What features let people say of a table on the command line, wherever one is described."""


GAME_FILES = Registry[Callable[[str | None, Path | None], str | None]]("cli")
"""What features let people play that does not ship: from what was typed, and the state folder.

Each returns the name of the game that was typed, and raises UsageError if there is none.
"""


class DoctorArguments(NamedTuple):
    """Arguments of a feature: ``add`` adds them, ``apply`` returns what is examined with them."""

    add: Callable[[argparse.ArgumentParser], None]
    apply: Callable[["Examination", argparse.Namespace], "Examination"]


DOCTOR_ARGUMENTS = Registry[DoctorArguments]("cli")
"""What features let people ask of the doctor."""


class DiceWatch(NamedTuple):
    """Dice that ``tableside dice`` can watch instead of a tray: with an ``option`` and its help.

    The function ``watch`` of ``module`` watches them; the module is imported only then.
    """

    option: str
    help: str
    module: str

    def add(self, parser: argparse.ArgumentParser) -> None:
        """Add the option to ``parser``."""
        parser.add_argument(self.option, action="store_true", help=self.help)

    def watch(self, arguments: argparse.Namespace) -> int | None:
        """Watch the dice and return the exit code; None if ``arguments`` do not ask for them."""
        if not vars(arguments)[self.option.strip("-").replace("-", "_")]:
            return None
        code: int = import_module(self.module).watch(arguments)
        return code


DICE_WATCHES = Registry[DiceWatch]("cli")
"""The dice of features, which can be watched instead of a tray."""


class SimulatedDice(NamedTuple):
    """Dice of a feature that a simulated table can have: what they are, and their ``names``.

    ``apply`` returns the request with the dice of a name.
    """

    about: str
    names: tuple[str, ...]
    apply: Callable[["Request", str], "Request"]


SIMULATED_DICE = Registry[SimulatedDice]("cli")
"""The dice of features that a simulated table can have in place of the wired tray."""


class ReaderArguments(NamedTuple):
    """Arguments of a feature that lets a process of its own read a table: ``add`` adds them.

    ``started`` returns that process, None without one, and ``apply`` the request that such a table
    has. Both raise UsageError if the arguments do not fit together.
    """

    add: Callable[[argparse.ArgumentParser], None]
    started: Callable[[argparse.Namespace], "StartedReader | None"]
    apply: Callable[["Request", argparse.Namespace], "Request"]


READER_ARGUMENTS = Registry[ReaderArguments]("cli")
"""What features let people say of such processes, wherever a table is started that can be read."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line, and what may have been meant.

    ``understood`` are words that do something though they are no values of an argument.
    """

    understood: ClassVar[tuple[str, ...]] = ()

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Check one of several values; name the nearest one in place of a list of all."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            from difflib import get_close_matches

            known = [*map(str, action.choices or ()), *self.understood]
            near = get_close_matches(str(value), known, n=1)
            if not near:
                raise
            meant = f"invalid choice: {value!r}; did you mean {near[0]}?"
            raise argparse.ArgumentError(action, meant) from error

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where to look it up; exit with code 2."""
        line = f"{self.prog}: {message} (see {self.prog} --help)"
        self.exit(WRONG_USAGE, f"{harmless(line)}\n")


class CommandLine(Parser):
    """A parser of commands, whose help lists them in groups: the names of each, by its title."""

    groups: Mapping[str, Sequence[str]] = {}
    understood = ("help",)

    def format_help(self) -> str:
        """Return what there is to know before one knows a command."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        listed = [each for action in self._actions for each in _commands(action)]
        for title, names in self.groups.items():
            formatter.start_section(title)
            formatter.add_arguments([each for each in listed if each.dest in names])
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def _commands(action: argparse.Action) -> Sequence[argparse.Action]:
    """Return the commands among which ``action`` chooses, if it does, as the help lists them."""
    return action._choices_actions if isinstance(action, argparse._SubParsersAction) else ()


def number(text: str) -> int:
    """Read a whole number from the command line.

    >>> number("12")
    12
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, not {text!r}")
    return int(text)


def check_from_one(option: str, given: int | None) -> None:
    """Raise UsageError if ``given`` is 0; None is what was not typed."""
    if given is not None and given < 1:
        raise UsageError(f"{option} takes a number from 1 on, not {given}")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the name of a game that has to be given."""
    parser.add_argument("game", metavar="GAME", help="name of the game; tableside games lists them")


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the options of a game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; tableside games lists them",
    )


def add_first(parser: argparse.ArgumentParser, default: str = "0, the first seat") -> None:
    """Add the seat that plays first; ``default`` is how the help names the default one."""
    parser.add_argument(
        "--first",
        metavar="SEAT",
        help=f"seat that plays first, by colour or number (default: {default})",
    )


def add_seed(parser: argparse._ActionsContainer) -> None:
    """Add the seed of whatever is random."""
    parser.add_argument(
        "--seed", type=number, default=1, metavar="S", help="seed of all randomness (default: 1)"
    )


def add_workers(parser: argparse._ActionsContainer) -> None:
    """Add the number of processes that work."""
    parser.add_argument(
        "--workers", type=number, metavar="N", help="number of processes (default: one per core)"
    )


def add_overwrite(parser: argparse._ActionsContainer) -> None:
    """Add that a file which is there already is replaced."""
    parser.add_argument(
        OVERWRITE, action="store_true", help="replace the file if there is one already"
    )


def add_wiring(parser: argparse.ArgumentParser) -> None:
    """Add the wiring."""
    profiles = ", ".join(wiring.names())
    parser.add_argument(
        "--wiring",
        default=wiring.USUAL,
        metavar="PROFILE|FILE",
        help=f"wiring: one of {profiles}, or a TOML file (default: {wiring.USUAL})",
    )


def add_state_dir(parser: argparse.ArgumentParser, default: str = DEFAULT_FOLDER) -> None:
    """Add the state folder; ``default`` is how the help names the default one."""
    parser.add_argument(
        "--state-dir", metavar="DIR", help=f"folder where games are kept (default: {default})"
    )


def add_language(parser: argparse.ArgumentParser, help: str) -> None:  # noqa: A002 - as in argparse
    """Add the language, explained by ``help``."""
    parser.add_argument("--language", choices=LANGUAGES, help=help)


def add_listening(
    parser: "argparse.ArgumentParser | argparse._ArgumentGroup",
    what: str,
    default: str = DEFAULT_ADDRESS,
) -> None:
    """Add where ``what`` is served, and by which names browsers may call this computer."""
    parser.add_argument(
        "--listen",
        default=default,
        metavar="HOST:PORT",
        help=f"where to serve {what} (default: {default})",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="let browsers call this computer by this name too",
    )


def add_readers(parser: argparse.ArgumentParser) -> None:
    """Add what features let read the table."""
    for each in READER_ARGUMENTS:
        each.add(parser)


def readers(arguments: argparse.Namespace) -> "tuple[StartedReader, ...]":
    """Return what is to read the table of ``arguments``; UsageError if they do not fit together."""
    found = (each.started(arguments) for each in READER_ARGUMENTS)
    return tuple(each for each in found if each is not None)


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """Add the switch that only shows what would be done."""
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would be done, without doing it"
    )


def add_table(
    parser: argparse.ArgumentParser,
    default_folder: str = DEFAULT_FOLDER,
    default_first: str = BY_THE_RULES,
) -> None:
    """Add everything that describes a table: game, wiring, state folder, language and seats.

    ``default_folder`` and ``default_first`` are how the help names the defaults.
    """
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="game to play (default: choose on the screen)"
    )
    add_wiring(parser)
    add_state_dir(parser, default_folder)
    add_language(parser, "language of the screens (default: the one chosen on the device)")
    for each in TABLE_ARGUMENTS:
        each.add(parser)
    add_option(parser)
    add_first(parser, default_first)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=WHO",
        help=f"who plays at a seat, named by colour or number: {SEAT_PLAYERS} (default: person)",
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="position in which the game begins, as records write it"
    )


class Extra(NamedTuple):
    """An extra of the program by its ``name``: the ``packages``, by their names in Python.

    ``needed_by`` is what needs them.
    """

    name: str
    packages: tuple[str, ...]
    needed_by: str

    def check(self) -> None:
        """Raise HostError if one of the packages is missing; it says how to install them."""
        missing = [name for name in self.packages if find_spec(name) is None]
        if missing:
            needs = f"{self.needed_by} needs {', '.join(missing)}"
            raise HostError(f"{needs}: {how_to_install(self.name)}")


WEB: Final = Extra(
    "web", ("starlette", "uvicorn", "websockets", "segno", "markdown_it"), "the web server"
)
EXTRAS = Registry[Extra]("cli")
"""The extras of features, which the Debian package has too."""


class Partner(Protocol):
    """Another table of the broker: what each of both tells the other has one ``topic``."""

    @property
    def table(self) -> str:
        """The name of the other table."""

    @property
    def topic(self) -> str:
        """The last part of the topics."""

    @property
    def longest(self) -> int:
        """Bytes of the longest message."""

    @property
    def said(self) -> bytes | None:
        """What to tell the other table now; None: nothing."""

    def look(self) -> None:
        """Take over what the table here shows now."""

    def hear(self, said: bytes) -> None:
        """Take what the other table says."""

    def be_there(self, *, is_there: bool) -> None:
        """Note whether the other table can be reached."""

    async def run(self, tell: Callable[[], None]) -> None:
        """Do what takes time until this is cancelled; call ``tell`` when there may be news."""


class PartnerModule(Protocol):
    """A module that opens partners."""

    def linked_table(self, client: "TableClient", table: str, other: str, folder: Path) -> Partner:
        """Return the partner ``other``; ``client`` is that of ``table``, ``folder`` its state."""


class PartnerOption(NamedTuple):
    """How the command line names a partner: by an ``option``, which its help explains.

    ``apply`` returns the request of a table that has one. The function ``linked_table`` of
    ``module``, which only the agent of a table needs, opens it.
    """

    option: str
    help: str
    apply: "Callable[[Request, argparse.Namespace], Request]"
    module: str

    def open(self, client: "TableClient", table: str, other: str, folder: Path) -> Partner:
        """Return the partner ``other``; ``client`` is that of ``table``, ``folder`` its state."""
        module = cast(PartnerModule, import_module(self.module))
        return module.linked_table(client, table, other, folder)

    def named(self, arguments: argparse.Namespace) -> str | None:
        """Return the name that ``arguments`` give; None if they give none."""
        name: str | None = getattr(arguments, self.option.strip("-").replace("-", "_"))
        return name


PARTNERS = Registry[PartnerOption]("cli")
"""The partners that features find for a table."""


def add_partners(parser: argparse.ArgumentParser) -> None:
    """Add the options that name partners."""
    for each in PARTNERS:
        parser.add_argument(each.option, metavar="TABLE", help=each.help)


def named_partners(arguments: argparse.Namespace) -> Iterator[tuple[PartnerOption, str]]:
    """Yield the partners that ``arguments`` name, each with its name."""
    for each in PARTNERS:
        name = each.named(arguments)
        if name is not None:
            yield each, name
