"""What a screen means, whoever asks: labels, rows, landmarks, roles, and when two texts are the same."""
