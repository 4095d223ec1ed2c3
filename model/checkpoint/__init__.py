"""Checkpoint folders: read strictly, checked, mapped, loaded; never obeyed."""
