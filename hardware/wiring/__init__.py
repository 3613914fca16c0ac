"""The wiring file: which pin is what, read from TOML and checked.

wiring     load a wiring from a profile or a file; the names of keys, lines and sides
display    the section [display]
input      the sections [encoder], [hold] and [chords], and keys of a turned display
link       the section [link]
schema     check TOML tables against a description of what is allowed
header     the pins of the 40-pin header
profiles   the wirings that come with the program
"""
