"""Serve the practice tables of a class, and say in the terminal where they are."""

import asyncio
import io
import os
import sys
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

import segno
from uvicorn.server import Server

from firmware_host.storage.state_folder import temporary_folder
from firmware_host.text.languages import preferred
from firmware_host.text.terminal import can_show
from firmware_host.text.translator import Language
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, announce, listen, signposts
from firmware_host.web.practice_site import PracticeSite
from firmware_host.web.practice_tables import PracticeTables
from firmware_host.web.running import configuration, serve_telling
from games.message import msg
from games.replay import Catalogue
from hardware.wiring import wiring

WIRING = "generic"
"""Loose parts: it has every key, dice and a cup."""

IN_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: the games of practice tables wear no disk."""

SCAN: Final = msg(
    "Practice tables for everybody in this network: scan the code, or type the address."
)
TYPE: Final = msg("Practice tables for everybody in this network: type the address.")
WELCOME = msg(
    "  For the class:    {address}\n"
    "  For the teacher:  {address}teacher   code: {code}\n"
    "Every browser has a table of its own. Ctrl-C ends all of them."
)


LINKED: Final = msg(
    "A table that is linked with another one, for one browser: {address}\nCtrl-C ends it."
)


def serve(
    host: str,
    port: int,
    catalogue: Catalogue,
    names: Collection[str] = (),
    agent: tuple[str, ...] = (),
) -> None:
    """Serve practice tables of the games of ``catalogue`` at ``host`` and ``port`` until Ctrl-C.

    Browsers may call this computer by its own names and addresses, and by the given ``names``.
    With the arguments of an ``agent`` there is one table, which is linked with another one.
    ListeningError if the server cannot listen there.
    """
    listener = listen(host, port)
    find, say = signposts(host, port), Language(preferred(os.environ))
    code, clock = EntryCode(time.monotonic), time.monotonic
    with temporary_folder(IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None) as folder:
        tables = PracticeTables(catalogue, wiring.load(WIRING), folder, clock, agent=agent)

        def words(post: Signpost) -> str:
            return say(LINKED, address=post.url) if agent else welcome(post, code.code, say)

        site = PracticeSite(tables, code, find)
        config = configuration(site.site(), computer_names(names), site.guest)
        asyncio.run(serve_telling(Server(config), listener, announce(find, words)))


def welcome(post: Signpost, code: str, say: Language) -> str:
    """Return what stands in the teacher's terminal.

    A QR code of the address on ``post`` is above it, if the terminal can show that.
    """
    picture = io.StringIO()
    segno.make(post.url, error="l").terminal(picture, border=2, compact=True)
    address = say(WELCOME, address=post.url, code=code), *map(say, post.remarks)
    if can_show(picture.getvalue(), sys.stdout):
        return "\n".join((picture.getvalue(), say(SCAN), *address))
    return "\n".join((say(TYPE), *address))
