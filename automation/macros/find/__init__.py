"""Finding a step's target on the screen: by tree, by text, by picture."""
