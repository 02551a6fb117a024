"""The figures of a report, one module a figure: the drawing, a sentence from its numbers, words for who cannot see it."""
