"""What the tree or the disk tells of a thing: checks with an exit status, and answers to questions."""

from pathlib import Path

import pytest

from automation.core.geometry import Rect
from automation.core.observation import TableRows
from automation.core.proposal import Outcome
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

GREY = frozenset({"showing"})


def window(*more):
    parts = [
        element("Save", "button", Rect(10, 10, 80, 24)),
        element("Undo", "button", Rect(110, 10, 80, 24), states=GREY),
        element("News", "checkbox", Rect(10, 50, 80, 24), states=states("checked")),
    ]
    return screen([win(1, "Notes", "notes", is_active=True)], parts, list(more))


@pytest.mark.parametrize(
    ("said", "outcome", "words"),
    [
        ("is Save enabled?", Outcome.DONE, "“Save” is enabled."),
        ("is Undo enabled?", Outcome.DONE, "“Undo” is greyed out."),
        ("is Undo greyed out?", Outcome.DONE, "“Undo” is greyed out."),
        ("check that Save is enabled", Outcome.DONE, "“Save” is enabled."),
        ("check that Save is disabled", Outcome.UNVERIFIED, "“Save” is enabled."),
        ("check that the Undo button is greyed out", Outcome.DONE, "“Undo” is greyed out."),
        ("make sure Undo is enabled", Outcome.UNVERIFIED, "“Undo” is greyed out."),
        ("verify that Undo is not enabled", Outcome.DONE, "“Undo” is greyed out."),
        ("check that Redo is enabled", Outcome.NOT_FOUND, "“Redo”"),
        ("ist Undo aktiv?", Outcome.DONE, "“Undo” ist ausgegraut."),
        ("ist Save ausgegraut?", Outcome.DONE, "“Save” ist verfügbar."),
        ("prüfe, ob Save aktiv ist", Outcome.DONE, "“Save” ist verfügbar."),
        ("prüfe, dass Save ausgegraut ist", Outcome.UNVERIFIED, "“Save” ist verfügbar."),
        ("prüfe, ob News aktiviert ist", Outcome.DONE, "“News” ist an"),
        ("prüfe, ob News deaktiviert ist", Outcome.UNVERIFIED, "“News” ist an"),
    ],
)
def test_whether_a_control_can_be_used_is_read_from_the_tree(said, outcome, words):
    end = Driver(said, window()).decide()
    assert end.outcome is outcome
    assert words in end.message


def test_a_step_after_a_check_that_is_not_so_is_not_done():
    assert told("check that Undo is enabled, then click Save", window()) == "unverified"
    assert told("check that Save is enabled, then click Save", window()) == "click Save"


def test_of_a_picture_nothing_is_claimed():
    end = Driver(
        "check that Later is enabled", window(line("Later", Rect(200, 90, 60, 16)))
    ).decide()
    assert end.outcome is Outcome.UNVERIFIED
    assert "does not tell the state" in end.message


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("check that the file report.pdf is in Downloads", Outcome.DONE),
        ("check that report.pdf is in my Downloads folder", Outcome.DONE),
        ("check that there is a file report.pdf in Downloads", Outcome.DONE),
        ("check that the file other.pdf is in Downloads", Outcome.UNVERIFIED),
        ("check that the file other.pdf is not in Downloads", Outcome.DONE),
        ("check that the file report.pdf is in Nowhere", Outcome.UNVERIFIED),
        ("check that the file report.pdf is not in Nowhere", Outcome.UNVERIFIED),
        ("check that the file report.pdf exists", Outcome.DONE),
        ("prüfe, ob die Datei report.pdf in Downloads ist", Outcome.DONE),
        ("prüfe, ob die Datei other.pdf im Ordner Downloads liegt", Outcome.UNVERIFIED),
    ],
)
def test_whether_a_file_is_in_a_folder_is_read_from_the_disk(said, outcome, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "report.pdf").touch()
    assert Driver(said, window()).decide().outcome is outcome


def tables(*more, title="Shop", **counts):
    """Windows with tables, by name and how many rows each tells; `None` is told by none of them."""
    parts, told = list(more), {}
    for n, (name, count) in enumerate(counts.items()):
        nameless = name.startswith("nameless")
        left = 10 + 400 * n
        own = [] if nameless else [element(name, "table", Rect(left, 100, 380, 300))]
        own += [
            element(f"{name} {row}", "cell", Rect(left, 100 + 30 * row, 380, 28))
            for row in range(3)
        ]
        parts += own
        if count is not None:
            told |= {e.handle: TableRows((":fake", name), count) for e in own}
    seen = screen([win(1, title, "shop", is_active=True)], parts)
    seen.reader.rows_told = told
    return seen


TWO = tables(Orders=5, Guests=1)
HEADED = tables(
    element("Orders", "heading", Rect(10, 60, 300, 24)),
    element("Orders", "link", Rect(900, 10, 60, 20)),
    element("Guests", "heading", Rect(410, 60, 300, 24)),
    nameless1=5,
    nameless2=1,
)
WITHOUT = tables(
    element("Bills", "heading", Rect(10, 30, 300, 24)),
    element("Orders", "heading", Rect(10, 60, 300, 24)),
    nameless=5,
)
"""No table under the first heading."""
TWO_CELLS = tables(nameless=5)
ALONE = tables(element("Save", "button", Rect(10, 20, 60, 20)), nameless=7)


@pytest.mark.parametrize(
    ("said", "seen", "outcome", "words"),
    [
        ("how many rows are in Orders?", TWO, Outcome.DONE, "“Orders” has 5 rows."),
        ("how many rows are there in the Guests table?", TWO, Outcome.DONE, "“Guests” has 1 row."),
        ("how many rows does the table Orders have?", TWO, Outcome.DONE, "“Orders” has 5 rows."),
        ("how many rows are in Orders?", HEADED, Outcome.DONE, "“Orders” has 5 rows."),
        ("how many rows are in Guests?", HEADED, Outcome.DONE, "“Guests” has 1 row."),
        ("how many rows are in Bills?", WITHOUT, Outcome.UNVERIFIED, "does not tell how many rows"),
        ("how many rows are in nameless 2?", TWO_CELLS, Outcome.UNVERIFIED, "does not tell"),
        ("how many rows are there?", ALONE, Outcome.DONE, "The table has 7 rows."),
        ("how many rows are in the table?", ALONE, Outcome.DONE, "The table has 7 rows."),
        ("how many rows are in Shop?", ALONE, Outcome.DONE, "“Shop” has 7 rows."),
        ("how many rows are there?", TWO, Outcome.NOT_UNDERSTOOD, "several tables"),
        ("how many rows are in the table?", TWO, Outcome.NOT_UNDERSTOOD, "several tables"),
        ("how many rows are in Bills?", TWO, Outcome.NOT_FOUND, "“Bills”"),
        ("how many rows are in Save?", ALONE, Outcome.UNVERIFIED, "does not tell how many rows"),
        ("how many rows are in Orders?", tables(Orders=None), Outcome.UNVERIFIED, "does not tell"),
        ("how many rows are there?", tables(), Outcome.NOT_FOUND, "no table"),
        ("check that there are 5 rows in Orders", TWO, Outcome.DONE, "“Orders” has 5 rows."),
        ("check that there are five rows in the table Orders", TWO, Outcome.DONE, "5 rows."),
        ("check that Orders has 5 rows", TWO, Outcome.DONE, "“Orders” has 5 rows."),
        ("check that Orders has 6 rows", TWO, Outcome.UNVERIFIED, "“Orders” has 5 rows."),
        ("check that there is one row in Guests", TWO, Outcome.DONE, "“Guests” has 1 row."),
        ("check that there are 7 rows", ALONE, Outcome.DONE, "The table has 7 rows."),
        ("wie viele Zeilen sind in Orders?", TWO, Outcome.DONE, "“Orders” hat 5 Zeilen."),
        ("wie viele Zeilen hat die Tabelle?", ALONE, Outcome.DONE, "Die Tabelle hat 7 Zeilen."),
        ("wie viele Zeilen gibt es?", ALONE, Outcome.DONE, "Die Tabelle hat 7 Zeilen."),
        ("prüfe, ob Orders 5 Zeilen hat", TWO, Outcome.DONE, "“Orders” hat 5 Zeilen."),
        ("prüfe, dass in Orders 6 Zeilen sind", TWO, Outcome.UNVERIFIED, "“Orders” hat 5 Zeilen."),
        ("prüfe, ob es in Guests eine Zeile gibt", TWO, Outcome.DONE, "“Guests” hat 1 Zeile."),
        ("prüfe, ob es 7 Zeilen gibt", ALONE, Outcome.DONE, "Die Tabelle hat 7 Zeilen."),
    ],
)
def test_how_many_rows_a_table_has_is_asked_of_its_program(said, seen, outcome, words):
    end = Driver(said, seen).decide()
    assert end.outcome is outcome
    assert words in end.message


@pytest.mark.parametrize(
    "said",
    [
        "close all windows",
        "close every window",
        "close all open windows",
        "close both windows",
        "close everything",
        "close all tabs",
        "schließe alle Fenster",
        "mach alle Fenster zu",
    ],
)
def test_several_windows_at_once_are_refused_and_none_is_closed(said):
    windows = [win(1, "All windows", "a", is_active=True), win(2, "Every day", "b")]
    end = Driver(said, screen(windows, [])).decide()
    assert end.outcome is Outcome.NOT_UNDERSTOOD
    assert "“Every day”" in end.message


@pytest.mark.parametrize(
    "said",
    [
        "delete the file a.txt",
        "delete a.txt",
        "move a.txt to the trash",
        "lösche die Datei a.txt",
        "lösche a.txt",
    ],
)
def test_a_file_is_deleted_by_the_key_of_the_file_manager_in_front(said):
    files = [element("a.txt", "list_item", Rect(200, 200, 60, 16))]
    seen = screen([win(1, "Documents", "thunar", is_active=True)], files)
    assert told(said, seen) == "click a.txt; keys delete; gone a.txt 5"


def test_no_file_manager_is_brought_up_to_delete_a_file():
    behind = [win(2, "Notes", "mousepad", is_active=True), win(1, "Documents", "thunar")]
    assert told("delete the file a.txt", screen(behind, [])) == "not_found"


HEADS = screen(
    [win(1, "Shop", "shop", is_active=True)],
    [
        element(name, "column_header", Rect(10 + 100 * n, 40, 100, 24))
        for n, name in enumerate(("No.", "Name", "Town"))
    ]
    + [element("Notes", "button", Rect(10, 200, 80, 24))],
)


@pytest.mark.parametrize(
    ("said", "start", "across"),
    [
        ("make the third column wider", 308, 60),
        ("make the Name column wider", 208, 60),
        ("make the column Name a bit wider", 208, 60),
        ("make the Name column 100 px wider", 208, 100),
        ("make the Name column wider by 100 pixels", 208, 100),
        ("widen the second column", 208, 60),
        ("make the second column narrower", 208, -60),
        ("make the second column narrower by 300 px", 208, -88),
        ("mach die dritte Spalte breiter", 308, 60),
        ("mach die Spalte Name um 100 px breiter", 208, 100),
        ("mache die zweite Spalte etwas schmaler", 208, -60),
    ],
)
def test_a_column_is_made_wider_by_the_edge_of_its_head(said, start, across):
    drag = Driver(said, HEADS).decide().intent
    begin, end = drag.path
    assert (begin.x, begin.y, end.x - begin.x, end.y) == (start, 52, across, 52)
    assert drag.origin.role == "column_header"


def test_what_is_no_head_of_a_column_is_not_dragged_by_its_edge():
    end = Driver("make the fifth column wider", HEADS).decide()
    assert end.outcome in (Outcome.NOT_FOUND, Outcome.NOT_UNDERSTOOD)
