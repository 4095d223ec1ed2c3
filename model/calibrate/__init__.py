"""Finds out what a checkpoint's coordinates mean, by asking it for things that we drew."""
