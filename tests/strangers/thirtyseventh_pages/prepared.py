"""The pages of the thirty-seventh set in Chromium."""

from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_pages.prepared import LENIENT, Program, prepare_chromium, read_page

PAGES = Path(__file__).resolve().parent / "pages"
PREPARE = partial(prepare_chromium, pages=PAGES)

PROGRAMS = {"chromium": Program(PREPARE, read_page, "Chromium", LENIENT)}
