"""The display: pictures go in, and only what changed goes over the bus to the panel.

    oled                  the display that the program uses: shows pictures, and recovers
    luma_driver           drives a panel on an I2C or SPI bus with one of luma's devices
    sending               how luma's devices are made to send only what changed
    framebuffer           a screen that a driver of the kernel shows, in place of a panel on a bus
    framebuffer_driver    opens such a screen, and writes what has changed of a picture into it

Importing :mod:`~hardware.display.oled` is cheap. ``luma_driver`` and ``sending`` import luma and
its threads, and are imported when a display is opened.
"""
