"""The features of the companion: each is a folder that can be deleted, with its line here.

A feature's modules have the same names everywhere; what it does not need is not there.

===========  ======================================================================
``feature``  what it adds to the core, in ``OFFERS``
``scenes``   what happens at the table
``views``    what the display shows of it
``store``    what it keeps on the card
``remote``   what a table and the processes beside it say to each other about it
``web``      what it adds to the pages, loaded with a server
``cli``      what it adds to the command line, loaded with that
``orders``   what it lets a broker order, loaded when orders are read or given
===========  ======================================================================

Features import the core and not each other, and the core imports none: it finds them by
:mod:`firmware_host.base.registry`.
"""

from typing import Final

NAMES: Final[tuple[str, ...]] = (
    "bluetooth_dice",
    "own_games",
    "lessons",
    "exercises",
    "kiosk",
    "linked",
    "clocks",
    "evening",
    "sharing",
    "positions",
    "phones",
    "practice",
    "review",
    "interface",
    "speech",
    "studies",
    "fleet",
    "update",
    "switches",
)
"""The features, in the order in which people see what they add."""
