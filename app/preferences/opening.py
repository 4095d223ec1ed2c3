"""Makes the settings window with what it asks of the rest of the program."""

from app.chord_text import chord_problem
from app.model_contract import profile_names
from app.preferences.window import PreferencesWindow
from app.settings import Settings
from app.widgets.theme import Theme


def settings_window(theme: Theme, settings: Settings) -> PreferencesWindow:
    """Return a settings window that shows these settings."""
    return PreferencesWindow(theme, settings, chord_problem, profile_names())
