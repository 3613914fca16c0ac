"""Electronic dice: what was thrown, by the lines of a tray or by what the dice report themselves.

codes         the faces of the dice as levels of the four lines
tray          edges in, throws out
reports       what dice that know their own faces report
reported      such reports in, throws out
tray_watch    count edges and find the faults of a tray, for the builder
bluetooth     Bluetooth dice, which report their own faces
adjusting     find out how the lines of a tray are wired, and write it into a wiring file
"""
