"""Macros: what was done once, written down so that a person can read it and a machine repeat it."""
