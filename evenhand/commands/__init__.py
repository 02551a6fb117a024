"""One module a command; each holds a click command of its own name."""
