"""The window that edits one macro."""
