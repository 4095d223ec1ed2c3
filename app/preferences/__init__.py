"""The settings window: each row a name, a sentence and a control."""
