"""The phases of a turn, one module each: what is legal, what it does, what follows."""
