"""The look shared by every window: theme, type, icons and the controls that the pages are built from."""
