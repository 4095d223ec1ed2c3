"""Running the network: the token log with its cache, decoding, and the engine thread."""
