"""Finds what is meant on the screen: things by their words, their kind, and their place."""
