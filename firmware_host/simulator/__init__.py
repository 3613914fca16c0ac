"""The simulator: the same program on a simulated Raspberry Pi, to try, to test and to script.

``simulated_table``  the program, its simulated Pi and sensors; on virtual time it is a world
``hands``            hands at a table: they press keys, throw dice, move pieces, or play a game
``sensinghands``     hands at a table whose board sees the pieces
``people``           the people: they read the display, press keys, move pieces on their board
``dice_hand``        the hand that throws dice and lifts the cup
``runs``             the ways to run it: script, random games, demonstration, terminal
``terminal``         the simulator in the terminal
"""
