"""Bluetooth dice, which report their own faces: GoDice and Pixels.

news          what a die says, whoever made it, and how the dice of a table are
godice        the protocol of GoDice
pixels        the protocol of Pixels
radio         which die was heard, what the radio is told to do, and the news that it posts
bleak_radio   the radio, by bleak, in a thread of its own
keeper        stay connected to the dice of a table, and find new ones
dice_set      the dice of a table: everything above put together
"""
