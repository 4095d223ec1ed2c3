"""What a screen means, whoever asks: which text labels which field."""
