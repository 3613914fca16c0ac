"""``tableside serve``: practice tables in the browser, one for each visitor or a linked one."""

from argparse import ArgumentParser, Namespace

from firmware_host.base.errors import UsageError
from firmware_host.cli.extras import check_installed
from firmware_host.cli.parser import add_broker, add_listening
from firmware_host.web.partner import PARTNERS, add_partners, named_partners

SUMMARY = "let everybody play in the browser, in a class or at home"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add where to serve the tables, and which table a single one is linked with."""
    add_listening(parser, "the tables")
    if tuple(PARTNERS):  # nobody looks after practice tables through a broker
        add_broker(parser, "--fleet", "--fleet-settings")
        add_partners(parser)


def run(arguments: Namespace) -> int:
    """Serve practice tables until Ctrl-C: one, if it is linked."""
    import games
    from firmware_host.cli.arguments import read_address

    host, port = read_address(arguments.listen)
    check_installed("web")
    agent = _agent(arguments)
    from firmware_host.web.lean import leave_out

    leave_out()
    from firmware_host.features.practice import site

    site.serve(host, port, games, arguments.name, agent)
    return 0


def _agent(arguments: Namespace) -> tuple[str, ...]:
    """Return the arguments of the agent that links a table; none for the tables of a class."""
    from firmware_host.cli.commands.fleet import agent_arguments

    if not tuple(PARTNERS):
        return ()
    agent = agent_arguments(arguments)
    if agent and not tuple(named_partners(arguments)):
        options = " or ".join(each.option for each in PARTNERS)
        raise UsageError(f"--fleet and --fleet-settings go with {options}")
    return agent
