"""The simulator in the terminal: a table to try without a Raspberry Pi.

``run``          open the terminal: the program in one thread, the screen in another
``app``          the screen, a Textual application
``panels``       the display and the board as widgets
``board_plan``   where the points of a board are among the characters, and their colours
``words``        what the screen says around the display
"""
