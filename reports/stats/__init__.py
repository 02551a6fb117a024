"""The statistics of a report: pure functions, arrays in and frozen dataclasses out; no file, no data frame.

`blocks` says what every other module takes: numbers by block. One block gives no interval: its `low` and `high` are nan, and
`blocks` of the result says why.
"""
