"""What of a thing on the screen may be kept to find it again, the same for recordings and runs."""
