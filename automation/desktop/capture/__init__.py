"""Taking pictures of the desktop, and making sure that they show it and nothing of ours."""
