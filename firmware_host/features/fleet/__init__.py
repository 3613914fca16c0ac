"""Many tables and a broker: each tells it how it is, and takes orders from it (MQTT 5).

What a table tells is always the whole state, retained by the broker, so that whoever connects later
knows everything, and an outage loses nothing. The broker is not trusted: an order counts only with
a signature, once, and not for long.

``topics``      where a table speaks and listens
``settings``    the file with broker, credentials and allowed orders
``panel_png``   the picture of its panel
``discovery``   how Home Assistant finds a table
``fetching``    an update that an order names
``ordered``     the order behind it, as the updater checks it once more
``orders``      orders: written, signed and read
``order_book``  which of them count, each once
``signing``     signs them, as whoever looks after the tables does
``order_desk``  where the orders of a table arrive and are answered
``carrying_out`` what an order asks of the table, and how it is known to be done
``hours``       when a table is open
``connection``  how one connects to the broker
``agent``       the process beside a table
``directory``   all tables of a broker, as one sees them from a desk
``giving``      an order for many tables
``signing``     its signature
``desk``        the page of all tables, in the browser
"""
