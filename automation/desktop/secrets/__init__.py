"""Secrets of the user's in the system keyring: names for everybody, values for the executor."""
