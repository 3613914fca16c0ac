"""The wiring file: which pin is what, read from TOML and checked.

wiring     load a wiring from a profile or a file; the names of keys, lines and sides
display    the section [display]
sections   check TOML tables against a description of what is allowed; the pins of the 40-pin
           header; the sections [link], [switches] and [keyboards]
profiles   the wirings that come with the program
"""
