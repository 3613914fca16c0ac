"""Text for people: its translation, the rule sheets, and boards drawn with characters.

A text in the sources is English, marked by :func:`games.message.msg`, and is passed on as a
:class:`games.message.Message`. Only where it is shown does a translator turn it into words.

``languages``    which languages there are (found by their catalogues), and which one to use
``translator``   turn messages into words of one language, and into sentences for the ear
``rule_sheets``  the rule sheets of the games: find one, read parts of it, show it in a terminal
``text_board``   a position as plain characters for a terminal
``terminal``     what a terminal can show: other signs for those that its encoding lacks, and the
                 picture of the display in characters

How to add a language: docs/developers/language.md. Nothing in the sources names the languages.
"""
