"""What every room of the companion stands on.

``registry``   what features add to the core, and the facts that they keep of a table
``errors``     the errors that all rooms share, and the signals that end a program
``log``        what is logged, where it goes, and how often something may happen or be told
``timing``     deadlines, and the time of the day
``values``     typed values as JSON and TOML: the one reader and writer of what comes from outside
``signature``  signatures of Ed25519: keys are read, and what they signed is checked
"""
