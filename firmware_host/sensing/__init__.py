"""What a sensing board sees: which points are occupied, which move that fits, what is wrong.

A sensing board tells only whether a field is occupied. These modules compare that with the
position and with what people may do next.

``touches``
    Lifts and puts, what hand steps look like to a sensing board, and which of them fit what was
    seen.
``observed_board``
    :class:`ObservedBoard`: what was seen so far on the board that is connected, and how that
    differs from what should stand there.
"""
