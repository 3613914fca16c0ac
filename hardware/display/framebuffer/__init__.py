"""Framebuffers: displays that a driver of the kernel shows, on HDMI, DSI or SPI.

    screen     what the kernel says of a framebuffer: its size, its rows, how a pixel is written
    scaling    how large the picture is, and where it stands on the screen
    names      which framebuffer a wiring names: by number, driver or place
    device     opens a framebuffer, and chooses the picture for its screen
    driver     writes what has changed of a picture into the framebuffer

luma.core has such a display too (``linux_framebuffer``). It takes the size of the virtual screen
for that of the visible one, knows no row that is longer than its pixels, turns grey into colour
pixel by pixel in Python, and cannot be told that its screen has gone; so the few lines are here.
"""
