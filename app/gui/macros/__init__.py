"""Macros in the window."""
