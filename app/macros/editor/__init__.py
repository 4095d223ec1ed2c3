"""The macro editor: a list of steps with pictures and sentences, and an inspector for one of them."""
