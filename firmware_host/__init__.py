"""The companion at the table: what it shows, what it keeps, and how it is started."""
