"""The main window: head, side bar and pages."""
