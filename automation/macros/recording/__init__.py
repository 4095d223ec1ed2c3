"""What the user's hands did, from raw events to gestures to draft steps."""
