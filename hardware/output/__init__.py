"""Outputs on pins: a buzzer and lights. A failure of one never stops the game.

sound      the signals of the buzzer and how they are played
lights     a light beside each seat
guarded    an output that reports a failure instead of raising it
"""
