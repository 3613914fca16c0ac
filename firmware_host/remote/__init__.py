"""What a table and those who look at it from elsewhere say to each other, as plain values.

The table and the web server are two processes. Between them is a Unix socket on which each line is
a JSON object: what a table publishes one way, requests the other. Nothing here knows pins, screens
or sockets, so that the server stays small.

``requests``        what people elsewhere may ask of the table, and what it answers
``wire``            the whole table as one value: what it shows, and the game by its records; it
                    and what is asked as lines of JSON
"""
