"""What every room of the companion stands on.

===========  ======================================================================
``facts``    what features know of a table
``registry`` what features add to the core
``errors``   the errors that all rooms share
``log``      what is logged, and where it goes
``signals``  what ends a program from outside
``timing``   deadlines, and the time of the day
``values``   typed values as JSON and TOML: the one reader and writer of what comes from outside
``expected`` what was expected of a value that does not fit, in words
``signature`` signatures of Ed25519: keys are read, and what they signed is checked
===========  ======================================================================
"""
