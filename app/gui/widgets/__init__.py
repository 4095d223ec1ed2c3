"""Widgets, colours and fonts that all of the window shares."""
