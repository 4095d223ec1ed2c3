"""Replays a macro as a policy: one step at a time, waited for, checked, reported."""
