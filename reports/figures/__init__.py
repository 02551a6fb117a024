"""The figures of a report, one module a figure. Each returns a `Figure`: the drawing, a sentence from its numbers, and its words."""
