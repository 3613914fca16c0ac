"""Bluetooth dice, which report their own faces: GoDice and Pixels.

news          what a die says, whoever made it
names         what the name of a die tells about it
paired        how the dice of a table are, and what people can do with them
godice        the protocol of GoDice
pixels        the protocol of Pixels
makes         which die an advertisement is of, and who reads it
throws        what the dice say in, throws out
radio         what the radio is told to do, and the news that it posts
bleak_radio   the radio, by bleak, in a thread of its own
search        which new dice may be connected while people look for some
keeper        stay connected to the dice of a table, and find new ones
dice_set      the dice of a table: everything above put together
"""
