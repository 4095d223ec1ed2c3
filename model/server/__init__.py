"""Talks to a model server that the user named: requests, replies, faults, and what each server really does."""
