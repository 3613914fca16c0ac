"""What every room of the companion stands on.

===========  ======================================================================
``values``   the one reader and writer of typed values from outside; ``expected`` says what was
             expected of one that does not fit
===========  ======================================================================
"""
