"""The macro that is being edited: its steps as rows, undo and redo, and a draft that survives a kill."""
