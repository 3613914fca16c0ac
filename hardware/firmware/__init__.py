"""The firmware of a peer: what runs on a microcontroller at the other end of the serial link.

    settings     what is wired to the microcontroller; a builder edits this file
    main         the file that a Pico starts by itself
    pico         serves the host on a Pico
    binding      makes the parts of a peer from the settings
    peer         answers the host and reports what the parts see
    parts        inputs and lights of a peer
    dice         dice that are reported with their faces
    lamps        coloured lights: what each means, its rhythm, the current of all
    strip        a string of such lights
    tiles        a board of tiles, each with sixteen fields and their lights
    contacts     debounces many contacts at once
    matrix       a board that is read row by row
    pins         contacts and lights on pins
    registers    contacts and outputs on shift registers
    halls        linear Hall sensors behind multiplexers, and their calibration
    sensors      what is wrong with such sensors, told to the host
    hall_dice    dice on such sensors: when they lie still, and what they show
    magnets      the magnets of dice, and what Hall sensors measure of them
    finding      find dice in what the sensors measure
    fit          fit dice to it
    fields       the loops over all sensors, in machine code on a Pico
    equations    the equations of a fit
    protocol     the frames of the serial link

The modules run in MicroPython and in Python, so that the tests and the simulated Pi use the same
code as a Pico. They use only what both have: no typing, no dataclasses, no functools. Their names
are stable: people copy these files to a Pico.
"""
