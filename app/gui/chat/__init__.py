"""The conversation: what was asked, each step of a run, and how it ended."""
