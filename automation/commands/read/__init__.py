"""Reads sentences: the clauses, what each can mean, and the values that they name."""
