"""What runs on a microcontroller at the other end of the serial link: the firmware of a peer.

Its rooms run in MicroPython as well as here, so that the tests and the simulated Pi use the very
code that a Pico runs. They use what both have: no typing, no dataclasses, no functools.
"""
