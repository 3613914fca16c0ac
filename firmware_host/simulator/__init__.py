"""The simulator: the same program on a simulated Raspberry Pi, to try, to test and to script.

``simulated_table``  the program, its simulated Pi, the real board and its sensors
``world``            a simulated table on virtual time
``realboard``        the real board, which only hands change
``hands``            hands at a table: they press keys, throw dice, move pieces
``sensinghands``     hands at a table whose board sees the pieces
``people``           the people: they read the display and move pieces on their board
``key_presser``      presses of keys, one after the other
``dice_hand``        the hand that throws dice and lifts the cup
``autoplay``         whole games at random
``script``           scripts: what hands do, and what is expected
``terms``            readers for the arguments of script commands
``renditions``       the picture of the display in characters
``runs``             the ways to run it: script, random games, demonstration, terminal
``terminal``         the simulator in the terminal
"""
