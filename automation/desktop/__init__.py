"""The screen and the hands: capture, windows, elements, input, and a private desktop of our own."""
