"""Speech: the table says what it shows, for people who do not see it.

What is said stands beside the views, in :mod:`firmware_host.screens`: :attr:`View.spoken`.

``announcer``  what to say of each update: only what has changed, or everything again
"""
