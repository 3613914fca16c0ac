"""One game at two tables: people at one throw and move, and it happens at the other too."""
