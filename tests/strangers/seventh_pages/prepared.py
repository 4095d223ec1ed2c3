"""The program of the set: Chromium with one of the pages, and how it is read."""

from pathlib import Path

from tests.strangers.prepared import Program
from tests.strangers.session import Pages

PAGES = Path(__file__).resolve().parent / "pages"


def prepare_chromium(session, start):
    session.pages = Pages(PAGES)
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "titles": titles} if session.pages.last else {}


PROGRAMS = {"chromium": Program(prepare_chromium, read_page, "Chromium", ("scrolled",))}
