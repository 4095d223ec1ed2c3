"""The chat: what was asked, each step as it happens, and how it ended."""
