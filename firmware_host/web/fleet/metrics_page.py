"""The figures of a table at the address where Prometheus asks for them."""

import socket

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware_host import __version__
from firmware_host.web.fleet.metrics import MEDIA_TYPE, metrics_text
from firmware_host.web.fleet.settings import usual_name
from firmware_host.web.fleet.watching import TableWatch
from firmware_host.web.table_client import TableClient


class MetricsPage:
    """The figures of the table called ``name``, as ``watch`` knows them."""

    def __init__(self, watch: TableWatch, name: str) -> None:
        self.watch, self._name = watch, name
        self.route = Route("/metrics", self._figures)

    @classmethod
    def of(cls, client: TableClient) -> "MetricsPage":
        """Return the figures of the table that ``client`` follows, named after this computer."""
        return cls(TableWatch(client, __version__), usual_name(socket.gethostname()))

    async def _figures(self, request: Request) -> Response:
        text = metrics_text(self._name, self.watch.states)
        return Response(text, media_type=MEDIA_TYPE)
