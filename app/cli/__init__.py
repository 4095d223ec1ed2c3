"""The command line: one file a command, with its arguments."""
