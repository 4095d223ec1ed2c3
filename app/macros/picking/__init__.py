"""Picking a target on the live screen: a picture of the desktop is pointed at, nothing in it is pressed."""
