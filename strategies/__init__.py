"""Who decides: the contract of a strategy, how one is named and loaded, the baselines and the archetypes of each game."""
