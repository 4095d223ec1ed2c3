"""The window and the command line: display and wiring, no decisions."""
