"""Keep out of memory what the web server of a table never uses.

uvicorn imports OpenSSL and a command line of its own (Click, multiprocessing). The server speaks no
TLS, which is left to a reverse proxy, and has another command line: without both it needs 7 MiB
less, a fifth of all. hashlib and asyncio are made to do without OpenSSL where there is none.
What else is imported for parts that are never used would cost practice tables 1 MiB more.
"""

import sys
from typing import Final

from hardware import placeholder

LEFT_OUT: Final = (
    "ssl",
    "uvicorn.main",
    "logging.config",  # uvicorn: a log configured by a file
    "configparser",  # uvicorn: the same
    "urllib.request",  # segno, by xml.sax: documents from the web
    "colorzero",  # gpiozero: lights of many colours
    "PIL.ExifTags",  # Pillow: what cameras write into pictures
)
OPENSSL: Final = ("ssl", "_hashlib")


def leave_out() -> None:
    """Let later imports of what is :data:`LEFT_OUT` find placeholders, unless it is there already.

    Call it before the first import of asyncio.
    """
    if not {"asyncio", *OPENSSL} & sys.modules.keys():
        sys.modules |= dict.fromkeys(OPENSSL)  # type: ignore[arg-type]
        import asyncio  # noqa: F401

        del sys.modules["ssl"]
    placeholder.leave_out(LEFT_OUT)
    import uvicorn
    from uvicorn.server import Server

    # what uvicorn took for it came from its command line
    vars(uvicorn)["Server"] = Server
