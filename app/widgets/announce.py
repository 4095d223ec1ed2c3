"""Says something through the screen reader, once."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent


def announce(source: QObject, words: str, *, is_urgent: bool = False) -> None:
    """Announce words for a widget; does nothing while no screen reader listens.

    Args:
        source: The widget that it is about.
        words: One or two sentences.
        is_urgent: Interrupt what is being read: for a card that waits, and for a stop.
    """
    if not QAccessible.isActive():
        return
    announcement = QAccessibleAnnouncementEvent(source, words)
    politeness = QAccessible.AnnouncementPoliteness
    announcement.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
    QAccessible.updateAccessibility(announcement)
