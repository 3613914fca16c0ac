"""Speech: the table says what it shows, for people who do not see it.

What is said stands beside the views, in :mod:`firmware_host.screens`: :attr:`View.spoken`.

``announcer``  what to say of each update: only what has changed, or everything again
``voice``      say it in a thread of its own, one sentence after the other, and stop at once
``espeak``     the synthesiser, started once
``recordings`` sentences that somebody has read aloud, by their text
``sink``       the program that plays the sound
"""
