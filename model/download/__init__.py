"""Fetches a checkpoint from the hub: asks first, resumes, verifies. The only part with a network."""
