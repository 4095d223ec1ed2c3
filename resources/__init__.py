"""Icons, theme, prompts, schemas and pages; read with ``importlib.resources``."""
