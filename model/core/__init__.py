"""Values that the parts of the model side share: no torch, no files."""
