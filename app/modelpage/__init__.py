"""The model's pages: what is loaded, how it runs, what it costs, and where to get it."""
