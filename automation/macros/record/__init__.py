"""Recording: from what was done on the screen to the steps of a macro."""
