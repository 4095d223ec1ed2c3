"""From a picture of the screen to the tiles that the encoder sees, and coordinates back."""
