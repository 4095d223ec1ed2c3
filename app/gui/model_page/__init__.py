"""The page of the model: its state, its weights, and the time of its steps."""
