"""The display: pictures go in, and only what changed goes over the bus to the panel.

    oled           the display that the program uses: it shows pictures, reports a fault, recovers
    screen_saver   dims an unused panel and moves its picture
    refresh        when to send a picture again that the panel may have lost
    frames         a picture as the bytes of a panel, and the smallest parts of it to send
    luma_driver    drives a panel with one of luma's devices
    controllers    the displays that luma knows, and which of them are sent only what changed
    sending        how luma's devices are made to send only what changed
    buses          the I2C and the SPI bus to a display
    framebuffer    a screen that a driver of the kernel shows, in place of a panel on a bus

Importing :mod:`~hardware.display.oled` is cheap. The modules from ``luma_driver`` to ``buses``
import luma and its threads, and are imported when a display is opened.
"""
