"""The state of a table for Prometheus, in its text format 0.0.4.

The agent of a fleet replaces a file with it, which node_exporter collects; the web server of a
table answers with it at ``/metrics``.
"""

import socket
from collections.abc import Iterator, Mapping
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_host import __version__
from firmware_host.web.table_client import TableClient
from firmware_host.web.table_states import State, TableWatch, usual_name
from hardware.untrusted_input import open_untrusted

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

OURS: Final = b"# HELP tableside_"
"""What a file with figures begins with."""

HELP: Final[Mapping[str, tuple[str, str]]] = {
    "tableside_connected": ("gauge", "1 while the program of the table answers"),
    "tableside_broker_connected": ("gauge", "1 while the broker can be reached"),
    "tableside_unattended": ("gauge", "1 while nobody is at the table"),
    "tableside_closed": ("gauge", "1 while the table is closed"),
    "tableside_needs_help": ("gauge", "1 while a throw or the board is wrong"),
    "tableside_playing": ("gauge", "1 while a game is played, by its name"),
    "tableside_faults": ("gauge", "faults of the table that are known"),
    "tableside_games_begun": ("gauge", "games begun today"),
    "tableside_games_finished": ("gauge", "games finished today"),
    "tableside_starts": ("gauge", "starts of the program today"),
    "tableside_power_losses": ("gauge", "starts after a power cut today"),
}
"""Every figure: its type, and what it is."""

OF_TODAY: Final[Mapping[str, str]] = {
    "tableside_games_begun": "begun",
    "tableside_games_finished": "finished",
    "tableside_starts": "restarts",
    "tableside_power_losses": "lost_power",
}


def metrics_text(
    table: str, states: Mapping[str, State], *, is_connected: bool | None = None
) -> str:
    """Return the figures of the table with this name from its ``states``.

    ``is_connected`` says whether the broker can be reached; None: there is none.

    >>> print(metrics_text("hall-2", {}, is_connected=True), end="")
    # HELP tableside_broker_connected 1 while the broker can be reached
    # TYPE tableside_broker_connected gauge
    tableside_broker_connected{table="hall-2"} 1
    """
    broker = {} if is_connected is None else {"tableside_broker_connected": int(is_connected)}
    figures = {**broker, **dict(_figures(states))}
    game = (states.get("state", {}).get("game") or {}).get("name", "")
    lines = []
    for name, (kind, words) in HELP.items():
        if name in figures:
            label = f',game="{game}"' if name == "tableside_playing" else ""
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            lines.append(f'{name}{{table="{table}"{label}}} {figures[name]}')
    return "".join(f"{line}\n" for line in lines)


def write_figures(path: Path, text: str) -> None:
    """Replace the file at ``path`` with ``text``, for everybody to read; OSError if it fails.

    What ``path`` links to is replaced, so that the link can be where Prometheus collects.
    FileExistsError if there is a file with anything but figures.
    """
    place = path.resolve()
    if place.exists():
        _check_own(place)
    draft = place.with_name(f"{place.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.chmod(0o644)
    draft.replace(place)


def _check_own(place: Path) -> None:
    with open_untrusted(place) as file:
        start = file.read(len(OURS))
    if start not in (OURS, b""):
        raise FileExistsError(EEXIST, "there is a file with something else: name another")


def _figures(states: Mapping[str, State]) -> Iterator[tuple[str, int]]:
    state, health, days = (states.get(each) for each in ("state", "health", "counters"))
    if state is not None:
        yield "tableside_connected", int(state["connected"])
        yield "tableside_unattended", int(state["unattended"])
        yield "tableside_closed", int(state["closed"])
        yield "tableside_needs_help", int(state["problem"] is not None)
        yield "tableside_playing", int(state["game"] is not None and not state["game"]["over"])
    if health is not None:
        yield "tableside_faults", len(health["faults"])
    if days is not None:
        for name, figure in OF_TODAY.items():
            yield name, days["today"][figure] or 0


class MetricsPage:
    """The figures of the table called ``name``, as ``watch`` knows them."""

    def __init__(self, watch: TableWatch, name: str) -> None:
        self.watch, self._name = watch, name

    @property
    def route(self) -> "Route":
        """The address at which Prometheus asks for them."""
        # a table in a fleet may have no web server
        from starlette.routing import Route

        return Route("/metrics", self._figures)

    @classmethod
    def of(cls, client: TableClient) -> "MetricsPage":
        """Return the figures of the table that ``client`` follows, named after this computer."""
        return cls(TableWatch(client, __version__), usual_name(socket.gethostname()))

    async def _figures(self, request: "Request") -> "Response":
        from starlette.responses import Response

        text = metrics_text(self._name, self.watch.states)
        return Response(text, media_type=MEDIA_TYPE)
