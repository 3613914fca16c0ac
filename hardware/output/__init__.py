"""Outputs: a buzzer and lights on pins, and a speaker. A failure of one never stops the game.

sound      the signals of the buzzer and how they are played
speaker    the program through which a table speaks
lights     a light beside each seat
guarded    an output that reports a failure instead of raising it
"""
