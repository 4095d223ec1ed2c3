"""The programs of the third set: pages in Chromium, programs of the desktop, forms of our own."""

from tests.strangers.third import desktop, web

PROGRAMS = {**desktop.PROGRAMS, **web.PROGRAMS}
