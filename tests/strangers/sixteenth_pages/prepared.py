"""Pages of a set in Chromium: how each is opened, known to be up, and read."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import Pages

PAGES = Path(__file__).resolve().parent / "pages"
# Where the view and the cursor stand, and what is marked, may change with whatever is done.
LENIENT = ("scrolled", "scroll *", "visible *", "focus", "marked", "squeezed *")


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def prepare_chromium(session, start, pages=PAGES):
    session.pages = Pages(pages)
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "titles": titles} if session.pages.last else {}


PROGRAMS = {"chromium": Program(prepare_chromium, read_page, "Chromium", LENIENT)}
