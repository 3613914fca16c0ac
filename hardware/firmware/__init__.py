"""The firmware of a peer: what runs on a microcontroller at the other end of the serial link.

    settings     what is wired to the microcontroller; a builder edits this file
    main         the file that a Pico starts by itself
    pico         makes the parts of a peer from the settings, and serves the host on a Pico
    peer         answers the host and reports what the parts see
    parts        inputs, debounced, and lights of a peer
    dice         dice that are reported with their faces
    lamps        coloured lights: what each means, its rhythm, the current of all
    strip        a string of such lights
    tiles        a board of tiles, each with sixteen fields and their lights
    registers    contacts and outputs on pins and shift registers, boards that are read row by row
    halls        linear Hall sensors behind multiplexers, and their calibration
    sensors      what is wrong with such sensors, told to the host
    magnets      the magnets of dice, and what Hall sensors measure of them
    finding      dice on such sensors: where they are, when they lie still, and what they show
    fit          fit dice to it
    fields       the loops over all sensors, in machine code on a Pico
    protocol     the frames of the serial link

The modules run in MicroPython and in Python, so that the tests and the simulated Pi use the same
code as a Pico. They use only what both have: no typing, no dataclasses, no functools. Their names
are stable: people copy these files to a Pico.
"""
