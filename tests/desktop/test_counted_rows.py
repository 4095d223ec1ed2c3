"""Real tables: their rows are counted, a column is made wider; and the only button of a form sends it."""

import sys
from contextlib import closing

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.event_window import ROOT
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

TITLE = "deskhand-orders"
ROWS = "".join(f"<tr><td>{n}</td><td>Parcel {n}</td></tr>" for n in range(1, 61))
PAGE = f"""<!doctype html><title>{TITLE}</title>
<form onsubmit="document.title += ' joined'; return false"><label>Name <input></label>
<button>Register</button> <button disabled>Later</button></form>
<h2>Guests</h2><table><tr><th>No.</th><th>Name</th></tr><tr><td>1</td><td>Ada</td></tr></table>
<table aria-label="Orders"><thead><tr><th>No.</th><th>Name</th></tr></thead>{ROWS}</table>"""


@pytest.fixture
def page(desktop, tmp_path, fresh_home):
    path = tmp_path / "orders.html"
    path.write_text(PAGE, encoding="utf-8")
    argv = chromium(tmp_path, f"--app={path.as_uri()}")
    with closing(Rig(desktop)) as rig, rig.running(argv, TITLE):
        rig.raise_window(TITLE)
        with closing(DesktopReader()) as reader:
            rig.find(reader, "Register", "button")
        yield rig


def said_of(words):
    status, lines, error = command("do", words, "--json", "--approve", "auto")
    assert lines, error
    return status, lines[-1]["message"]


def test_a_page_tells_the_rows_of_its_tables_and_its_only_button_sends_the_form(page):
    for words, status, part in (
        ("how many rows are in Orders?", 0, "“Orders” has 60 rows."),
        ("check that there is 1 row in Guests", 0, "“Guests” has 1 row."),
        ("check that there are 61 rows in Orders", 10, "“Orders” has 60 rows."),
        ("how many rows are there?", 3, "several tables"),
    ):
        found, message = said_of(words)
        assert found == status, message
        assert part in message
    found, message = said_of("type Ada into Name and submit")
    assert found == 0, message
    wait_for(lambda: page.window(TITLE).title.endswith("joined"), APP_S)


def test_a_program_tells_its_rows_and_its_column_is_made_wider_by_the_edge(desktop, fresh_home):
    argv, title = [sys.executable, str(ROOT / "tests/desktop/qt_form.py"), ""], "deskhand-qt-form"
    with closing(Rig(desktop)) as rig, rig.running(argv, title), closing(DesktopReader()) as reader:
        rig.raise_window(title)
        before = rig.find(reader, "Guest", "column_header").box
        assert said_of("how many rows are there?") == (0, "The table has 2 rows.")
        status, message = said_of("make the Guest column 40 px wider")
        assert status == 0, message
        assert rig.find(reader, "Guest", "column_header").box.w == before.w + 40
