"""The instructions of the third set, in the words of people who only see the screen."""

from tests.strangers.third import desktop, web

ENTRIES = [*desktop.ENTRIES, *web.ENTRIES]
