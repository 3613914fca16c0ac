"""Pins and keys: edges of the input lines become presses of keys.

pins          where GPIO pins come from: a Raspberry Pi, through lgpio
panel         claims the input lines and puts every edge into one inbox
edges         an edge, the debounced contact, and when a key reports: at the press, repeated, at the
              release, after a hold
keys          edges in, presses out; an encoder and digits that act as keys

plugged_keyboards   which keyboards, pads and switch interfaces are on USB, and what they report
keyboards           reads them all in a thread of its own, while they come and go
"""
