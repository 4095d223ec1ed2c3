"""The macros' windows: library, editor, recording and picking."""
