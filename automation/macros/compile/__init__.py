"""A finished run becomes a macro: what went well is kept, what it was aimed at is described."""
