"""Editing a macro: the document, its operations, drafts and conflicts."""
