"""The main window: sidebar, head, chat, foot."""
