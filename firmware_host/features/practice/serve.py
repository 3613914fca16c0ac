"""``tableside serve``: practice tables in the browser, one for each visitor or a linked one."""

from argparse import ArgumentParser, Namespace

from firmware_host.base.errors import UsageError
from firmware_host.cli.extras import check_installed
from firmware_host.cli.parser import add_broker, add_link, add_listening

SUMMARY = "let everybody play in the browser, in a class or at home"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add where to serve the tables, and which table a single one is linked with."""
    add_listening(parser, "the tables")
    add_broker(parser, "--fleet", "--fleet-settings")
    add_link(parser)


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

    agent = agent_arguments(arguments)
    if agent and arguments.link_with is None:
        raise UsageError("--fleet and --fleet-settings go with --link-with")
    return agent
