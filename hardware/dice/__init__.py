"""The dice tray: four lines and a cup contact tell what was thrown.

codes         the faces of the dice as levels of the four lines
tray          edges in, throws out
tray_watch    count edges and find the faults of a tray, for the builder
adjusting     find out how the lines of a tray are wired, and write it into a wiring file
"""
