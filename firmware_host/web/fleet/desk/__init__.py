"""The page of all tables of a broker: what they do, who needs help, and orders for them.

``following``  the connection to the broker, which comes back by itself, and the orders given
``given``      an order that was given, and the answers of the tables
``days``       the figures of days that tables tell, checked, and their sums
``view``       what the page shows, in the language of whoever looks; ``words`` are its words
``page``       the connection to an open page
``site``       its routes, behind a code
``serving``    how it is served
"""
