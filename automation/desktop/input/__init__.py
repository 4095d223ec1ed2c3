"""The hands: what is sent to mouse and keyboard, by whom, and what stops it."""
