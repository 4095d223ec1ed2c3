"""The `commands` policy: explicit instructions that name what is visible, without a model."""
