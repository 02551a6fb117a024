"""Two variants of a run, or two runs: what stands against what, what changed, and what the tests say of it."""
