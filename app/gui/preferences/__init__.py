"""The preferences window."""
