"""What each model family was trained to read and write: one profile a contract."""
