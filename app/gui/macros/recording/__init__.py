"""The window's part of a recording: its controls and the list of recorded steps."""
