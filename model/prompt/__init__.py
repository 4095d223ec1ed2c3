"""Conversations, families of models, and the text that goes in and comes out; no torch."""
