"""The overlay: the approval card, the marks on the screen, and the pill of a run."""
