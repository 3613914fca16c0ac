"""The bitmap fonts that the screens write with, as BDF text; see ``README.md`` beside this file."""
