"""Playing a macro: one step after the other, without a model."""
