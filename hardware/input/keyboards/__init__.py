"""USB keyboards, numeric pads, gamepads and switch interfaces, read as keys of the table.

codes     which key of such a device is which key of the table
reports   bytes of the kernel in, changes of contacts out
tree      the devices that the kernel has, and their files
reader    reads them all in a thread of its own, while they come and go

The kernel's interface is evdev: every device is a file ``/dev/input/eventN`` that yields records of
24 bytes (input.h of Linux). Reading them takes a page of code and no package.
"""
