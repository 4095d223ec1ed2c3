"""The model as a policy of the loop: looks, asks the engine, and proposes one action in pixels."""
