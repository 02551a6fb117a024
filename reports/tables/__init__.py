"""The tables of a report, one module a table: what it estimates, and the columns that show it."""
