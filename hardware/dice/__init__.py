"""Electronic dice: what was thrown, by the lines of a tray or by what the dice report themselves.

codes         the faces of the dice as levels of the four lines, or as they report them themselves
tray          edges in, throws out
lanes         the same for sticks in the lanes of a tower, which are read at rest
reported      reports in, throws out
bluetooth     Bluetooth dice, which report their own faces
adjusting     find out how the lines of a tray are wired, and what is wrong with them
"""
