"""A recording in the window: the panel beside the user's hands, and what is kept of it."""
