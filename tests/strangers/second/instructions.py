"""The sentences of the second set, each with its effect."""

from tests.strangers.entry import Entry

ENTRIES: list[Entry] = []
