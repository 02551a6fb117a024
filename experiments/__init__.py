"""What is played: the experiment, its plan, the runner and the store of what came out."""
