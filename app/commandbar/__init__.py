"""The command bar: one line over any app, opened by a global key."""
