"""A sensing board at the table: what it sees, what hands may have done, and what is wrong."""
