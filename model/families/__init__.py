"""What each family of vision models was trained on: sizes, prompts, replies; as data, without torch."""
