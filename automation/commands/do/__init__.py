"""Does what a clause means: the next step, seen on the screen of this moment."""
