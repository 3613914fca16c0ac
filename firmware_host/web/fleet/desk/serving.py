"""Serve the page of all tables, and say in the terminal where it is."""

import asyncio
import time
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Final

from uvicorn.server import Server

from firmware_host.text.translator import Language
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.fleet.desk.following import FleetDesk
from firmware_host.web.fleet.desk.site import FleetSite
from firmware_host.web.fleet.directory import Directory
from firmware_host.web.fleet.settings import FleetSettings
from firmware_host.web.fleet.signing import sign
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, announce, listen, signposts
from firmware_host.web.running import configuration, serve_telling
from games.message import msg
from games.replay import Catalogue

WELCOME: Final = msg("All tables: http://{address}/   code: {code}\nCtrl-C ends this page.")


def serve(
    settings: FleetSettings,
    key: Path | None,
    host: str,
    port: int,
    catalogue: Catalogue,
    names: Collection[str],
    say: Language,
) -> None:
    """Serve the tables at the broker of ``settings`` on ``host`` and ``port`` until Ctrl-C.

    Orders are signed with the private ``key``; without it there are none. Games are those of
    ``catalogue``. Browsers may call this computer by its own names and addresses, and by the given
    ``names``. ListeningError if the server cannot listen there.
    """
    listener, code = listen(host, port), EntryCode(time.monotonic)
    signed = None if key is None else partial(sign, key=key)
    desk = FleetDesk(settings, Directory(catalogue), signed)
    find = signposts(host, port)

    def words(post: Signpost) -> str:
        lines = (say(WELCOME, address=post.address, code=code.code), *map(say, post.remarks))
        return "\n".join(lines)

    site = FleetSite(desk, code, catalogue)
    config = configuration(site.site(), computer_names(names), site.guest)
    asyncio.run(serve_telling(Server(config), listener, announce(find, words)))
