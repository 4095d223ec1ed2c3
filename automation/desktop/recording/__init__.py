"""Hearing what the user does, for a recording."""
