"""Playing with one switch or two: the table offers what the keys do, one after the other.

``offers``       what can be offered in a scene: its stops, then the other keys that do something
``scanner``      which offer is due when, and what a stroke of a switch takes
``switch_play``  both of them at one table
"""
